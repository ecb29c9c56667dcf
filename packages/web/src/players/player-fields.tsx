// The choice of a player and its options, drawn from the table of forms; its spec is shown as it would be typed.

import type { Game } from 'afterstate';
import { useId, useRef } from 'preact/hooks';
import { hrefOf } from '../shell/address.ts';
import { Icon } from '../shell/icon.tsx';
import { Select } from '../shell/select.tsx';
import {
  formOf,
  formsFor,
  isNumber,
  modelOf,
  nameOf,
  type Option,
  readEffort,
  readOptions,
  specOf,
  withEffort,
  withModel,
  withOption,
} from './forms.ts';
import { download, downloadProblem, fetchModel, isHere, offeredModel, stopDownload } from './model-download.ts';
import { modelsOf, titleOf } from './models.ts';
import { openModelFile } from './open-model.ts';

interface PlayerFieldsProps {
  readonly game: Game['name'];
  readonly spec: string;
  /** What plays until the model of the spec is here. */
  readonly playing: string;
  /** Whether only players that give values to moves are offered. */
  readonly valued?: boolean;
  /** Why the spec cannot be used, if it cannot. */
  readonly problem?: string | undefined;
  onChange(spec: string): void;
}

export function PlayerFields({ game, spec, playing, valued = false, problem, onChange }: PlayerFieldsProps) {
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
            choices={models.map((model) => [
              model.name,
              isHere(model) ? titleOf(model.name) : `${titleOf(model.name)}, ${megabytes(model.size)}`,
            ])}
            onChange={(model) => onChange(withModel(spec, model))}
          />
        </label>
      )}
      {form?.effort && (
        <label class="field-row">
          <span>{form.effort.label}</span>
          <Select
            value={readEffort(form, form.effort, spec)}
            choices={form.effort.choices}
            onChange={(part) => onChange(withEffort(form, form.effort!, spec, part))}
          />
        </label>
      )}
      {options.filter(({ rare }) => !rare).map(field)}
      <ModelDownload
        game={game}
        playing={playing}
        networks={form?.needsModel === true}
        onLoad={(model) => onChange(withModel(form?.needsModel ? spec : 'ntuple?ply=2', model))}
        onStop={() => onChange(playing)}
      />
      <details>
        <summary>More</summary>
        <div class="more">
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
            <a class="about" href={hrefOf('help', { about: form.name })}>
              How it works
            </a>
          )}
        </div>
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

interface ModelDownloadProps {
  readonly game: Game['name'];
  readonly playing: string;
  /** Whether a network is chosen. */
  readonly networks: boolean;
  onLoad(model: string): void;
  onStop(): void;
}

/** The large model of a game: offered, on its way, or not to be had. */
function ModelDownload({ game, playing, networks, onLoad, onStop }: ModelDownloadProps) {
  const coming = download.value;
  if (coming) {
    const { model, done } = coming;
    return (
      <div class="download">
        <progress max={model.size} value={done} aria-label={`Loading ${titleOf(model.name)}`} />
        <button
          type="button"
          onClick={() => {
            stopDownload();
            onStop();
          }}
        >
          Cancel
        </button>
        <p class="about">
          {titleOf(model.name)}: {megabytes(done)} of {megabytes(model.size)}. Until it is here,{' '}
          {titleOf(modelOf(playing) ?? nameOf(playing))} plays.
        </p>
      </div>
    );
  }
  const offered = offeredModel(game);
  if (!offered) return null;
  const title = titleOf(offered.name);
  if (downloadProblem.value !== undefined)
    return (
      <p class="problem" role="alert">
        {title} could not be loaded: {downloadProblem.value}.{' '}
        <button type="button" class="link" onClick={() => void fetchModel(offered)}>
          Try again
        </button>
      </p>
    );
  if (!networks && modelsOf(game).some(isHere)) return null;
  return (
    <p class="about offer">
      The network {title} plays stronger: {megabytes(offered.size)} to load
      {offered.memory !== undefined && `, ${megabytes(offered.memory)} of memory`}.{' '}
      <button type="button" class="link" onClick={() => onLoad(offered.name)}>
        Load it
      </button>
    </p>
  );
}

function megabytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)}\u00a0GB`;
  return `${bytes < 1e7 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)}\u00a0MB`;
}

interface OptionFieldProps {
  readonly option: Option;
  readonly value: string;
  onChange(value: string): void;
}

function OptionField({ option, value, onChange }: OptionFieldProps) {
  const set = (event: { currentTarget: HTMLInputElement }): void =>
    onChange(event.currentTarget.value.trim() || option.initial);
  return (
    <label class="field-row" title={option.about}>
      <span>{option.label}</span>
      {option.kind === 'choice' ? (
        <Select value={value} choices={option.choices} onChange={onChange} />
      ) : option.kind === 'number' && isNumber(value) ? (
        <input type="number" min={option.min} max={option.max} step={option.step} value={value} onChange={set} />
      ) : (
        <input type="text" spellcheck={false} autocomplete="off" autocapitalize="off" value={value} onChange={set} />
      )}
    </label>
  );
}
