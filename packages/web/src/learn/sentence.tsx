// The training settings as a sentence whose words can be changed.

import { signal } from '@preact/signals';
import { GAME_NAMES, NETWORKS, parseGame } from 'afterstate';
import { gameName } from '../shell/settings.ts';
import { Select } from '../widgets/select.tsx';
import {
  alphaProblem,
  choice,
  choose,
  LARGEST_ALPHA,
  learned,
  METHOD_CHOICES,
  NETWORK_CHOICES,
  THREAD_CHOICES,
} from './learning.ts';

const GAME_CHOICES = GAME_NAMES.map((name) => [name, parseGame(name).title] as const);

/** "Learn 2048 with five 4-tuples by TC, α 1, on 2 threads." */
export function Sentence() {
  const fixed = learned.value;
  const { network, method, alpha, threads } = fixed ?? choice.value;
  const game = fixed?.game ?? gameName.value;
  const threadWords = THREAD_CHOICES.map((n) => [String(n), n === 1 ? '1 thread' : `${n} threads`] as const);
  if (fixed)
    return (
      <p class="sentence fixed">
        Learn <b>{wordFor(GAME_CHOICES, game)}</b> with <b>{wordFor(NETWORK_CHOICES, network)}</b> by{' '}
        <b>{wordFor(METHOD_CHOICES, method)}</b>, α <b>{alpha}</b>, on <b>{wordFor(threadWords, String(threads))}</b>.
      </p>
    );
  return (
    <p class="sentence">
      Learn{' '}
      <Select
        label="game"
        value={game}
        choices={GAME_CHOICES}
        onChange={(name) => (gameName.value = parseGame(name).name)}
      />{' '}
      with <NetworkWord network={network} /> by{' '}
      <Select label="method" value={method} choices={METHOD_CHOICES} onChange={chooseMethod} />, α{' '}
      <input
        type="number"
        aria-label="step size"
        min={0}
        max={LARGEST_ALPHA}
        step="any"
        value={refusedAlpha.value ?? alpha}
        aria-invalid={refusedAlpha.value !== undefined}
        aria-describedby={refusedAlpha.value === undefined ? undefined : 'alpha-problem'}
        onChange={(event) => takeAlpha(event.currentTarget.value)}
      />
      , on{' '}
      <Select
        label="threads"
        value={String(threads)}
        choices={threadWords}
        onChange={(threads) => choose({ threads: Number(threads) })}
      />
      .
    </p>
  );
}

/** A step size as typed, if it cannot be used. */
export const refusedAlpha = signal<string | undefined>(undefined);

function takeAlpha(text: string): void {
  const alpha = text.trim() === '' ? NaN : Number(text);
  const wrong = alphaProblem(alpha) !== undefined;
  refusedAlpha.value = wrong ? text : undefined;
  if (!wrong) choose({ alpha });
}

/** It brings its own step size. */
function chooseMethod(method: string): void {
  refusedAlpha.value = undefined;
  choose({ method });
}

/** Why learning cannot start. */
export function AlphaProblem() {
  if (refusedAlpha.value === undefined || learned.value) return null;
  return (
    <p class="problem" role="alert" id="alpha-problem">
      {alphaProblem(NaN)}
    </p>
  );
}

/** Whether patterns are typed. */
const typing = signal(false);
const OWN = 'own';

/** One of the known networks, or typed patterns, starting from those of the previous network. */
function NetworkWord({ network }: { network: string }) {
  const known = NETWORK_CHOICES.some(([name]) => name === network);
  const own = typing.value || !known;
  return (
    <>
      <Select
        label="network"
        value={own ? OWN : network}
        choices={[...NETWORK_CHOICES, [OWN, 'these patterns']]}
        onChange={(name) => {
          typing.value = name === OWN;
          choose({ network: name === OWN ? (NETWORKS[network] ?? network) : name });
        }}
      />
      {own && (
        <>
          {' '}
          <input
            type="text"
            class="patterns"
            aria-label="patterns"
            title="Cells in hexadecimal, row by row: 0123 is the first row. Names such as 4x6 work too."
            spellcheck={false}
            autocomplete="off"
            autocapitalize="off"
            value={network}
            onChange={(event) => choose({ network: event.currentTarget.value.trim() || '5x4' })}
          />
        </>
      )}
    </>
  );
}

type Words = readonly (readonly [value: string, label: string])[];

function wordFor(choices: Words, value: string): string {
  return choices.find(([choice]) => choice === value)?.[1] ?? value;
}
