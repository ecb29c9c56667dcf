// How the player `mcts` chooses: one search per state, those of many games together, so that their leaves share an evaluation. A
// state's search depends on the state alone: chance in it is seeded by the board. The card of a network's file says what its
// values mean and how it was searched while it learned.

import type { Expander } from '../kernel/expander.ts';
import { packState } from '../kernel/pack.ts';
import { MOVES } from '../rules/game.ts';
import type { TreeSearchSettings } from './mcts-search.ts';
import { TreeSearch } from './mcts-search.ts';
import type { ValueSettings } from './mcts-value.ts';
import { VALUE_MEANINGS, VALUE_SCALES } from './mcts-value.ts';
import type { Chooser, Evaluate } from './neural.ts';
import type { NeuralCard } from './neural-file.ts';
import type { Choice, MoveValue } from './player.ts';

export interface SearchWay {
  readonly search: TreeSearchSettings;
  readonly values: ValueSettings;
}

export function searchChooser(expander: Expander, evaluate: Evaluate, { search, values }: SearchWay): Chooser {
  const pool: TreeSearch[] = [];
  return {
    boardsAState: 1,
    async choose(states) {
      while (pool.length < states.length) pool.push(new TreeSearch(expander, search, values));
      states.forEach((state, i) => {
        const { cells, aux } = packState(state);
        const score = values.meaning === 'score' ? 0 : expander.game.scoreOf(state.board);
        pool[i]!.begin(cells, aux, score, cells ^ (BigInt(aux) << 32n));
      });
      const boards = new Uint8Array(16 * states.length);
      let asking = pool.slice(0, states.length);
      for (;;) {
        let count = 0;
        asking = asking.filter((one) => {
          const asks = one.advance(boards, 16 * count);
          if (asks) count++;
          return asks;
        });
        if (count === 0) break;
        const { policy, value } = await evaluate(boards.subarray(0, 16 * count));
        asking.forEach((one, i) => one.absorb(policy, 4 * i, value[i]!));
      }
      return states.map((_, i) => choiceOf(pool[i]!, values));
    },
  };
}

/** A move's value is the score that the search expects after it; for networks with other values, its share of the visits. */
function choiceOf(search: TreeSearch, { meaning }: ValueSettings): Choice {
  const { legal, visits, values, gains, best } = search.found();
  const all = visits.reduce((sum, n) => sum + n, 0);
  const moves = MOVES.flatMap((move, m): MoveValue[] =>
    (legal >> m) & 1
      ? [{ move, value: meaning === 'score' ? values[m]! : visits[m]! / Math.max(1, all), gain: gains[m]! }]
      : [],
  );
  return { best: best < 0 ? undefined : MOVES[best], moves };
}

/** How a network was searched while it learned by self-play; undefined if it did not. */
export function taughtSearch(card: NeuralCard): SearchWay | undefined {
  const { search, values } = card.provenance as {
    search?: Partial<TreeSearchSettings>;
    values?: Partial<ValueSettings>;
  };
  const meaning = VALUE_MEANINGS.find((name) => name === values?.meaning);
  const scale = VALUE_SCALES.find((name) => name === values?.scale);
  const reference = values?.reference;
  const { sims, c, chance, widen = 0, ends = true } = search ?? {};
  if (card.values !== 'state' || !meaning || !scale || !isAmount(reference)) return undefined;
  if (!isAmount(sims) || !isAmount(c) || !isAmount(widen)) return undefined;
  if (typeof chance !== 'boolean' || typeof ends !== 'boolean') return undefined;
  return { search: { sims, c, chance, widen, ends }, values: { meaning, scale, reference } };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
