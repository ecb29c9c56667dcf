// The next tile, in games that show it.

import type { Game, Hint, State } from 'afterstate';
import { TileChip } from './board-view.tsx';

export function nextWords(next: Hint): string {
  return next === 'bonus' ? 'a bonus' : String(next);
}

export function NextChip({ game, next }: { game: Pick<Game, 'name' | 'tile'>; next: Hint }) {
  return (
    <>
      <TileChip
        game={game.name}
        exponent={next === 'bonus' ? 4 : next}
        text={next === 'bonus' ? '+' : String(game.tile(next))}
      />
      <span class="unseen">{nextWords(next)}</span>
    </>
  );
}

/** An entry of a list of numbers. */
export function NextTile({ game, state: { next } }: { game: Game; state: State }) {
  if (next === undefined) return null;
  return (
    <div class="next">
      <dt>Next</dt>
      <dd>
        <NextChip game={game} next={next} />
      </dd>
    </div>
  );
}
