// Positions for the tests of what is said of moves: a thousand of each game, half of them from games of a player that keeps to a
// corner most of the time, half of them boards of any tiles. Each has at least two legal moves.

import { cellCount, type Game, type Move, parseBoard, Random, type State } from 'afterstate';

export interface Choice {
  readonly state: State;
  readonly legal: readonly Move[];
}

export function choices(game: Game, count: number, seed = 11): Choice[] {
  const found: Choice[] = [];
  const add = (state: State): void => {
    const legal = game.legalMoves(state);
    if (legal.length > 1 && found.length < count) found.push({ state, legal });
  };
  for (let number = 0; found.length < count / 2; number++) {
    for (const state of cornerGame(game, Random.forGame(seed, number))) if (found.length < count / 2) add(state);
  }
  const random = Random.forGame(seed, 1_000_000);
  while (found.length < count) add(anyState(game, random));
  return found;
}

/** Every eighth state of a game: up or left if they are legal, now and then any move. */
function cornerGame(game: Game, random: Random): State[] {
  const states: State[] = [];
  let state = game.start(random);
  for (let ply = 0; ; ply++) {
    const legal = game.legalMoves(state);
    if (legal.length === 0) return states;
    if (ply % 8 === 0) states.push(state);
    const kept = legal.filter((move) => move === 'up' || move === 'left');
    const from = kept.length > 0 && random.below(12) > 0 ? kept : legal;
    state = game.spawn(game.afterstate(state, from[random.below(from.length)]!)!, random).state;
  }
}

function anyState(game: Game, random: Random): State {
  const most = [4, 8, game.maxExponent][random.below(3)]!;
  const board = Array.from({ length: cellCount(game) }, () => (random.below(4) === 0 ? 0 : 1 + random.below(most)));
  const tiles = board.map((exponent) => game.tile(exponent));
  const rows = Array.from({ length: game.rows }, (_, row) =>
    tiles.slice(row * game.columns, (row + 1) * game.columns).join(),
  );
  return parseBoard(`${rows.join('/')}${game.hints ? ` next=${1 + random.below(3)}` : ''}`, game);
}

/** The tiles of a board by exponent. */
export function tally(board: readonly number[]): number[] {
  const counts = Array.from({ length: 20 }, () => 0);
  for (const exponent of board) counts[exponent]!++;
  return counts;
}

/** The exponents that a move made, found from the tiles before and after alone, the largest first. */
export function madeByCounting(game: Game, before: readonly number[], after: readonly number[]): number[] {
  const [had, has] = [tally(before), tally(after)];
  const made: number[] = [];
  let fresh = 0;
  for (let exponent = 1; exponent <= game.maxExponent; exponent++) {
    if (exponent === game.doublesFrom && game.doublesFrom > 1) fresh = had[1]! - has[1]!;
    const gone = exponent < game.doublesFrom ? 0 : (had[exponent]! + fresh - has[exponent]!) / 2;
    for (let i = 0; i < fresh; i++) made.push(exponent);
    fresh = gone;
  }
  return made.sort((a, b) => b - a);
}

export function anyOf<T>(items: readonly T[], random: Random): T {
  return items[random.below(items.length)]!;
}
