// How neural networks play, wherever they run: boards go to `evaluate`, many at once, and come back as probabilities and values.
// The runtime is the caller's (onnxruntime-node in the lab, onnxruntime-web in a page), so the library needs none. Games are
// played by the rules, many in lockstep, so that their boards share an evaluation.

import type { Afterstate, Game, State } from '../rules/game.ts';
import { Random } from '../rules/random.ts';
import { packPly, startScore } from '../rules/replay.ts';
import { SYMMETRIES, TRANSFORMED_MOVES } from '../rules/symmetry.ts';
import { best, drawn, legalMoves } from './legal-moves.ts';
import type { Choice, ChooseOptions, FinishedGame, MoveValue, View } from './player.ts';

/** What a network says about boards: four probabilities (up, right, down, left) and one value per board; empty if it has none. */
export interface Evaluated {
  readonly policy: Float32Array;
  readonly value: Float32Array;
}

/** `boards` are exponents, sixteen a board, row by row. A board's result must not depend on those beside it. */
export type Evaluate = (boards: Uint8Array) => Promise<Evaluated>;

/** Chooses in many states at once. */
export interface Chooser {
  /** About how many boards a state asks the network for; it decides how many states make a good batch. */
  readonly boardsAState: number;
  choose(states: readonly State[], asked?: Asked): Promise<Choice[]>;
}

export interface Asked extends Pick<ChooseOptions, 'views'> {
  /** The player's own randomness in each state's game; a chooser that draws its moves takes one output per choice. */
  readonly own?: readonly Random[];
}

/**
 * How the answers for the eight symmetric boards become one: the move that most of them would play and, of several such, the one
 * with the largest sum of probabilities; the largest sum alone; or no symmetry at all.
 */
export const VOTES = ['majority', 'sum', 'off'] as const;
export type Vote = (typeof VOTES)[number];

/**
 * Plays by probabilities; moves that are not legal are left out. A move's value is its mean probability. With `draw` the move is
 * drawn: a majority draws by the votes, the others by the probabilities.
 */
export function policyChooser(game: Game, evaluate: Evaluate, vote: Vote, draw = false): Chooser {
  const symmetries = vote === 'off' ? SYMMETRIES.slice(0, 1) : SYMMETRIES;
  const each = symmetries.length;
  return {
    boardsAState: each,
    async choose(states, { own, views: viewed = false } = {}) {
      if (draw && !own) throw new Error('moves are drawn from the randomness of a game, and none was given');
      const boards = new Uint8Array(16 * each * states.length);
      states.forEach(({ board }, i) =>
        symmetries.forEach((symmetry, s) => {
          const at = 16 * (i * each + s);
          for (let cell = 0; cell < 16; cell++) boards[at + cell] = board[symmetry[cell]!]!;
        }),
      );
      const { policy } = await evaluate(boards);
      return states.map((state, i) => {
        const legal = legalMoves(game, state);
        const sums = [0, 0, 0, 0];
        const votes = [0, 0, 0, 0];
        const views: View[] = [];
        for (let s = 0; s < each; s++) {
          const at = 4 * (i * each + s);
          const probability = (m: number): number => policy[at + TRANSFORMED_MOVES[s]![m]!]!;
          for (const { m } of legal) sums[m]! += probability(m);
          const favourite = best(legal, ({ m }) => probability(m));
          if (favourite) votes[favourite.m]!++;
          if (viewed)
            views.push({
              board: Array.from(boards.subarray(4 * at, 4 * at + 16)),
              policy: Array.from(policy.subarray(at, at + 4)),
              vote: favourite?.move,
            });
        }
        // Sums are below 9, so one more vote always outweighs them.
        const chosen = draw
          ? drawn(legal, ({ m }) => (vote === 'majority' ? votes : sums)[m]!, own![i]!)
          : best(legal, ({ m }) => (vote === 'majority' ? 16 * votes[m]! : 0) + sums[m]!);
        return {
          best: chosen?.move,
          moves: legal.map(({ move, m, gain }) => ({ move, value: sums[m]! / each, gain })),
          ...(viewed && { views }),
        };
      });
    },
  };
}

