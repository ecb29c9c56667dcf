// The numbers of the game: score, best and moves; in Threes also the next tile.

import { best, view } from '../game/session.ts';
import { NextTile } from '../board/next-tile.tsx';
import { count } from '../shell/numbers.ts';

export function Tally() {
  const { game, state, score, moves, helped, edited } = view.value;
  const { own, helped: withHelp } = best.value;
  const title = edited
    ? 'A game from an edited board does not count towards the best score'
    : `Best on your own ${count(own)}, with help from a player ${count(withHelp)}`;
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
      <NextTile game={game} state={state} />
    </dl>
  );
}
