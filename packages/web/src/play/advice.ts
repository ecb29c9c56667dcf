// What the chosen player thinks of the position in view: asked for by a hint, or always while the values are kept in
// view. Only the newest position matters: while one is being thought about, later ones wait as one.

import { computed, effect, signal, untracked } from '@preact/signals';
import type { Choice, State } from 'afterstate';
import { Engine, InterruptedError, RefusedError } from '../engine/engine.ts';
import { view } from '../game/session.ts';
import { defaultSpec, missingModel, playable, suits } from '../players/forms.ts';
import { fetchModel } from '../players/model-download.ts';
import { gameName, playerSpec, showValues } from '../shell/settings.ts';

export const engine = new Engine();

export interface Advice {
  readonly state: State;
  readonly player: string;
  readonly choice: Choice;
}

/** The spec that was chosen; its model may still have to be fetched. */
export const chosenPlayer = computed(() => {
  const [chosen, game] = [playerSpec.value, gameName.value];
  return chosen !== undefined && suits(chosen, game) ? chosen : defaultSpec(game);
});

/** The spec of the player that hints and runs. */
export const player = computed(() => playable(chosenPlayer.value, gameName.value));

effect(() => {
  const model = missingModel(chosenPlayer.value, gameName.value);
  if (model) untracked(() => void fetchModel(model));
});

/** Why the player cannot be used, in words for the person. */
export const playerProblem = signal<string | undefined>(undefined);

const newest = signal<Advice | undefined>(undefined);
/** The state for which a hint was asked. */
const hinted = signal<State | undefined>(undefined);
/** Set while auto-run is too fast for values to be read. */
export const tooFastForValues = signal(false);

/** The advice to show, if any. */
export const advice = computed(() => {
  const { state } = view.value;
  const found = newest.value;
  const wanted = (showValues.value && !tooFastForValues.value) || hinted.value === state;
  return wanted && found?.state === state && found.player === player.value ? found : undefined;
});

/** A hint was asked for and is not there yet. */
export const awaited = computed(() => {
  const { state, over } = view.value;
  const wanted = showValues.value || hinted.value === state;
  return wanted && !over && !tooFastForValues.value && !advice.value && !playerProblem.value;
});

/** Whether the advice was asked for in this position, and is not only kept in view. */
export const isHint = computed(() => hinted.value === view.value.state);

export function hint(): void {
  hinted.value = view.peek().state;
  void advise();
}

let asking: Promise<Choice | undefined> | undefined;

/** The player's choice in the position in view; undefined where it has none to give or was interrupted. */
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
  const message = error instanceof Error ? error.message : String(error);
  playerProblem.value = error instanceof RefusedError ? message : `the player failed: ${message}`;
}

// Another player: what the last one was thinking about is no longer of interest.
effect(() => {
  void player.value;
  untracked(() => {
    playerProblem.value = undefined;
    engine.interrupt();
  });
});

// A hint that was asked of the player before, whose model came while it was thinking, is asked of this one.
effect(() => {
  const { state, over } = view.value;
  const wanted = (showValues.value && !tooFastForValues.value) || hinted.value === state;
  void player.value;
  if (wanted && !over) untracked(() => void advise());
});

// The player that is likely to be asked is made ready as soon as it is known.
effect(() => {
  const job = { kind: 'open', game: gameName.value, player: player.value } as const;
  untracked(() => void engine.ask(job).catch(() => undefined));
});
