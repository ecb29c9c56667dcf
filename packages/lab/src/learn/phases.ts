// A training as a list of phases, each a number of games with one set of settings. Most methods have one; optimistic TD
// has two; multi-stage TD has, for each stage, one that learns and one that collects boards for the next.

import { learnSettings, METHODS } from 'afterstate';
import type { LearnSettings } from 'afterstate';
import type { Plan } from './config.ts';

export interface Phase {
  readonly name: string;
  /** How many games it has; a collecting phase may end before. */
  readonly games: number;
  readonly settings: LearnSettings;
  /** Multi-stage: which stage is being taught or played; boards from the phase before are where its games start. */
  readonly stage?: number;
  /** Multi-stage: the stage whose boards are collected, with the weights left alone. */
  readonly collects?: number;
}

/** The last tenth of an optimistic training is TC (Guei et al.). */
const OPTIMISTIC_SHARE = 0.9;
/** A collection gives up after so many games for each board that it wants. */
const PATIENCE = 20;

export function phasesOf({ config, network, method, base }: Plan): Phase[] {
  const changes = (loopDefaults: { alpha: number; lambda: number; restart: boolean }): Partial<LearnSettings> => ({
    alpha: config.alpha ?? loopDefaults.alpha,
    lambda: config.lambda ?? loopDefaults.lambda,
    restart: config.restart ?? loopDefaults.restart,
    promote: config.promote,
    carousel: config.carousel,
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
  const each = Math.max(1, Math.floor(config.games / network.stageCount));
  return Array.from({ length: network.stageCount }, (_, stage): Phase[] => {
    // Promotion is done by the trainer, once for the whole stage.
    const settings = learnSettings(base, { ...changes(base), carousel: false, promote: false });
    const teach: Phase = {
      name: `stage ${stage + 1}`,
      games: each,
      stage,
      settings: { ...settings, fixedStage: stage },
    };
    if (stage + 1 === network.stageCount) return [teach];
    const play: LearnSettings = { ...settings, loop: 'td', alpha: 0, coherent: false, restart: false };
    return [
      teach,
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

/** Blocks that are compared, and how much the later ones must be better for learning not to be saturated. */
const WINDOW = 20;
const IMPROVEMENT = 0.01;

/** Whether the average scores of the blocks have stopped growing (Yeh et al., III: "without further significant improvement"). */
export function isSaturated(averages: readonly number[]): boolean {
  if (averages.length < 2 * WINDOW) return false;
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return mean(averages.slice(-WINDOW)) < (1 + IMPROVEMENT) * mean(averages.slice(-2 * WINDOW, -WINDOW));
}
