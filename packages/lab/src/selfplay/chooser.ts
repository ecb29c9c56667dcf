// How the player `mcts` chooses: a search a state, those of many games together, so that their leaves share an evaluation. A
// state's search depends on the state alone: chance in it is seeded by the board.

import type { Choice, Chooser, Evaluate, Expander, Game, MoveValue } from 'afterstate';
import { MOVES, packState } from 'afterstate';
import { openExpander } from 'afterstate/node';
import type { SearchSettings } from './search.ts';
import { Search } from './search.ts';
import type { ValueSettings } from './value.ts';
import { scoreSoFar } from './value.ts';

export interface ChooserSettings {
  readonly search: SearchSettings;
  readonly values: ValueSettings;
}

/** What neural/player-worker.ts opens, on a thread of the player. */
export async function openChooser(game: Game, evaluate: Evaluate, settings: ChooserSettings): Promise<Chooser> {
  return searchChooser(await openExpander(game), evaluate, settings);
}

export function searchChooser(expander: Expander, evaluate: Evaluate, settings: ChooserSettings): Chooser {
  const pool: Search[] = [];
  return {
    boardsAState: 1,
    async choose(states) {
      while (pool.length < states.length) pool.push(new Search(expander, settings.search, settings.values));
      states.forEach((state, i) => {
        const { cells, aux } = packState(state);
        const score = settings.values.meaning === 'score' ? 0 : scoreSoFar(state, expander.game);
        pool[i]!.begin(cells, aux, score, cells ^ (BigInt(aux) << 32n));
      });
      const boards = new Uint8Array(16 * states.length);
      let asking = pool.slice(0, states.length);
      for (;;) {
        let count = 0;
        asking = asking.filter((search) => {
          const asks = search.advance(boards, 16 * count);
          if (asks) count++;
          return asks;
        });
        if (count === 0) break;
        const { policy, value } = await evaluate(boards.subarray(0, 16 * count));
        asking.forEach((search, i) => search.absorb(policy, 4 * i, value[i]!));
      }
      return states.map((_, i) => choiceOf(pool[i]!, settings.values));
    },
  };
}

/** A move's value is the score that the search expects from it on; of networks with other values, the share of the visits. */
function choiceOf(search: Search, { meaning }: ValueSettings): Choice {
  const { legal, visits, values, gains, best } = search.found();
  const all = visits.reduce((sum, n) => sum + n, 0);
  const moves = MOVES.flatMap((move, m): MoveValue[] =>
    (legal >> m) & 1
      ? [{ move, value: meaning === 'score' ? values[m]! : visits[m]! / Math.max(1, all), gain: gains[m]! }]
      : [],
  );
  return { best: best < 0 ? undefined : MOVES[best], moves };
}
