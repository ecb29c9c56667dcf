// A training as a list of phases, each a number of games with one set of settings. Most methods have one; optimistic TD has two;
// multi-stage TD has two per stage: one that learns, and one that collects boards for the next.

import { learnSettings, METHODS } from 'afterstate';
import type { LearnSettings, Method } from 'afterstate';
import type { Plan } from './config.ts';

export interface Phase {
  readonly name: string;
  /** How many games it has; a collecting phase may end earlier. */
  readonly games: number;
  readonly settings: LearnSettings;
  /** Multi-stage: the stage being taught or played; its games start from boards of the previous phase. */
  readonly stage?: number;
  /** Multi-stage: the stage whose boards are collected, without changing weights. */
  readonly collects?: number;
}

/** The last tenth of an optimistic training is TC (Guei et al.). */
const OPTIMISTIC_SHARE = 0.9;
/** A collection gives up after this many games for each board that it needs. */
const PATIENCE = 20;

export function phasesOf({ config, network, method, base }: Plan): Phase[] {
  const changes = (own: Method): Partial<LearnSettings> => ({
    alpha: config.alpha ?? own.alpha,
    lambda: config.lambda ?? own.lambda ?? 0,
    restart: config.restart ?? own.restart,
    promote: config.promote,
    carousel: config.carousel,
    ...(config.until !== undefined && { until: config.until }),
  });
  if (method.name === 'otd') {
    const first = Math.floor(config.games * OPTIMISTIC_SHARE);
    const tc = METHODS.find(({ name }) => name === 'tc')!;
    return [
      { name: 'optimistic', games: first, settings: learnSettings(method, changes(method)) },
      {
        name: 'fine-tuning',
        games: config.games - first,
        settings: learnSettings(tc, { promote: config.promote, carousel: config.carousel }),
      },
    ].filter(({ games }) => games > 0);
  }
  if (method.name !== 'multistage')
    return [{ name: method.name, games: config.games, settings: learnSettings(method, changes(method)) }];
  const { learned = 0 } = config;
  const each = Math.max(1, Math.floor(config.games / (network.stageCount - learned)));
  return Array.from({ length: network.stageCount }, (_, stage): Phase[] => {
    // The trainer does the promotion, once for the whole stage.
    const settings = learnSettings(base, { ...changes(base), carousel: false, promote: false });
    const teach: Phase = {
      name: `stage ${stage + 1}`,
      games: each,
      stage,
      settings: { ...settings, fixedStage: stage },
    };
    if (stage + 1 === network.stageCount) return [teach];
    // This stage's weights play to the end of the game, even past the split.
    const play: LearnSettings = {
      ...settings,
      loop: 'td',
      alpha: 0,
      coherent: false,
      restart: false,
      fixedStage: stage,
    };
    return [
      ...(stage < learned ? [] : [teach]),
      {
        name: `boards of stage ${stage + 2}`,
        games: config.boards * PATIENCE,
        stage,
        settings: play,
        collects: stage + 1,
      },
    ];
  }).flat();
}

/** Whether any phase needs a rate for each weight. */
export function needsCoherence(phases: readonly Phase[]): boolean {
  return phases.some(({ settings }) => settings.coherent);
}

/** Fewer blocks than this say nothing; of more, only the later half counts. */
const FEWEST = 100;
/** Learning is saturated if the trend would add less than this share, even at the upper end of what the noise allows. */
const IMPROVEMENT = 0.02;
/** The 97.5th percentile of the normal distribution, for a slope over a hundred blocks or more. */
const CERTAIN = 1.96;

/**
 * Whether the average scores of the blocks have stopped growing (Yeh et al., III: "without further significant improvement"). A
 * straight line is fitted to the later half of the blocks. Half of all blocks is enough that on a curve that still rises, however
 * slowly, the line rises too; windows of fixed length were rejected, because a slow rise is lost in their noise.
 */
export function isSaturated(averages: readonly number[]): boolean {
  const later = averages.slice(Math.floor(averages.length / 2));
  const n = later.length;
  if (n < FEWEST) return false;
  const middle = (n - 1) / 2;
  const mean = later.reduce((sum, value) => sum + value, 0) / n;
  const spread = (n * (n * n - 1)) / 12;
  const slope = later.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0) / spread;
  const rest = later.reduce((sum, value, i) => sum + (value - mean - slope * (i - middle)) ** 2, 0);
  const upper = slope + CERTAIN * Math.sqrt(rest / (n - 2) / spread);
  return upper * n < IMPROVEMENT * mean;
}
