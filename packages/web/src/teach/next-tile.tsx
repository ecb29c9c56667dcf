// The next tile, in a line of text; nothing in a game that does not show it.

import type { Game, State } from 'afterstate';
import { NextChip } from '../board/next-tile.tsx';

export function NextWord({ state: { next }, game }: { state: State; game: Pick<Game, 'name' | 'tile'> }) {
  if (next === undefined) return null;
  return (
    <span class="next-tile">
      Next <NextChip next={next} game={game} />
    </span>
  );
}
