// The choice of a player and its options, drawn from the table of forms; its spec is shown as it would be typed.

import type { Game } from 'afterstate';
import { useId } from 'preact/hooks';
import { Select } from '../shell/select.tsx';
import { formOf, formsFor, modelOf, nameOf, type Option, readOptions, specOf, withModel, withOption } from './forms.ts';
import { modelsOf } from './models.ts';

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
  const values = form ? readOptions(form, spec) : {};
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
      {form?.options.map((option) => (
        <OptionField
          key={option.key}
          option={option}
          value={values[option.key]!}
          onChange={(value) => onChange(withOption(form, spec, option.key, value))}
        />
      ))}
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
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
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
      {option.kind === 'text' ? (
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
