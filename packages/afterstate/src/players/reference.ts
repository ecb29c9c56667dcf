// Searching players in plain TypeScript over a game's rules: slow, written to be read, and what the kernel is checked
// against. Nothing is remembered, and nothing is left out except what a judge requests.

import type { Afterstate, Board, Game, Move, State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { FOUR_BY_FOUR, type Lines, linesOf } from '../rules/lines.ts';
import type { Random } from '../rules/random.ts';
import type { Weights } from './evaluation.ts';

/** How lines are valued. A context, such as the stage of a network, is carried along them. */
export interface Judge<Context> {
  /** What an afterstate (with `leafStates`, a state) is worth if it is not searched further. */
  leaf(board: State, context: Context): number;
  /** What a state without legal moves is worth. */
  lost(state: State, context: Context): number;
  /** The context after a move that led to this board. */
  after(board: Board, context: Context): Context;
  /** The weight of a point of score. */
  readonly score: number;
  /** Lines end after chance's answer to the last choice, not before it. */
  readonly leafStates?: boolean;
  /** New tiles of this exponent only. */
  readonly spawn?: number;
  /** Less probable branches end where they are. */
  readonly cutoff?: number;
  /** After the first choice, moves whose one-ply value is this part below the best are dropped. */
  readonly margin?: number;
}

/** How chance combines the values of its answers. */
type Answers = (values: readonly { value: number; probability: number }[]) => number;

/** The value of each move in the order of MOVES, undefined if it is not legal. Looks at `ply` choices. */
export function expectimaxValues<Context>(
  game: Game,
  judge: Judge<Context>,
  state: State,
  ply: number,
  context: Context,
): (number | undefined)[] {
  return moveValues(game, judge, mean, state, ply, context, 1);
}

/** The same if chance always answers with the worst. */
export function minimaxValues<Context>(
  game: Game,
  judge: Judge<Context>,
  state: State,
  ply: number,
  context: Context,
): (number | undefined)[] {
  return moveValues(game, judge, smallest, state, ply, context, 1);
}

const mean: Answers = (values) => values.reduce((sum, { value, probability }) => sum + value * probability, 0);
const smallest: Answers = (values) => Math.min(...values.map(({ value }) => value));

function moveValues<Context>(
  game: Game,
  judge: Judge<Context>,
  answers: Answers,
  state: State,
  ply: number,
  context: Context,
  probability: number,
  moves: readonly Move[] = MOVES,
): (number | undefined)[] {
  return MOVES.map((move) => {
    const after = moves.includes(move) ? game.afterstate(state, move) : undefined;
    if (!after) return undefined;
    const next = judge.after(after.board, context);
    return after.gain * judge.score + afterValue(game, judge, answers, after, ply - 1, next, probability);
  });
}

function afterValue<Context>(
  game: Game,
  judge: Judge<Context>,
  answers: Answers,
  after: Afterstate,
  ply: number,
  context: Context,
  probability: number,
): number {
  const ends = ply === 0 || probability < (judge.cutoff ?? 0);
  if (ends && !judge.leafStates) return judge.leaf(after, context);
  const outcomes = game
    .outcomes(after)
    .filter(({ spawn }) => judge.spawn === undefined || spawn.exponent === judge.spawn);
  const all = outcomes.reduce((sum, outcome) => sum + outcome.probability, 0);
  return answers(
    outcomes.map(({ state, spawn, probability: share }) => {
      const likely = share / all;
      const value = ends
        ? judge.leaf(state, context)
        : stateValue(game, judge, answers, state, ply, context, probability * likely);
      return { value: game.spawnScore(spawn.exponent) * judge.score + value, probability: likely };
    }),
  );
}

function stateValue<Context>(
  game: Game,
  judge: Judge<Context>,
  answers: Answers,
  state: State,
  ply: number,
  context: Context,
  probability: number,
): number {
  const moves = ply > 1 && probability >= (judge.cutoff ?? 0) ? promising(game, judge, state, context) : MOVES;
  const values = moveValues(game, judge, answers, state, ply, context, probability, moves).filter(
    (v) => v !== undefined,
  );
  return values.length === 0 ? judge.lost(state, context) : Math.max(...values);
}

/** The moves within the margin of the best at one ply. */
function promising<Context>(game: Game, judge: Judge<Context>, state: State, context: Context): readonly Move[] {
  if (judge.margin === undefined) return MOVES;
  const values = moveValues(game, judge, mean, state, 1, context, 1);
  const top = Math.max(...values.filter((v) => v !== undefined));
  const least = top - judge.margin * Math.abs(top);
  return MOVES.filter((_, m) => (values[m] ?? -Infinity) >= least);
}

/** What a game scores from an afterstate on, including its gain, if it is played on at random. */
export function randomScore(game: Game, after: Afterstate, random: Random): number {
  let score = after.gain;
  for (let now = after; ;) {
    const { spawn, state } = game.spawn(now, random);
    score += game.spawnScore(spawn.exponent);
    const legal = game.legalMoves(state);
    const move = legal[random.below(Math.max(1, legal.length))];
    if (!move) return score;
    now = game.afterstate(state, move)!;
    score += now.gain;
  }
}

// ── heuristics ───────────────────────────────────────────────────────────────────────────────────────────────────

/** A judge by a weighted sum of heuristics. */
export function sumJudge(game: Game, weights: Weights): Judge<undefined> {
  const lines = linesOf(game);
  const weigh = (state: State): number => sumOf(game, lines, weights, state.board);
  return { leaf: weigh, lost: weigh, after: () => undefined, score: weights.get('score') ?? 0 };
}

function sumOf(game: Game, { left: rows, up: columns }: Lines, weights: Weights, board: Board): number {
  const tiles = board.map((exponent) => game.tile(exponent));
  const lines = [...rows, ...columns].map((line) => line.map((cell) => tiles[cell]!));
  // From the upper-left corner, row by row, every other row backwards.
  const snake = rows.flatMap((row, i) => (i % 2 === 0 ? row : row.toReversed()));
  const parts = {
    snake: snake.reduce((sum, cell, k) => sum + tiles[cell]! * 2 ** -k, 0),
    score: 0,
    monotonicity: 1 / (1 + lines.reduce((sum, line) => sum + switches(line), 0)),
    smoothness: 1 / (1 + lines.reduce((sum, line) => sum + differences(line), 0)),
    empty: board.filter((exponent) => exponent === 0).length,
  };
  return [...weights].reduce((sum, [name, weight]) => sum + weight * parts[name], 0);
}

function switches(line: readonly number[]): number {
  const directions = line.slice(1).map((tile, i) => Math.sign(tile - line[i]!));
  const steps = directions.filter((direction) => direction !== 0);
  return steps.slice(1).filter((step, i) => step !== steps[i]).length;
}

function differences(line: readonly number[]): number {
  return line.slice(1).reduce((sum, tile, i) => sum + Math.abs(tile - line[i]!), 0);
}

/** The two programs know only boards of four rows of four. */
const { left: ROWS, up: COLUMNS } = linesOf(FOUR_BY_FOUR);

/** nneonneo's: a lost position is worth nothing, and gains do not count. */
export const nneonneoJudge: Judge<undefined> = {
  leaf: ({ board }) =>
    [...ROWS, ...COLUMNS].reduce((sum, line) => sum + nneonneoLine(line.map((cell) => Math.min(board[cell]!, 15))), 0),
  lost: () => 0,
  after: () => undefined,
  score: 0,
};

function nneonneoLine(line: readonly number[]): number {
  const empty = line.filter((e) => e === 0).length;
  const powers = line.map((e) => e ** 4);
  let [falls, rises] = [0, 0];
  for (let i = 1; i < 4; i++) {
    falls += Math.max(0, powers[i - 1]! - powers[i]!);
    rises += Math.max(0, powers[i]! - powers[i - 1]!);
  }
  // Runs of equal tiles that meet when the line is pushed together: each counts its length.
  const tiles = line.filter((e) => e > 0);
  const runs = tiles.reduce<number[][]>((all, e) => {
    if (all.at(-1)?.at(-1) === e) all.at(-1)!.push(e);
    else all.push([e]);
    return all;
  }, []);
  const merges = runs.reduce((sum, run) => sum + (run.length > 1 ? run.length : 0), 0);
  const sum = line.reduce((total, e) => total + e ** 3.5, 0);
  return 200_000 + 270 * empty + 700 * merges - 47 * Math.min(falls, rises) - 11 * sum;
}

/** ovolve's evaluation of an afterstate. */
export function ovolveValue(board: Board): number {
  const exponents = board.map((e) => Math.min(e, 15));
  let smooth = 0;
  const monotone = [ROWS, COLUMNS].map((lines) => {
    let [rises, falls] = [0, 0];
    for (const line of lines) {
      const tiles = line.map((cell) => exponents[cell]!).filter((e) => e > 0);
      tiles.slice(1).forEach((e, i) => (smooth -= Math.abs(e - tiles[i]!)));
      // The first and the last cell count even if they are empty.
      const seen = line.map((cell) => exponents[cell]!).filter((e, i) => e > 0 || i === 0 || i === 3);
      seen.slice(1).forEach((e, i) => {
        if (e > seen[i]!) rises -= e - seen[i]!;
        else falls -= seen[i]! - e;
      });
    }
    return Math.max(rises, falls);
  });
  const empty = exponents.filter((e) => e === 0).length;
  return 0.1 * smooth + monotone[0]! + monotone[1]! + 2.7 * Math.log(empty) + Math.max(...exponents);
}
