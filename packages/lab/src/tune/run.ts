// Runs of `tune`: the checks before one begins, and what it shows.

import { openPlayer } from 'afterstate/node';
import type { RunKind } from '../runs/run-command.ts';
import { counted, jsonEvents } from '../runs/run-command.ts';
import type { TuneConfig } from './config.ts';
import { planTuning, tuneSettings, withWeights } from './config.ts';
import { report, tuneLine } from './tune-line.ts';
import { tune } from './tuner.ts';

export const TUNE_RUN: RunKind<TuneConfig> = {
  command: 'tune',
  settingsFile: 'tune.json',
  settings: tuneSettings,
  parse: (values, where) => tuneSettings.parse(values, where),
  plan: (config) => planTuning(config).config,

  async prepare(asked) {
    const { config, game } = planTuning(withWeights(asked));
    // Opening the player finds any other problem with its spec, and gives the full spec.
    const player = await openPlayer(config.player, { game });
    await player.close();
    return { ...config, game: game.spec, player: player.spec };
  },

  nameParts: ({ game, method, player, seed }) => ({ game, method: `tune-${method}`, network: player, seed }),

  async work(run, { json, signal }) {
    const line = json ? undefined : tuneLine(run.config);
    const { result, trials } = await tune(run, line ?? { onTrial: jsonEvents.line }, signal).finally(() => line?.end());
    if (json && result) jsonEvents.line(result);
    return { finished: result !== undefined, done: counted(trials, 'trial'), closing: result ? report(result) : '' };
  },
};
