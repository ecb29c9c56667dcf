// The numbers of the game: score, best, moves; in Threes the tile to come.

import { best, view } from '../game/session.ts';
import { TileChip } from '../board/board-view.tsx';
import { count } from '../shell/numbers.ts';
import { nextWords } from './words.ts';

export function Tally() {
  const { game, state, score, moves, helped, edited } = view.value;
  const { own, helped: withHelp } = best.value;
  const title = edited
    ? 'A board that was set up does not count for the best score'
    : `Best by hand ${count(own)}, with the help of a player ${count(withHelp)}`;
  return (
    <dl class="tally">
      <div class="score">
        <dt>Score</dt>
        <dd>{count(score)}</dd>
      </div>
      <div title={title}>
        <dt>{helped && !edited ? 'Best with help' : 'Best'}</dt>
        <dd>{count(helped && !edited ? withHelp : own)}</dd>
      </div>
      <div>
        <dt>Moves</dt>
        <dd>{count(moves)}</dd>
      </div>
      {state.next !== undefined && (
        <div class="next">
          <dt>Next</dt>
          <dd>
            <TileChip
              game={game.name}
              exponent={state.next === 'bonus' ? 4 : state.next}
              text={state.next === 'bonus' ? '+' : String(game.tile(state.next))}
            />
            <span class="unseen">{nextWords(state.next)}</span>
          </dd>
        </div>
      )}
    </dl>
  );
}