/** Plays by the values of afterstates: one ply is greedy, two look at every spawn and the best reply. */
export function valueChooser(game: Game, evaluate: Evaluate, ply: number): Chooser {
  return {
    boardsAState: 4 * 100 ** (ply - 1),
    async choose(states) {
      const leaves: Afterstate[] = [];
      // The tree first, with the numbers of its leaves; then all leaves at once; then the values from the leaves up.
      type Values = (values: Float32Array) => number;
      const after = (afterstate: Afterstate, plies: number): Values => {
        if (plies <= 1) {
          const leaf = leaves.push(afterstate) - 1;
          return (values) => afterstate.gain + values[leaf]!;
        }
        const outcomes = game.outcomes(afterstate).map(({ probability, spawn, state }) => {
          const replies = legalMoves(game, state).map((legal) => after(legal.afterstate, plies - 1));
          return { probability, score: game.spawnScore(spawn.exponent), replies };
        });
        return (values) =>
          outcomes.reduce((sum, { probability, score, replies }) => {
            const reply = replies.length > 0 ? Math.max(...replies.map((worth) => worth(values))) : 0;
            return sum + probability * (score + reply);
          }, afterstate.gain);
      };
      const trees = states.map((state) =>
        legalMoves(game, state).map((legal) => ({ ...legal, worth: after(legal.afterstate, ply) })),
      );
      const boards = new Uint8Array(16 * leaves.length);
      leaves.forEach(({ board }, i) => boards.set(board, 16 * i));
      const { value } = await evaluate(boards);
      return trees.map((legal) => {
        const moves: MoveValue[] = legal.map(({ move, gain, worth }) => ({ move, value: worth(value), gain }));
        return { best: best(moves, (move) => move.value)?.move, moves };
      });
    },
  };
}

// ── games in step ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** Boards evaluated together: more make no runtime faster. */
const TOGETHER = 256;

export interface StepOptions {
  readonly seed: number;
  /** The number, in the seed's series, of the next game to play; undefined if none is left. */
  readonly take: () => number | undefined;
  /** The most games in progress at once; by default as many as make a good batch. */
  readonly width?: number;
  readonly isStopped?: () => boolean;
  /** Each game as it ends, in any order. `plies` are empty unless records were asked for. */
  readonly onGame: (number: number, game: FinishedGame & { readonly moves: number }) => void;
  readonly records?: boolean;
  /** After each step, with the moves that it made. */
  readonly onStep?: (moves: number) => void;
}

/** Plays many games at a time; game i of a seed is the same whatever is played beside it. */
export async function playInStep(game: Game, chooser: Chooser, options: StepOptions): Promise<void> {
  const { seed, take, isStopped = () => false, onGame, records = false, onStep } = options;
  const width = options.width ?? Math.max(1, Math.round(TOGETHER / chooser.boardsAState));
  const deal = (number: number) => {
    const chance = Random.forGame(seed, number);
    const own = Random.forGame(seed, number, 1);
    const start = game.start(chance);
    return {
      number,
      chance,
      own,
      start,
      state: start,
      score: startScore(start, game),
      moves: 0,
      plies: [] as number[],
    };
  };
  let tables: ReturnType<typeof deal>[] = [];
  for (;;) {
    while (tables.length < width) {
      const number = take();
      if (number === undefined) break;
      tables.push(deal(number));
    }
    if (tables.length === 0 || isStopped()) return;
    const choices = await chooser.choose(
      tables.map(({ state }) => state),
      { own: tables.map(({ own }) => own) },
    );
    tables = tables.filter((table, i) => {
      const { best: move } = choices[i]!;
      const afterstate = move && game.afterstate(table.state, move);
      if (!afterstate) {
        const { number, start, score, moves, plies, state } = table;
        onGame(number, { start, plies: Uint16Array.from(plies), score, moves, largest: Math.max(...state.board) });
        return false;
      }
      const { spawn, state } = game.spawn(afterstate, table.chance);
      if (records) table.plies.push(packPly({ move, spawn }));
      table.score += afterstate.gain + game.spawnScore(spawn.exponent);
      table.moves++;
      table.state = state;
      return true;
    });
    onStep?.(tables.length);
  }
}
