// What the chosen player thinks of the position in view: on request as a hint, or continuously while values are shown. Only
// the current position matters: of those that come up while the player thinks, only the latest waits.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { Choice, State } from 'afterstate';
import { engine } from '../engine/engine.ts';
import { firstPlayerIsOpen } from '../engine/first-player.ts';
import { InterruptedError, RefusedError } from '../engine/worker-link.ts';
import { view } from '../game/session.ts';
import { chosenPlayer, player, stoodIn } from '../players/chosen-player.ts';
import { messageOf } from '../shell/errors.ts';
import { gameName, showValues } from '../shell/settings.ts';

export interface Advice {
  readonly state: State;
  readonly player: string;
  readonly choice: Choice;
}

/** Why the player cannot be used, as shown to the person. */
export const playerProblem = signal<string | undefined>(undefined);

const newest = signal<Advice | undefined>(undefined);
/** The state a hint was requested for. */
const hinted = signal<State | undefined>(undefined);
/** Set while auto-run is too fast for anyone to read values. */
export const tooFastForValues = signal(false);

/** The advice to show, if any. */
export const advice = computed(() => {
  const { state } = view.value;
  const found = newest.value;
  const wanted = (showValues.value && !tooFastForValues.value) || hinted.value === state;
  return wanted && found?.state === state && (found.player === player.value || stoodIn(found.player))
    ? found
    : undefined;
});

/** Whether a requested hint has not arrived yet. */
export const awaited = computed(() => {
  const { state, over } = view.value;
  const wanted = showValues.value || hinted.value === state;
  return wanted && !over && !tooFastForValues.value && !advice.value && !playerProblem.value;
});

/** Whether the advice was requested in this position, and is not merely kept in view. */
export const isHint = computed(() => hinted.value === view.value.state);

export function hint(): void {
  hinted.value = view.peek().state;
  void advise();
}

let asking: Promise<Choice | undefined> | undefined;

/** The player's choice in the position in view; undefined if it has none or was interrupted. */
export async function advise(): Promise<Choice | undefined> {
  for (;;) {
    const { state } = view.peek();
    const spec = player.peek();
    const known = newest.peek();
    if (known?.state === state && known.player === spec) return known.choice;
    if (asking) {
      await asking;
      if (view.peek().state !== state || player.peek() !== spec) return undefined;
      continue;
    }
    asking = ask(state, spec);
    const choice = await asking;
    asking = undefined;
    return choice;
  }
}

async function ask(state: State, spec: string): Promise<Choice | undefined> {
  try {
    const choice = await engine.ask({ kind: 'choose', game: view.peek().game.spec, player: spec, state });
    newest.value = { state, player: spec, choice };
    playerProblem.value = undefined;
    return choice;
  } catch (error) {
    if (!(error instanceof InterruptedError)) explain(error);
    return undefined;
  }
}

export function explain(error: unknown): void {
  const message = messageOf(error);
  playerProblem.value = error instanceof RefusedError ? message : `the player failed: ${message}`;
}

/** Starts keeping the advice up to date with the position and the player. */
export function startAdvice(): void {
  // Another player: the last one's thoughts no longer matter, except that a stand-in may finish its own.
  let last = player.peek();
  effect(() => {
    const now = player.value;
    untracked(() => {
      playerProblem.value = undefined;
      if (!stoodIn(last) || now !== chosenPlayer.peek()) engine.interrupt();
    });
    last = now;
  });

  // If a model arrives while the previous player thinks about a hint, the new player is asked instead.
  effect(() => {
    const { state, over } = view.value;
    const wanted = (showValues.value && !tooFastForValues.value) || hinted.value === state;
    void player.value;
    if (wanted && !over) untracked(() => void advise());
  });

  // The player most likely to be asked next is opened as soon as it is known.
  effect(() => {
    const job = { kind: 'open', game: gameName.value, player: player.value } as const;
    untracked(
      () =>
        void engine
          .ask(job)
          .catch(() => undefined)
          .then(firstPlayerIsOpen),
    );
  });
}
