// A network in a kernel's memory: its weights in place, and its values. Whoever uses it, to play or to learn, may reserve some
// bytes of the first memory after the weights.

import { Kernel } from '../kernel/kernel.ts';
import type { Platform } from '../kernel/platform.ts';
import type { Game, State } from '../rules/game.ts';
import type { Network } from './network.ts';
import type { Placement, Segment } from './placement.ts';
import { checkMemory, isFolded, placeNetwork, segments, writeNetwork } from './placement.ts';

export interface PlaceOptions {
  readonly game: Game;
  readonly network: Network;
  readonly threads: number;
  /** Whether there are two sums beside every weight, for temporal coherence; false by default. */
  readonly coherent?: boolean;
  /** Keeps weights in 16 bits, as multiples of this; see `narrowStep`. 0 by default: 32 bits. */
  readonly step?: number;
  /** Bytes after the weights. */
  readonly extra?: number;
}

/** A kernel with a network in it. */
export interface Placed {
  readonly network: Network;
  readonly kernel: Kernel;
  readonly placement: Placement;
}

/** Where everything would be placed; throws if there is not enough memory, with the bytes that are needed. */
export function planPlacement(platform: Platform, options: PlaceOptions): Placement {
  const { network, threads, coherent = false, extra = 0, step } = options;
  const placement = placeNetwork(network, threads, coherent, extra, platform.memoryLimit, step);
  checkMemory(placement, platform.freeMemory?.());
  return placement;
}

/** Allocates the memory, with all weights 0; refuses a network that does not fit, with the bytes it needs. */
export async function place(platform: Platform, options: PlaceOptions): Promise<Placed> {
  const { game, network, threads } = options;
  const placement = planPlacement(platform, options);
  const [bytes = 0, ...more] = placement.bytes;
  const kernel = await Kernel.open(platform, { game, threads, bytes, more });
  await writeNetwork(kernel, placement);
  return { network, kernel, placement };
}

/** Owns its kernel, and with it the threads; `close` gives them back. */
export class PlacedNetwork {
  readonly game: Game;
  readonly network: Network;
  readonly kernel: Kernel;
  protected readonly placement: Placement;

  protected constructor({ network, kernel, placement }: Placed) {
    this.game = kernel.game;
    this.network = network;
    this.kernel = kernel;
    this.placement = placement;
  }

  static async open(platform: Platform, options: PlaceOptions): Promise<PlacedNetwork> {
    return new PlacedNetwork(await place(platform, options));
  }

  /** Whether there are sums of temporal coherence. */
  get coherent(): boolean {
    return this.placement.coherent;
  }

  /** What 16-bit weights are multiples of; 0 if weights have 32 bits. */
  get step(): number {
    return this.placement.step;
  }

  /** Where the extra bytes begin. */
  get extra(): number {
    return this.placement.extra;
  }

  /** All weights, table by table, in place; not available if they have 16 bits. */
  segments(): Segment[] {
    if (this.step > 0) throw new RangeError('these weights have 16 bits and are only for play');
    return segments(this.kernel, this.placement, Float32Array);
  }

  /** The same for 16-bit weights. */
  narrowSegments(): Segment<Int16Array>[] {
    if (this.step === 0) throw new RangeError('these weights have 32 bits');
    return segments(this.kernel, this.placement, Int16Array);
  }

  /** Sets every weight so that every board is worth `value`. */
  fill(value: number): void {
    for (const { table, weights } of this.segments()) {
      const folded = typeof table !== 'string' && isFolded(this.network, table);
      weights.fill((value / this.network.lookups) * (folded ? 2 : 1));
    }
  }

  /** The value of a board (an afterstate, unless the network values states) in a stage. */
  value(state: State, stage = 0): Promise<number> {
    return this.kernel.callWith(0, 'value', state, stage);
  }

  close(): Promise<void> {
    return this.kernel.close();
  }
}
