// What the recipes for Kondo & Matsuzaki's networks share: the teacher's records, and how networks learn from them.

import type { Scale, Settings, Step } from './recipe.ts';

/** Actions of the teacher, actions that a network learns from, games of a test, and how often to test. */
const SIZE: Readonly<Record<Scale, { records: number; fit: number; plays: number; batch: number }>> = {
  smoke: { records: 12_000, fit: 2400, plays: 2, batch: 200 },
  short: { records: 300_000, fit: 200_000, plays: 20, batch: 1000 },
  full: { records: 11_000_000, fit: 10_000_000, plays: 1000, batch: 1000 },
};

export function sizeOf(scale: Scale): { records: number; fit: number; plays: number; batch: number } {
  return SIZE[scale];
}

export function teacherStep(scale: Scale, actions = SIZE[scale].records): Step {
  const player = scale === 'smoke' ? 'expectimax?eval=snake&depth=2' : 'ntuple?ply=3';
  return { kind: 'records', name: 'teacher', player, actions };
}

/** Networks of smoke are narrow: it tries the method, not the strength. */
export function networkSpec(k: number, scale: Scale, channels?: number): string {
  if (scale === 'smoke') return `dcnn?k=${k}&channels=${channels === undefined ? 12 : Math.round(channels / 16)}`;
  return channels === undefined ? `dcnn?k=${k}` : `dcnn?k=${k}&channels=${channels}`;
}

/** A twentieth of some twenty games may be none. */
export function testShareOf(scale: Scale): Settings {
  return scale === 'full' ? {} : { testShare: { smoke: 0.3, short: 0.2 }[scale] };
}

/** Each of `snapshots` snapshots plays `games` games. */
export function fitStep(name: string, network: string, scale: Scale, snapshots: number, more: Settings = {}): Step {
  const { fit, plays, batch } = SIZE[scale];
  const actions = Number(more['actions'] ?? fit);
  return {
    kind: 'fit',
    name,
    settings: {
      network,
      data: ['{teacher}'],
      actions,
      batch,
      snapshot: Math.ceil(actions / snapshots),
      plays: Math.min(plays, 100),
      block: Math.ceil(actions / 20),
      ...(scale === 'smoke' && { test: 500 }),
      ...testShareOf(scale),
      seed: 1,
      threads: 1,
      ...more,
    },
  };
}

export function playStep(name: string, scale: Scale, seed = 7): Step {
  return {
    kind: 'eval',
    name: `${name}-plays${seed === 7 ? '' : seed}`,
    player: `dcnn:{${name}}?vote=majority`,
    games: SIZE[scale].plays,
    seed,
  };
}

export const DCNN_DEVIATIONS = [
  'One teacher, `ntuple?ply=3` (2048-large, 438,021 [426,445, 449,598] points), instead of three with 459,000 to 464,000; 5% of its games are kept for tests, at short a fifth.',
  'At full 10⁷ actions, a sixtieth of the paper’s 6·10⁸, at short 2·10⁵ and 20 games a test; smoke has narrow networks and a weak teacher.',
];
