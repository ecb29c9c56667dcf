// What the Learn page says about what is kept: when the training was last saved, the network under a name, and trainings from earlier
// visits that can be continued.

import { signal } from '@preact/signals';
import { parseGame } from 'afterstate';
import { useEffect } from 'preact/hooks';
import { count, megabytes } from '../shell/numbers.ts';
import { dateWords } from '../shell/words.ts';
import { Icon } from '../widgets/icon.tsx';
import type { KeptTraining } from './kept-training.ts';
import { kept, keepNetwork, keptProblem, METHOD_CHOICES, NETWORK_CHOICES, phase, usualName } from './learning.ts';
import { discard, discarded, listTrainings, offered, take, takeBack } from './trainings.ts';
import './kept.css';

/** The name of the network just kept. */
const justKept = signal<string | undefined>(undefined);

/** A longer gap between saves is worth a word. */
const USUAL_SECONDS = 10;

/** Says whether the training is safe. */
export function Kept() {
  const idle = phase.value === 'idle';
  useEffect(() => {
    justKept.value = undefined;
  }, [idle]);
  const named = justKept.value;
  return (
    <p class="kept" role="status">
      {idle ? null : keptProblem.value !== undefined ? keptProblem.value : <Saved />}
      {named !== undefined && ` The network is kept as ${named} and offered among the players.`}
    </p>
  );
}

function Saved() {
  const last = kept.value;
  if (!last) return <>Not saved yet.</>;
  const often = last.everySeconds > USUAL_SECONDS;
  return (
    <>
      Saved{' '}
      {often &&
        `every ${Math.round(last.everySeconds)} s, since it is large (${megabytes(last.bytes)}); last at ${new Date(last.at).toLocaleTimeString('en-GB')}`}
      {!often && 'every few seconds'}. A reload continues it.
    </>
  );
}

const naming = signal<string | undefined>(undefined);

export function KeepButton({ disabled }: { disabled: boolean }) {
  if (naming.value === undefined)
    return (
      <button type="button" disabled={disabled} onClick={() => (naming.value = usualName())}>
        <Icon name="done" />
        Keep
      </button>
    );
  const keep = async (): Promise<void> => {
    const name = (naming.peek() ?? '').trim() || usualName();
    naming.value = undefined;
    await keepNetwork(name);
    justKept.value = name;
  };
  return (
    <form
      class="asked"
      onSubmit={(event) => {
        event.preventDefault();
        void keep();
      }}
    >
      <input
        type="text"
        aria-label="Name of the network"
        maxLength={60}
        spellcheck={false}
        value={naming.value}
        onInput={(event) => (naming.value = event.currentTarget.value)}
      />
      <button type="submit">Keep it</button>
      <button type="button" onClick={() => (naming.value = undefined)}>
        Cancel
      </button>
    </form>
  );
}

/** "2048 with five 4-tuples by TC" */
export function trainingWords({ choice: { game, network, method } }: KeptTraining): string {
  const word = (words: typeof NETWORK_CHOICES, value: string): string =>
    words.find(([name]) => name === value)?.[1] ?? value;
  return `${parseGame(game).title} with ${word(NETWORK_CHOICES, network)} by ${word(METHOD_CHOICES, method)}`;
}

/** Trainings from earlier visits. */
export function Offered() {
  // Including those of tabs closed in the meantime.
  useEffect(() => {
    const look = (): void => void listTrainings();
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  const gone = discarded.value;
  if (offered.value.length === 0 && !gone) return null;
  return (
    <section class="panel offered" aria-label="Earlier trainings">
      {offered.value.length > 0 && <h2>Earlier trainings</h2>}
      <ul>
        {offered.value.map((training) => (
          <li key={training.id}>
            <span>
              {trainingWords(training)}
              <span class="quiet">
                {count(training.games)} games, {megabytes(training.bytes)}, saved {dateWords(training.at)}
              </span>
            </span>
            <span class="buttons">
              <button type="button" onClick={() => void take(training)}>
                <Icon name="play" />
                Continue it
              </button>
              <button type="button" class="plain" onClick={() => void discard(training.id)}>
                Delete
              </button>
            </span>
          </li>
        ))}
      </ul>
      {gone && (
        <p role="status">
          {trainingWords(gone)} was discarded.{' '}
          <button type="button" class="link" onClick={() => void takeBack()}>
            Take it back
          </button>
        </p>
      )}
    </section>
  );
}
