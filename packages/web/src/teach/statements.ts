// What a move breaks, in words. A statement is data first, so that a test can check it, and words second. Only what is worse than
// after the best move is stated, gravest first; if the rules show nothing of the kind, nothing is said.

import { percent } from '../shell/numbers.ts';
import { capital } from '../shell/words.ts';
import type { Comparison } from './facts.ts';

export type Statement =
  /** The new tile may end the game. */
  | { readonly kind: 'ends'; readonly played: number; readonly best: number }
  /** The largest tile leaves the corner, where the best move keeps it; `taken` is how likely the new tile appears there. */
  | { readonly kind: 'corner'; readonly tile: number; readonly taken: number }
  /** The largest tile and the one after it are torn apart, which the best move does not do. */
  | { readonly kind: 'apart'; readonly tile: number; readonly second: number }
  /** The new tile may leave at most one move. */
  | { readonly kind: 'forced'; readonly played: number; readonly best: number }
  /** A tile that is not made, and cannot be made next. */
  | { readonly kind: 'given-up'; readonly tile: number }
  /** Tiles that merges make. */
  | { readonly kind: 'merges'; readonly played: readonly number[]; readonly best: readonly number[] }
  | { readonly kind: 'empty'; readonly played: number; readonly best: number }
  /** Neighbours that can merge next. */
  | { readonly kind: 'pairs'; readonly played: number; readonly best: number }
  /** The largest tile that can be made next whatever comes; 0 if there may be none. */
  | { readonly kind: 'sure'; readonly played: number; readonly best: number };

export function statementsOf({ game, played, best, ...rest }: Comparison): readonly Statement[] {
  const found: Statement[] = [];
  if (played.ends > best.ends + 1e-9) found.push({ kind: 'ends', played: played.ends, best: best.ends });
  if (rest.wasInCorner && !played.inCorner && best.inCorner)
    found.push({ kind: 'corner', tile: game.tile(rest.largest), taken: rest.cornerTaken });
  // A tile that has merged with its like was not torn away.
  const merged = (played.made[0] ?? 0) > rest.second;
  if (rest.wereTogether && !played.together && best.together && !merged)
    found.push({ kind: 'apart', tile: game.tile(rest.largest), second: game.tile(rest.second) });
  if (found[0]?.kind !== 'ends' && played.forced > best.forced + 1e-9)
    found.push({ kind: 'forced', played: played.forced, best: best.forced });
  const tiles = (exponents: readonly number[]): number[] => exponents.map((exponent) => game.tile(exponent));
  const [lost] = rest.givenUp;
  if (lost !== undefined) found.push({ kind: 'given-up', tile: game.tile(lost) });
  else if (best.made.length > played.made.length || (best.made[0] ?? 0) > (played.made[0] ?? 0))
    found.push({ kind: 'merges', played: tiles(played.made), best: tiles(best.made) });
  if (best.empty > played.empty) found.push({ kind: 'empty', played: played.empty, best: best.empty });
  if (best.sure > played.sure) found.push({ kind: 'sure', played: game.tile(played.sure), best: game.tile(best.sure) });
  if (best.pairs > played.pairs) found.push({ kind: 'pairs', played: played.pairs, best: best.pairs });
  return found;
}

/** A sentence that can stand alone, without the full stop. */
export function wordsOf(statement: Statement, { played: { move }, best: { move: better } }: Comparison): string {
  switch (statement.kind) {
    case 'ends':
      return `The next tile ends the game with a chance of ${percent(statement.played)}; after ${better}, ${
        statement.best === 0 ? 'never' : percent(statement.best)
      }`;
    case 'corner': {
      const taken =
        statement.taken > 0 ? `, and the next tile takes its place with a chance of ${percent(statement.taken)}` : '';
      return `The largest tile, ${statement.tile}, leaves the corner${taken}; ${better} keeps it there`;
    }
    case 'apart':
      return `The ${statement.tile} and the ${statement.second} are no longer side by side; ${better} keeps them together`;
    case 'forced':
      return `The next tile leaves at most one move with a chance of ${percent(statement.played)}; after ${better}, ${
        statement.best === 0 ? 'never' : percent(statement.best)
      }`;
    case 'given-up':
      return `It gives up ${aTile(statement.tile)}: ${better} makes one now, and after ${move} no next move can`;
    case 'merges':
      return `${capital(better)} makes ${listed(statement.best)} by merging, ${move} ${
        statement.played.length === 0 ? 'makes nothing' : listed(statement.played)
      }`;
    case 'empty':
      return `${capital(move)} leaves ${cells(statement.played)}, ${better} ${statement.best}`;
    case 'sure':
      return `Whatever tile comes after ${better}, ${aTile(statement.best)} can be made next; after ${move} ${
        statement.played === 0 ? 'nothing is sure' : `only ${aTile(statement.played)} is sure`
      }`;
    case 'pairs':
      return `After ${move} ${pairs(statement.played)} can merge, after ${better} ${statement.best}`;
  }
}

/** The gravest thing that the move breaks, to follow a colon; undefined if the rules show nothing. */
export function briefly(comparison: Comparison): string | undefined {
  const [first] = statementsOf(comparison);
  if (!first) return undefined;
  switch (first.kind) {
    case 'ends':
      return `the next tile ends the game with a chance of ${percent(first.played)}`;
    case 'corner':
      return `the ${first.tile} leaves its corner`;
    case 'apart':
      return `the ${first.tile} and the ${first.second} are torn apart`;
    case 'forced':
      return `the next tile leaves at most one move with a chance of ${percent(first.played)}`;
    case 'given-up':
      return `it gives up ${aTile(first.tile)}`;
    case 'merges':
      return `${comparison.best.move} makes ${listed(first.best)}, and it ${first.played.length === 0 ? 'nothing' : listed(first.played)}`;
    case 'empty':
      return `it leaves ${cells(first.played)} instead of ${first.best}`;
    case 'sure':
      return `${comparison.best.move} makes sure of ${aTile(first.best)} next`;
    case 'pairs':
      return `${pairs(first.played)} can merge next instead of ${first.best}`;
  }
}

function cells(n: number): string {
  return n === 1 ? '1 empty cell' : `${n === 0 ? 'no' : n} empty cells`;
}

function pairs(n: number): string {
  return n === 1 ? '1 pair' : `${n === 0 ? 'no' : n} pairs`;
}

/** "an 8", "a 128": eight, eleven, eighteen and eighty begin with a vowel when they are read. */
export function aTile(tile: number): string {
  return /^(8|11$|18$|11\d{3}$|18\d{3}$)/.test(String(tile)) ? `an ${tile}` : `a ${tile}`;
}

/** "a 128, two 8s": the largest first. */
function listed(tiles: readonly number[]): string {
  const kinds = [...new Set(tiles)];
  const parts = kinds.map((tile) => {
    const n = tiles.filter((other) => other === tile).length;
    return n === 1 ? aTile(tile) : `${NUMBERS[n] ?? n} ${tile}s`;
  });
  return parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

const NUMBERS: Readonly<Record<number, string>> = { 2: 'two', 3: 'three', 4: 'four', 5: 'five', 6: 'six' };
