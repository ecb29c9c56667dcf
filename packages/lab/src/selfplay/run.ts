// Runs of `selfplay`: which settings have no effect, what may change when a run continues, and what it shows.

import { gameFlag, shellWord } from '../files/shell-word.ts';
import { weightsOf } from '../neural/network.ts';
import type { RunKind } from '../runs/run-command.ts';
import { counted, jsonEvents } from '../runs/run-command.ts';
import { decimal } from '../terminal/table.ts';
import type { SelfPlayConfig } from './config.ts';
import { planSelfPlay, selfPlaySettings } from './config.ts';
import { cycleLine } from './cycle-line.ts';

export const SELFPLAY_RUN: RunKind<SelfPlayConfig> = {
  command: 'selfplay',
  counter: 'cycles',
  settings: selfPlaySettings,
  parse: (values, where) => selfPlaySettings.parse(values, where),
  plan: (config) => planSelfPlay(config).config,

  idle({ judge, value }) {
    const unjudged = 'runs without --judge; with it, --cycle-games makes a cycle';
    const scored = 'runs with --value score';
    return {
      ...(judge
        ? { together: unjudged, moves: unjudged }
        : { cycleGames: 'runs with --judge; without it, --together and --moves make a cycle' }),
      ...(value !== 'score' && { scale: scored, lambda: scored }),
    };
  },

  /** A limit that is not given again no longer applies. */
  change({ cycles: _cycles, minutes: _minutes, ...config }, limits) {
    return { ...config, ...limits };
  },

  nameParts: (config) => config,

  async work(run, { json, signal }) {
    // ONNX Runtime is loaded when it is needed.
    const { selfPlay } = await import('./trainer.ts');
    const { config, path } = run;
    const line = json ? undefined : cycleLine(describe(config));
    const events = line ?? { onCycle: jsonEvents.line, onNote: jsonEvents.note };
    const { finished, cycles } = await selfPlay(run, events, signal).finally(() => line?.end());
    const model = `${path}/model.onnx`;
    const game = gameFlag(config.game);
    return {
      finished,
      done: counted(cycles, 'cycle'),
      closing: `${counted(cycles, 'cycle')}; the network is ${model}. Try it: afterstate eval --player ${shellWord(`mcts:${model}`)} --games 100${game}`,
    };
  },
};

function describe(config: SelfPlayConfig): string {
  const { game, network, sims, value, scale, seed, threads } = config;
  const weights = decimal(weightsOf(planSelfPlay(config).network));
  const meaning = value === 'score' ? `score (${scale})` : value;
  return `${game}: self-play of ${network} (${weights} weights), ${sims} simulations, value ${meaning}, seed ${seed}, ${counted(threads, 'thread')}`;
}
