// How coarsely each weight may be rounded. Rounding a weight to multiples of q is off by q / √12, and counts as often as boards
// look the weight up; a number takes a bit less for every doubling of q. So for a file of a given size the value of a board is
// best if q grows with 1 / √(how often a weight was met). The sums A of temporal coherence, the sizes of all errors that a
// weight was met with, stand for that. A uniform step wastes most of its bits on weights that hardly any board looks up, and
// leaving those out altogether was worse: at equal size it was off by four to five times as much (docs/results/champions.md).
// Steps are doubled whole times, since a compact file codes what powers of two divide (compact-numbers.ts).

import { perStage } from './compact.ts';
import { tablesOf } from './model.ts';
import type { Network } from './network.ts';
import { isFolded } from './placement.ts';

/** The most doublings: as many as a compact file tells apart. */
const MOST_DOUBLINGS = 7;
/** Bins per doubling of A; sums from 2^-32 to 2^64. */
const BINS = 4;
const FIRST_BIN = -32 * BINS;
const BIN_COUNT = 96 * BINS;

/** How often the weights of one table of one stage were met, and how large they are, by bins of A. */
interface Spread {
  readonly sizes: Float64Array;
  readonly squares: Float64Array;
  total: number;
}

/** Rounds a weight that was met with errors of the size A. */
export type Rounding = (stage: number, table: number, weight: number, size: number) => number;

export class ErrorSurvey {
  private readonly spreads: Spread[][];
  private readonly reads: readonly number[];
  private readonly steps: readonly number[];
  private readonly noises: readonly number[];
  /** How many there are. */
  weights = 0;

  /** `step` and `noise` are in points: one for all stages, or one for each. */
  constructor(network: Network, step: number | readonly number[], noise: number | readonly number[]) {
    this.steps = perStage('step', step, network.stageCount);
    this.noises = perStage('noise', noise, network.stageCount);
    const tables = tablesOf(network);
    this.reads = tables.map(({ pattern }) => (!pattern ? 1 : isFolded(network, pattern) ? 4 : 8));
    this.spreads = Array.from({ length: network.stageCount }, () =>
      tables.map(() => ({ sizes: new Float64Array(BIN_COUNT), squares: new Float64Array(BIN_COUNT), total: 0 })),
    );
  }

  add(stage: number, table: number, weight: number, size: number): void {
    const { sizes, squares } = this.spreads[stage]![table]!;
    const bin = binOf(size);
    sizes[bin]! += size;
    squares[bin]! += size * weight * weight;
    this.spreads[stage]![table]!.total += size;
    this.weights++;
  }

  /**
   * Rounds weights to multiples of their stage's step, doubled for those met seldom, so that together they are off by `noise`
   * points: the deviation of a board's value, averaged over the boards of training. If the steps alone are off by more, none
   * is doubled.
   */
  rounding(): Rounding {
    const finest = this.steps.map((step, stage) => this.finest(stage, step, this.noises[stage]!));
    return (stage, table, weight, size) => {
      const rate = (size * this.reads[table]!) / this.spreads[stage]![table]!.total;
      const step = this.steps[stage]! * 2 ** doublings(finest[stage]!, this.steps[stage]!, rate);
      return step * Math.round(weight / step);
    };
  }

  /** q · √rate, equal for all weights of a stage. */
  private finest(stage: number, step: number, noise: number): number {
    let [low, high] = [2 ** -40, 2 ** 40];
    while (high / low > 1.001) {
      const middle = Math.sqrt(low * high);
      if (this.variance(stage, step, middle) > noise * noise) high = middle;
      else low = middle;
    }
    return low;
  }

  private variance(stage: number, step: number, finest: number): number {
    let sum = 0;
    this.spreads[stage]!.forEach(({ sizes, squares, total }, table) => {
      if (total === 0) return;
      const share = this.reads[table]! / total;
      sizes.forEach((size, bin) => {
        if (size === 0) return;
        const q = step * 2 ** doublings(finest, step, middleOf(bin) * share);
        // A weight that becomes 0 is off by itself.
        sum += share * Math.min((size * q * q) / 12, squares[bin]!);
      });
    });
    return sum;
  }
}

function doublings(finest: number, step: number, rate: number): number {
  const wanted = Math.round(Math.log2(finest / (step * Math.sqrt(rate))));
  return Math.min(MOST_DOUBLINGS, Math.max(0, wanted));
}

function binOf(size: number): number {
  return Math.min(BIN_COUNT - 1, Math.max(0, Math.floor(BINS * Math.log2(size)) - FIRST_BIN));
}

function middleOf(bin: number): number {
  return 2 ** ((bin + FIRST_BIN + 0.5) / BINS);
}
