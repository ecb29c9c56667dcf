// The choice of a player and its options, drawn from what the library declares; the spec is shown as one would type it.

import type { Game, OptionInfo } from 'afterstate';
import { useId } from 'preact/hooks';
import { hrefOf } from '../shell/address.ts';
import { megabytes } from '../shell/numbers.ts';
import { FileButton } from '../widgets/file-button.tsx';
import { Select } from '../widgets/select.tsx';
import { SteadyInput } from '../widgets/steady-input.tsx';
import {
  effortKeys,
  formOf,
  modelOf,
  nameOf,
  readEffort,
  valueOf,
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
import { type Model, modelsOf, titleOf } from './models.ts';
import { openModelFile } from './open-model.ts';
import { formsFor, specOf, withOffered } from './playable.ts';

interface PlayerFieldsProps {
  readonly game: Game['name'];
  readonly spec: string;
  /** What plays until the model of the spec is here. */
  readonly playing: string;
  /** Whether only players that give values to moves are offered. */
  readonly valued?: boolean;
  /** Why the spec cannot be used, if so. */
  readonly problem?: string | undefined;
  onChange(spec: string): void;
}

export function PlayerFields({ game, spec, playing, valued = false, problem, onChange }: PlayerFieldsProps) {
  const id = useId();
  const offered = formsFor(game);
  const forms = offered.filter(({ unit }) => !valued || unit !== 'probability');
  const form = formOf(spec);
  const models = form?.needsModel ? modelsOf(game, form.name) : [];
  const options = form?.options(game) ?? [];
  const chosenByEffort = form?.effort ? effortKeys(form.effort) : [];
  const isUsual = ({ key, rare }: OptionInfo): boolean => !rare && !chosenByEffort.includes(key);
  const field = (option: OptionInfo) => (
    <OptionField
      key={option.key}
      option={option}
      value={valueOf(option, spec)}
      onChange={(value) => onChange(withOption(option, spec, value))}
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
          Networks that give probabilities are not offered here: how sure they are of one move does not say what another
          loses.
        </p>
      )}
      {models.length > 0 && (
        <label class="field-row">
          <span>model</span>
          <Select
            value={modelOf(spec) ?? ''}
            choices={models.map((model) => [
              model.name,
              model.small || isHere(model)
                ? titleOf(model.name)
                : `${titleOf(model.name)}, ${megabytes(bytesToLoad(model))}`,
            ])}
            onChange={(model) => onChange(withModel(spec, model))}
          />
        </label>
      )}
      {form?.effort && (
        <label class="field-row">
          <span>{form.effort.label}</span>
          <Select
            value={readEffort(form.effort, spec)}
            choices={form.effort.choices}
            onChange={(part) => onChange(withEffort(form.effort!, spec, part))}
          />
        </label>
      )}
      {options.filter(isUsual).map(field)}
      <details>
        <summary>More</summary>
        <div class="more">
          {options.filter((option) => option.rare && !chosenByEffort.includes(option.key)).map(field)}
          <label class="field-row spec" for={`${id}-spec`}>
            <span>As text</span>
            <SteadyInput
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
          <div>
            <FileButton
              label="Open a model file"
              what="A model file"
              accept=".compact,.safetensors,.onnx"
              onPick={(file) => void openModelFile(file)}
            />
          </div>
          {form && (
            <a class="about" href={hrefOf('help', { about: form.name })}>
              How it works
            </a>
          )}
        </div>
      </details>
      {/* It comes and goes by itself, so it is placed where it moves nothing that a person is about to press. */}
      <ModelDownload
        game={game}
        wanted={modelOf(spec)}
        playing={playing}
        networks={form?.name === 'ntuple'}
        onLoad={(model) => onChange(withOffered(spec, model))}
        onStop={() => onChange(playing)}
      />
      {problem !== undefined && (
        <p class="problem" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      )}
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
  onLoad(model: Model): void;
  onStop(): void;
}

/** What a player needs, if it is loading or unavailable; or the offer of a game's large model. */
function ModelDownload({ game, wanted, playing, networks, onLoad, onStop }: ModelDownloadProps) {
  const coming = download.value;
  if (coming) {
    const { model, done, size } = coming;
    if (model.small)
      return (
        <p class="about slow">
          {titleOf(modelOf(playing) ?? nameOf(playing))} plays until {titleOf(model.name)} is here.
        </p>
      );
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
          {!model.players.includes('ntuple') && model.size < size && ', including what runs it'}. Until it is here,{' '}
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
      <button type="button" class="link" onClick={() => onLoad(offered)}>
        Load it
      </button>
    </p>
  );
}

interface OptionFieldProps {
  readonly option: OptionInfo;
  /** As specs write it. */
  readonly value: string;
  onChange(value: string): void;
}

function OptionField({ option, value, onChange }: OptionFieldProps) {
  const { label, about, unit } = option;
  return (
    <label class="field-row" title={about}>
      <span>{label}</span>
      {unit === undefined ? (
        <OptionInput option={option} value={value} onChange={onChange} />
      ) : (
        <span class="measured">
          <OptionInput option={option} value={value} onChange={onChange} />
          <span>{unit}</span>
        </span>
      )}
    </label>
  );
}

function OptionInput({ option, value, onChange }: OptionFieldProps) {
  const { kind, default: initial, auto, choices, min, max, zero, whole } = option;
  if (choices) {
    const given = choices.map((choice) => [choice.value, choice.label] as const);
    const all = auto === undefined ? given : [[initial, auto] as const, ...given];
    return <Select value={value} choices={all} onChange={onChange} />;
  }
  const isNumber = kind === 'number' && (value === initial || Number.isFinite(Number(value)));
  return (
    <SteadyInput
      {...(isNumber
        ? { type: 'number', min: zero === undefined ? min : 0, max, step: whole ? 1 : 'any' }
        : { type: 'text', spellcheck: false, autocomplete: 'off', autocapitalize: 'off' })}
      // People leave a field empty when they have no preference.
      value={auto !== undefined && value === initial ? '' : value}
      placeholder={auto}
      onChange={(event) => onChange(event.currentTarget.value.trim() || initial)}
    />
  );
}
