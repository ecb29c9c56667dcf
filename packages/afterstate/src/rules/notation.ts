// Board notation: sixteen tile values, row by row. Read with commas, spaces, line breaks or slashes between them and
// `0`, `.` or `_` for an empty cell; written as `0,2,4,8/0,0,2,64/0,0,0,0/0,0,0,2`, which no shell takes apart.
// Threes adds ` next=1|2|3|bonus` and, where it is not the full bag less the tile shown, ` bag=ones,twos,threes`.

import type { Board, Game, Hint, State } from './game.ts';
import { InputError } from './input-error.ts';
import { cellName, CELLS } from './lines.ts';
import { allowsBonus, type Bag, defaultBag, FULL_BAG } from './threes.ts';

const EMPTY = ['0', '.', '_'];
const HINTS: readonly Hint[] = [1, 2, 3, 'bonus'];

export function parseBoard(text: string, game: Game): State {
  const settings = new Map<string, string>();
  const cells = text.replace(/([a-z]+)=([^\s/]*)/gi, (_, key: string, value: string) => {
    if (settings.has(key)) throw new InputError(`'${key}' stands twice in the board; give it once`);
    settings.set(key, value);
    return ' ';
  });
  const board = parseCells(cells, game);
  const known = game.name === 'threes' ? ['next', 'bag'] : [];
  for (const key of settings.keys()) {
    if (known.includes(key)) continue;
    const remedy =
      known.length > 0
        ? `a board of ${game.name} has ${known.join(', ')}`
        : `a board of ${game.name} is its tiles alone`;
    throw new InputError(`unknown '${key}=' in the board; ${remedy}`);
  }
  if (game.name !== 'threes') return { board };
  const next = parseHint(settings.get('next'), board);
  return { board, next, bag: parseBag(settings.get('bag'), next) };
}

export function printBoard(state: State, game: Game): string {
  const rows = [0, 4, 8, 12].map((first) =>
    state.board
      .slice(first, first + 4)
      .map((e) => game.tile(e))
      .join(','),
  );
  const words = [rows.join('/')];
  if (state.next !== undefined) {
    words.push(`next=${state.next}`);
    const bag = state.bag?.join();
    if (bag !== undefined && bag !== defaultBag(state.next).join()) words.push(`bag=${bag}`);
  }
  return words.join(' ');
}

/** The board as four aligned lines of plain text; what it draws can be read again by `parseBoard`. */
export function drawBoard(state: State, game: Game): string {
  const tiles = state.board.map((e) => (e === 0 ? '.' : String(game.tile(e))));
  const width = Math.max(4, ...tiles.map((tile) => tile.length));
  const rows = [0, 4, 8, 12].map((first) =>
    tiles
      .slice(first, first + 4)
      .map((tile) => tile.padStart(width))
      .join(' '),
  );
  const settings = printBoard(state, game).split(' ').slice(1);
  return [...rows, ...(settings.length > 0 ? [settings.join(' ')] : [])].join('\n');
}

function parseCells(text: string, game: Game): Board {
  const words = text.split(/[\s,/]+/).filter((word) => word !== '');
  if (words.length !== CELLS) {
    throw new InputError(
      `the board has ${words.length} cells; give ${CELLS} tile values, row by row, with 0 for an empty cell`,
    );
  }
  return words.map((word, cell) => {
    if (EMPTY.includes(word)) return 0;
    const exponent = /^[1-9]\d*$/.test(word) ? game.exponent(Number(word)) : undefined;
    if (exponent === undefined) {
      throw new InputError(
        `'${word}', value ${cell + 1} (${cellName(cell)}), is no tile of ${game.name}; use ${tileNames(game)}, or 0 for empty`,
      );
    }
    return exponent;
  });
}

function tileNames(game: Game): string {
  const first = [1, 2, 3, 4].map((exponent) => game.tile(exponent));
  return `${first.join(', ')} … ${game.tile(game.maxExponent)}`;
}

function parseHint(text: string | undefined, board: Board): Hint {
  if (text === undefined) {
    throw new InputError('the board does not say which tile comes next; add next=1, next=2, next=3 or next=bonus');
  }
  const hint = HINTS.find((candidate) => String(candidate) === text);
  if (hint === undefined)
    throw new InputError(`'${text}' for next is not possible; next is one of ${HINTS.join(', ')}`);
  if (hint === 'bonus' && !allowsBonus(board)) {
    throw new InputError(
      'next=bonus needs a tile of 48 or more on the board; the largest is smaller, so next is 1, 2 or 3',
    );
  }
  return hint;
}

/** Where the bag is not given, it is taken to be the full one less the tile that is shown. */
function parseBag(text: string | undefined, next: Hint): Bag {
  if (text === undefined) return defaultBag(next);
  const [ones, twos, threes, ...more] = text.split(',').map((word) => (/^\d$/.test(word) ? Number(word) : NaN));
  const most = defaultBag(next);
  if (
    more.length > 0 ||
    !(ones !== undefined && ones <= most[0]) ||
    !(twos !== undefined && twos <= most[1]) ||
    !(threes !== undefined && threes <= most[2])
  ) {
    const less = next === 'bonus' ? '' : ` less the ${next} that is shown`;
    throw new InputError(
      `'${text}' for bag is not possible; bag is how many 1s, 2s and 3s are left, as in bag=${most.join()}, at most ${FULL_BAG[0]} of each${less}`,
    );
  }
  return [ones, twos, threes];
}
