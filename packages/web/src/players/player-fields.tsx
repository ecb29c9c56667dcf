// The choice of a player and its options, drawn from the table of forms; its spec is shown as it would be typed.

import type { Game } from 'afterstate';
import { useId, useRef } from 'preact/hooks';
import { hrefOf } from '../shell/address.ts';
import { Icon } from '../shell/icon.tsx';
import { Select } from '../shell/select.tsx';
import { formOf, formsFor, modelOf, nameOf, type Option, readOptions, specOf, withModel, withOption } from './forms.ts';
import { modelsOf } from './models.ts';
import { openModelFile } from './open-model.ts';

interface PlayerFieldsProps {
  readonly game: Game['name'];
  readonly spec: string;
  /** Whether only players that give values to moves are offered. */
  readonly valued?: boolean;
  /** Why the spec cannot be used, if it cannot. */
  readonly problem?: string | undefined;
  onChange(spec: string): void;
}

export function PlayerFields({ game, spec, valued = false, problem, onChange }: PlayerFieldsProps) {
  const id = useId();
  const forms = formsFor(game).filter(({ unit }) => !valued || unit !== 'probability');
  const models = modelsOf(game);
  const form = formOf(spec);
  const options = form?.options ?? [];
  const values = form ? readOptions(form, spec) : {};
  const field = (option: Option) => (
    <OptionField
      key={option.key}
      option={option}
      value={values[option.key]!}
      onChange={(value) => onChange(withOption(form!, spec, option.key, value))}
    />
  );
  return (
    <div class="player-fields">
      <label class="field-row">
        <span>Player</span>
        <Select
          value={nameOf(spec)}
          choices={forms.map(({ name, title }) => [name, title])}
          onChange={(name) => {
            const chosen = forms.find((form) => form.name === name);
            if (chosen) onChange(specOf(chosen, game));
          }}
        />
      </label>
      {form && <p class="about">{form.about}</p>}
      {form?.needsModel && models.length > 0 && (
        <label class="field-row">
          <span>model</span>
          <Select
            value={modelOf(spec) ?? ''}
            choices={models.map(({ name }) => [name, name.replace(/^.*\//, '')])}
            onChange={(model) => onChange(withModel(spec, model))}
          />
        </label>
      )}
      {options.filter(({ rare }) => !rare).map(field)}
      <details>
        <summary>More</summary>
        {options.filter(({ rare }) => rare).map(field)}
        <label class="field-row spec" for={`${id}-spec`}>
          <span>As text</span>
          <input
            id={`${id}-spec`}
            type="text"
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            value={spec}
            aria-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : `${id}-problem`}
            onChange={(event) => onChange(event.currentTarget.value.trim() || 'random')}
          />
        </label>
        <ModelButton />
        {form && (
          <a class="about" href={hrefOf('help', { about: form.topic })}>
            How it works
          </a>
        )}
      </details>
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** A network of one's own: picked here, or dropped anywhere on the page. */
function ModelButton() {
  const file = useRef<HTMLInputElement>(null);
  return (
    <div>
      <button type="button" onClick={() => file.current?.click()}>
        <Icon name="open" />
        Open a model file
      </button>
      <input
        ref={file}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label="A model file"
        accept=".compact,.safetensors"
        onChange={(event) => {
          const [picked] = event.currentTarget.files ?? [];
          if (picked) void openModelFile(picked);
        }}
      />
    </div>
  );
}

interface OptionFieldProps {
  readonly option: Option;
  readonly value: string;
  onChange(value: string): void;
}

function OptionField({ option, value, onChange }: OptionFieldProps) {
  if (option.kind === 'choice') {
    return (
      <label class="field-row">
        <span>{option.label}</span>
        <Select value={value} choices={option.choices} onChange={onChange} />
      </label>
    );
  }
  return (
    <label class="field-row">
      <span>{option.label}</span>
      {option.kind === 'text' || !/^\d+$/.test(value) ? (
        <input
          type="text"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value.trim() || option.initial)}
        />
      ) : (
        <input
          type="number"
          min={option.min}
          max={option.max}
          step={1}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value || option.initial)}
        />
      )}
    </label>
  );
}
