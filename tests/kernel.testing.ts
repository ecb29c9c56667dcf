// One instance of the kernel on the test's own thread, with its own memory: for tests of many positions, because
// a message to a worker for each would take longer than all the rest. Boards go in and out as two 32-bit halves.

import type { Board, Game, State } from 'afterstate';
import { instantiate } from '../packages/afterstate/dist/kernel/instance.js';
import type { KernelExports } from '../packages/afterstate/dist/kernel/exports.js';
import * as at from '../packages/afterstate/dist/kernel/layout.js';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';

const PAGE = 65536;

/** The cells of a board, four bits each, and the kernel's `aux`. */
export interface Halves {
  low: number;
  high: number;
  aux: number;
}

export interface DirectKernel {
  readonly call: KernelExports;
  readonly view: DataView;
  /** The address of the thread's block. */
  readonly block: number;
}

/** On the built kernel, or another module of it. */
export async function directKernel(game: Game, module?: WebAssembly.Module): Promise<DirectKernel> {
  const pages = (at.THREADS + at.BLOCK) / PAGE;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const call = instantiate(module ?? (await nodePlatform.module(game.name)), [memory], 0);
  const view = new DataView(memory.buffer);
  call.init();
  const options = new URLSearchParams(game.spec.split('?')[1] ?? '');
  const set = (setting: number, value: number): void => view.setInt32(at.SETTINGS + setting, value, true);
  const four = Math.round(Number(options.get('four') ?? 0.1) * 2 ** 32);
  view.setBigUint64(at.SETTINGS + at.FOUR_THRESHOLD, BigInt(four), true);
  set(at.START_TILES, Number(options.get('start') ?? 2));
  const end = options.get('end') ?? 'stuck';
  const tile = Number(/\d+/.exec(end)?.[0] ?? 1);
  set(at.END, 2 * Math.log2(tile) + (end.includes('full') ? 1 : 0));
  set(at.IDLE_SPAWN, options.get('idle') === 'spawn' ? 1 : 0);
  call.configureRules();
  return { call, view, block: at.THREADS };
}

/** Packs a state as docs/reference/rules.md and the kernel's sources say, independently of the library's own packing. */
export function halves(state: State, into: Halves): void {
  let low = 0;
  let high = 0;
  let aux = 0;
  const { board } = state;
  for (let cell = 0; cell < 8; cell++) {
    low |= Math.min(board[cell]!, 15) << (4 * cell);
    high |= Math.min(board[cell + 8]!, 15) << (4 * cell);
  }
  if (state.next === undefined) {
    for (let cell = 0; cell < 16; cell++) if (board[cell]! > 15) aux |= (board[cell]! - 15) << (2 * cell);
  } else {
    const [ones, twos, threes] = state.bag!;
    aux = (state.next === 'bonus' ? 0 : state.next) | (ones << 4) | (twos << 8) | (threes << 12);
  }
  into.low = low >>> 0;
  into.high = high >>> 0;
  into.aux = aux >>> 0;
}

const words = new Uint32Array(2);
const whole = new BigUint64Array(words.buffer);

/** Two halves as the 64 bits that the kernel takes. */
export function wide(low: number, high: number): bigint {
  words[0] = low;
  words[1] = high;
  return whole[0]!;
}

/** Whether 64 bits from the kernel are these halves. */
export function isWide(value: bigint, low: number, high: number): boolean {
  whole[0] = BigInt.asUintN(64, value);
  return words[0] === low && words[1] === high;
}

/** A board's cells under a symmetry, as halves. */
export function transformed(board: Board, symmetry: readonly number[], into: Halves): void {
  let low = 0;
  let high = 0;
  for (let cell = 0; cell < 8; cell++) {
    low |= Math.min(board[symmetry[cell]!]!, 15) << (4 * cell);
    high |= Math.min(board[symmetry[cell + 8]!]!, 15) << (4 * cell);
  }
  into.low = low >>> 0;
  into.high = high >>> 0;
}
