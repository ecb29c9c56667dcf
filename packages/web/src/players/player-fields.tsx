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
import {
  bytesToLoad,
  download,
  downloadProblem,
  fetchModel,
  isHere,
  offeredModel,
  stopDownload,
} from './model-download.ts';
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
  const offered = formsFor(game);
  const forms = offered.filter(({ unit }) => !valued || unit !== 'probability');
  const form = formOf(spec);
  const models = form?.needsModel ? modelsOf(game, form.name) : [];
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
      {valued && offered.some(({ unit, needsModel }) => unit === 'probability' && needsModel) && (
        <p class="about">
          Networks that give probabilities are not offered here: how sure they are of a move does not say what another
          one loses.
        </p>
      )}
      {models.length > 0 && (
        <label class="field-row">
          <span>model</span>
          <Select
            value={modelOf(spec) ?? ''}
            choices={models.map((model) => [
              model.name,
              isHere(model) ? titleOf(model.name) : `${titleOf(model.name)}, ${megabytes(bytesToLoad(model))}`,
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
        wanted={modelOf(spec)}
        playing={playing}
        networks={form?.name === 'ntuple'}
        onLoad={(model) => onChange(withModel(form?.name === 'ntuple' ? spec : 'ntuple?ply=2', model))}
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
        accept=".compact,.safetensors,.onnx"
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
  /** The model of the spec. */
  readonly wanted: string | undefined;
  readonly playing: string;
  /** Whether an n-tuple network is chosen. */
  readonly networks: boolean;
  onLoad(model: string): void;
  onStop(): void;
}

/** What a player needs, on its way or not to be had; the large model of a game, offered. */
function ModelDownload({ game, wanted, playing, networks, onLoad, onStop }: ModelDownloadProps) {
  const coming = download.value;
  if (coming) {
    const { model, done, size } = coming;
    return (
      <div class="download">
        <progress max={size} value={done} aria-label={`Loading ${titleOf(model.name)}`} />
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
          {titleOf(model.name)}: {megabytes(done)} of {megabytes(size)}
          {!model.players.includes('ntuple') && model.size < size && ', what runs it included'}. Until it is here,{' '}
          {titleOf(modelOf(playing) ?? nameOf(playing))} plays.
        </p>
      </div>
    );
  }
  const failed = downloadProblem.value;
  if (failed && failed.model.name === wanted)
    return (
      <p class="problem" role="alert">
        {titleOf(failed.model.name)} could not be loaded: {failed.message}.{' '}
        <button type="button" class="link" onClick={() => void fetchModel(failed.model)}>
          Try again
        </button>
      </p>
    );
  const offered = offeredModel(game);
  if (!offered || (!networks && modelsOf(game, 'ntuple').some(isHere))) return null;
  const title = titleOf(offered.name);
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
