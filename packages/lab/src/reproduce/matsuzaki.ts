// What the recipes for Matsuzaki's selected networks share: the networks at each scale, and how they learn.

import type { Scale, Step } from './recipe.ts';

export interface Net {
  readonly label: string;
  readonly id: string;
  readonly network: string;
  readonly patterns: number;
  /** The paper's N that it stands for. */
  readonly cells: 6 | 7;
}

const net = (label: string, id: string, network: string, patterns: number, cells: 6 | 7): Net => ({
  label,
  id,
  network,
  patterns,
  cells,
});

/** The 7-tuples of the paper are pictures; `2x7`, `3x7` and `8x7` are tuples of the same size. */
export const NETS: Readonly<Record<Scale, readonly Net[]>> = {
  smoke: [
    net('m = 1', 'n6m1', '0145', 1, 6),
    net('m = 2', 'n6m2', '0145 1256', 2, 6),
    net('m = 2', 'n7m2', '0123 4567', 2, 7),
  ],
  short: [
    net('m = 1', 'n6m1', '1x6', 1, 6),
    net('m = 4', 'n6m4', 'm4x6', 4, 6),
    net('Wu et al., m = 4', 'wu', '4x6', 4, 6),
    net('m = 2', 'n7m2', '2x7', 2, 7),
  ],
  full: [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((m) =>
      net(`m = ${m}`, `n6m${m}`, m === 4 ? 'm4x6' : m === 5 ? 'm5x6' : `${m}x6`, m, 6),
    ),
    net('Wu et al., m = 4', 'wu', '4x6', 4, 6),
    ...[2, 3, 8].map((m) => net(`m = ${m}`, `n7m${m}`, `${m}x7`, m, 7)),
  ],
};
const GAMES: Readonly<Record<Scale, number>> = { smoke: 300, short: 50_000, full: 10_000_000 };

export function trainStep({ id, network, patterns }: Net, scale: Scale): Step {
  return {
    kind: 'train',
    name: id,
    settings: {
      network,
      method: 'td',
      alpha: 0.0078125 * patterns,
      games: GAMES[scale],
      block: scale === 'smoke' ? 30 : scale === 'short' ? 1000 : 100_000,
      seed: 1,
      threads: 1,
    },
  };
}
