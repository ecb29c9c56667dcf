// The exact chance of making one more tile beside large ones, while values are in view and the board is in an endgame. Unlike the
// chances of chances.ts, which are counted in games, it is what perfect play would make of the position.

import { computed, effect, signal } from '@preact/signals';
import { type Endgame, quickEndgameOf } from 'afterstate';
import type { EndgameAnswers, EndgameJob } from '../engine/endgame-worker.ts';
import { WorkerLink } from '../engine/worker-link.ts';
import { type View, view } from '../game/session.ts';
import { advice } from './advice.ts';

export interface EndgameChance {
  /** The tile to make. */
  readonly target: number;
  readonly locked: number;
  readonly chance: number;
}

/** Fewer large tiles leave so much room that the chance of a small target is nearly 1 and says nothing. */
const LEAST_LOCKED = 7;

function endgameOf({ game, state, over }: View): Endgame | undefined {
  if (over || !game.plainSpawns) return undefined;
  try {
    const endgame = quickEndgameOf(state.board, game);
    return endgame.locked.length >= LEAST_LOCKED ? endgame : undefined;
  } catch {
    // The board is in no endgame; the error says why, but nobody asked.
    return undefined;
  }
}

const found = signal<(EndgameChance & { readonly view: View }) | undefined>(undefined);
export const endgameChance = computed(() =>
  advice.value && found.value?.view === view.value ? found.value : undefined,
);

let link: WorkerLink<EndgameJob, EndgameAnswers> | undefined;

function worker(): WorkerLink<EndgameJob, EndgameAnswers> {
  const mine = new WorkerLink<EndgameJob, EndgameAnswers>(
    new Worker(new URL('../engine/endgame-worker.ts', import.meta.url), { type: 'module' }),
    () => link === mine && (link = undefined),
  );
  return mine;
}

/** Starts asking for each position whose values are shown. */
export function startEndgame(): void {
  effect(() => {
    const shown = advice.value;
    const now = view.value;
    const endgame = shown && endgameOf(now);
    if (!endgame) {
      // Values come and go with every move; only a board that is in no endgame gives the memory back.
      if (shown) {
        link?.end();
        link = undefined;
      }
      return;
    }
    const { game, state } = now;
    (link ??= worker()).ask({ kind: 'chance', game: game.spec, board: state.board }).then(
      (chance) =>
        (found.value = { target: game.tile(endgame.target), locked: endgame.locked.length, chance, view: now }),
      // The worker could not be started, or was ended: there is no chance to show for this position.
      () => undefined,
    );
  });
}
