// The picture of a game: tiles of three lines each, with a panel next to them, in 256 colours or in boxes.

import { type Choice, type Game, type Hint, type Move, rowsOf, type State } from 'afterstate';
import type { Paint } from './colour.ts';
import { decimal } from './table.ts';

const WIDTH = 8;

/** Background colours by exponent, light to strong; foreground is dark on the first light ones. */
const BACKGROUNDS: readonly number[] = [
  237, 254, 223, 215, 209, 203, 196, 228, 227, 221, 220, 214, 149, 71, 37, 33, 63, 129,
];
/** Backgrounds of special tiles, such as Threes' 1 and 2. */
const OWN_KINDS: readonly number[] = [74, 204];
const DARK = 235;
const LIGHT = 231;

/** On four rows, nine lines in boxes and fifteen in colours. */
export function drawTiles(state: State, game: Game, paint: Paint, fresh?: number): string[] {
  return paint.enabled ? colouredTiles(state, game, paint, fresh) : boxedTiles(state, game);
}

function colouredTiles(state: State, game: Game, paint: Paint, fresh?: number): string[] {
  const lines: string[] = [];
  for (const [row, exponents] of rowsOf(state.board, game).entries()) {
    const tiles = exponents.map((exponent, column) => {
      const cell = game.columns * row + column;
      const [foreground, background] = colours(exponent, game);
      // Mark the tile that has just appeared, because the eye cannot follow it otherwise.
      const text = exponent === 0 ? '' : `${game.tile(exponent)}`;
      return {
        blank: paint.colour(' '.repeat(WIDTH), foreground, background),
        middle: paint.colour(centre(cell === fresh ? `·${text}·` : text, WIDTH), foreground, background),
      };
    });
    const blank = tiles.map((tile) => tile.blank).join(' ');
    lines.push(blank, tiles.map((tile) => tile.middle).join(' '), blank);
    if (row < game.rows - 1) lines.push('');
  }
  return lines;
}

function colours(exponent: number, game: Game): [foreground: number, background: number] {
  if (exponent > 0 && exponent < game.doublesFrom) return [LIGHT, OWN_KINDS[exponent - 1] ?? OWN_KINDS[0]!];
  // The first tile that doubles, such as Threes' white 3, takes the first of the light colours.
  const shade = exponent === 0 ? 0 : exponent - game.doublesFrom + 1;
  const dark = shade === 1 || shade === 2 || (shade >= 7 && shade <= 12);
  return [dark ? DARK : LIGHT, BACKGROUNDS[shade] ?? 93];
}

function boxedTiles(state: State, game: Game): string[] {
  const rule = (left: string, middle: string, right: string): string =>
    left + Array.from({ length: game.columns }, () => '─'.repeat(WIDTH)).join(middle) + right;
  const lines = [rule('┌', '┬', '┐')];
  for (const [row, exponents] of rowsOf(state.board, game).entries()) {
    const tiles = exponents.map((exponent) => centre(exponent === 0 ? '·' : String(game.tile(exponent)), WIDTH));
    lines.push(`│${tiles.join('│')}│`, row < game.rows - 1 ? rule('├', '┼', '┤') : rule('└', '┴', '┘'));
  }
  return lines;
}

function centre(text: string, width: number): string {
  return text.padStart(Math.floor((width + text.length) / 2)).padEnd(width);
}

export function nextTile(hint: Hint): string {
  return hint === 'bonus' ? '+ (a bonus tile)' : String(hint);
}

const ARROWS: Readonly<Record<Move, string>> = { up: '↑', right: '→', down: '↓', left: '←' };

/** One line per legal move: its value, and the difference to the best. */
export function drawChoice(choice: Choice, paint: Paint): string[] {
  const values = choice.moves.map(({ value }) => valueText(value));
  const width = Math.max(0, ...values.map((value) => value.length));
  const best = choice.moves.find(({ move }) => move === choice.best);
  return choice.moves.map(({ move, value }, i) => {
    const line = `${ARROWS[move]} ${move.padEnd(5)} ${values[i]!.padStart(width)}`;
    if (move === choice.best) return paint.bold(`${line}  best`);
    return best ? `${line}  ${paint.dim(difference(value - best.value))}` : line;
  });
}

export function valueText(value: number): string {
  return Number.isInteger(value) ? decimal(value) : decimal(value, Math.abs(value) < 10 ? 3 : 1);
}

export function difference(value: number): string {
  return value === 0 ? '±0' : value > 0 ? `+${valueText(value)}` : `−${valueText(-value)}`;
}

/** The lines of the panel to the right of the board's, which has as many columns of tiles. */
export function beside(board: readonly string[], panel: readonly string[], columns: number): string[] {
  const blank = ' '.repeat(columns * (WIDTH + 1) - 1);
  return Array.from({ length: Math.max(board.length, panel.length) }, (_, i) => {
    const left = board[i] || blank;
    return panel[i] ? `${left}   ${panel[i]}` : left;
  });
}
