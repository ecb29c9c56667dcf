// Searches of the kernel on the test's own thread, beside the plain reference: shared by the tests of searching players.

import type { Game, PlacedNetwork, State } from 'afterstate';
import { MOVES, parseGame, Random } from 'afterstate';
import type { KernelExports } from '../packages/afterstate/dist/kernel/exports.js';
import { instantiate } from '../packages/afterstate/dist/kernel/instance.js';
import type { Kernel } from '../packages/afterstate/dist/kernel/kernel.js';
import { packState } from '../packages/afterstate/dist/kernel/pack.js';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import { stageReached } from '../packages/afterstate/dist/networks/stages.js';
import type { Judge } from '../packages/afterstate/dist/players/reference.js';

export interface Near {
  readonly call: KernelExports;
  /** The move chosen, -1 for none, and the values of the legal moves in the order of MOVES. */
  choose(state: State, stage?: number): { best: number; values: (number | undefined)[] };
}

/** An instance over a kernel's memory that this thread calls directly: a message for each position would cost more than the search. */
export async function near(kernel: Kernel): Promise<Near> {
  const call = instantiate(await nodePlatform.module(kernel.game.name), kernel.memories, 0);
  call.configureRules();
  call.configureNetwork();
  return {
    call,
    choose(state, stage = 0) {
      const { cells, aux } = packState(state);
      const best = call.chooseHere(cells, aux | 0, stage);
      const all = kernel.values(0);
      const values = MOVES.map((move, m) => (kernel.game.afterstate(state, move) ? all[m] : undefined));
      return { best, values };
    },
  };
}

/** Positions of random games, from all of their parts, that are not over. */
export function playedStates(game: Game, count: number, seed: number): State[] {
  const states: State[] = [];
  for (let number = 0; states.length < count; number++) {
    const random = Random.forGame(seed, number);
    const met: State[] = [];
    for (let state = game.start(random); !game.isOver(state);) {
      met.push(state);
      const legal = game.legalMoves(state);
      state = game.spawn(game.afterstate(state, legal[random.below(legal.length)]!)!, random).state;
    }
    // A few from every game, including the last one, on a full board.
    states.push(...met.filter((_, i) => i === met.length - 1 || i % 16 === seed % 16));
  }
  return states.slice(0, count);
}

/** Like played positions, but with tiles of every size that the game has: exponents are stretched, in order. */
export function largeStates(game: Game, count: number, seed: number): State[] {
  return playedStates(game, count, seed).map((state, i) => {
    const shift = i % (game.maxExponent - 7);
    return { ...state, board: state.board.map((e) => (e > 2 ? Math.min(e + shift, game.maxExponent) : e)) };
  });
}

/** A judge that uses a placed network, read by the kernel itself, which other tests compare bit for bit. */
export function networkJudge({ network }: PlacedNetwork, { call }: Near): Judge<number> {
  const presence = (board: readonly number[]): number => board.reduce((bits, e) => bits | (1 << Math.min(e, 15)), 0);
  return {
    leaf(state, stage) {
      const { cells, aux } = packState(state);
      return call.value(cells, aux | 0, stage);
    },
    lost: () => 0,
    after: (board, stage) => stageReached(network.stages, presence(board), stage),
    score: 1,
  };
}

/**
 * The milliseconds that something takes, without those in which the system gave the processor to others: if the
 * wall-clock time is longer, the processor time counts, divided by the number of threads at work.
 */
export async function timeOf(work: () => unknown, threads = 1): Promise<number> {
  const [began, used] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(used);
  return Math.min(performance.now() - began, (user + system) / 1000 / threads);
}

export const GAMES = (['2048', 'threes'] as const).map((name) => parseGame(name));

/** The values are equal except for single-precision rounding. */
export function differ(found: readonly (number | undefined)[], expected: readonly (number | undefined)[]): boolean {
  return expected.some((value, m) => {
    const other = found[m];
    if (value === undefined || other === undefined) return value !== other;
    return Math.abs(value - other) > 2e-5 * Math.max(100, Math.abs(value));
  });
}
