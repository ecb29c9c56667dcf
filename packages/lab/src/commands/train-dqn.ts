// afterstate train --method dqn: deep Q-learning, in a run folder as the other methods have it. train.ts finds out the method.

import type { Game } from 'afterstate';
import { InputError } from 'afterstate';
import { Option } from 'commander';
import { RunFolder } from '../files/run-folder.ts';
import { readSettings } from '../files/settings.ts';
import { trainingLine } from '../learn/training-line.ts';
import { OPTIMISERS } from '../neural/optimiser.ts';
import type { DqnConfig } from '../dqn/config.ts';
import { LIMITS, LOSSES, parseDqnConfig, planDqn, REPLACEMENTS, REWARDS, VARIANTS } from '../dqn/config.ts';
import type { DqnRun } from '../dqn/run.ts';
import { DQN_RUN } from '../dqn/run.ts';
import type { DqnEvents, DqnTrained } from '../dqn/trainer.ts';
import { positiveNumber, share, wholeNumber } from './options.ts';

export const DQN_SUMMARY = 'dqn (deep Q-learning, a neural network)';

/** The flags that this method has for itself: a setting each. */
export function dqnOptions(): Option[] {
  const whole = (flag: string, description: string, min: number, max: number): Option =>
    new Option(`${flag} <n>`, description).argParser(wholeNumber(flag, min, max));
  const number = (flag: string, description: string, max: number): Option =>
    new Option(`${flag} <x>`, description).argParser(positiveNumber(flag, max));
  const part = (flag: string, description: string): Option =>
    new Option(`${flag} <x>`, description).argParser(share(flag));
  const choice = (flag: string, description: string, choices: readonly string[]): Option =>
    new Option(`${flag} <name>`, `${description}: ${choices.join(', ')}`).argParser((text: string) => {
      if (choices.includes(text)) return text;
      throw new InputError(`${flag} must be one of ${choices.join(', ')}, not '${text}'`);
    });
  const either = (name: string, yes: string, no: string): Option[] => [
    new Option(`--${name}`, yes),
    new Option(`--no-${name}`, no),
  ];
  return [
    choice('--variant', "what the settings are unless given: the paper's, or the usual ones", VARIANTS),
    part('--gamma', 'how much a reward counts for each move that it is away'),
    choice('--reward', 'what a move earns', REWARDS),
    number('--reward-scale', 'what rewards are multiplied by', 1e12),
    whole('--replay', 'moves that are remembered', 1, LIMITS.replay),
    choice('--replacement', 'which of them a new one replaces', REPLACEMENTS),
    whole('--warmup', 'moves to remember before learning begins', 0, LIMITS.replay),
    whole('--batch', 'remembered moves of one step of learning', 1, LIMITS.batch),
    whole('--every', 'moves from one step of learning to the next', 1, 1e6),
    whole('--together', 'games under way at once', 1, LIMITS.together),
    part('--epsilon-final', 'the share of drawn moves, which is 1 at first, in the end'),
    whole('--epsilon-from', 'moves after which it begins to fall', 0, LIMITS.moves),
    whole('--epsilon-moves', 'moves after which it would be 0', 1, LIMITS.moves),
    whole('--steps', 'moves whose rewards are summed before the network says what follows', 1, LIMITS.steps),
    ...either(
      'double',
      'the network that learns chooses the move in the target, its copy values it',
      'one network does both',
    ),
    whole('--target', 'steps from one copy of the network to the next; 0 for no copy', 0, 1e9),
    ...either('legal', 'only legal moves count in the target', 'all four moves do'),
    ...either('continuing', "the next game's first board follows the end of a game", 'nothing follows it'),
    ...either('symmetries', 'learn from each move in a symmetric form that is drawn', 'learn from it as it was'),
    choice('--loss', 'of a target', LOSSES),
    choice('--optimiser', 'how weights follow gradients', OPTIMISERS),
    number('--lr', 'step size', 10),
    part('--l1', "decay by the weights' sizes"),
    part('--l2', "decay by the weights' squares"),
  ];
}

export async function trainByDqn(
  file: string | undefined,
  given: Readonly<Record<string, unknown>>,
  json: boolean,
): Promise<void> {
  const { resume } = given;
  const run = typeof resume === 'string' ? await oldRun(file, resume, given) : await newRun(file, given);
  const { finished, games } = await teach(run, json);
  const done = games.toLocaleString('en');
  if (json) return;
  process.stdout.write(
    finished
      ? `${done} games; the network is ${run.path}/model.onnx. Try it: afterstate eval --player dqn:${run.path} --games 1000${gameFlag(run.config)}\n`
      : `stopped after ${done} games, and saved; go on with: afterstate train --resume ${run.path}\n`,
  );
}

function gameFlag({ game }: DqnConfig): string {
  return game === '2048' ? '' : ` --game '${game}'`;
}

async function newRun(file: string | undefined, given: Readonly<Record<string, unknown>>): Promise<DqnRun> {
  const { out, json: _json, resume: _resume, game, ...settings } = given;
  const base = file === undefined ? {} : await readSettings(file);
  const values = { ...base, ...settings, ...(game !== undefined && { game: (game as Game).spec }) };
  if (!('games' in values)) throw new InputError('--games is missing; say how many games to learn from');
  const { config } = planDqn(parseDqnConfig(values, file ?? 'train'));
  const name = RunFolder.nameFor({ ...config, method: `dqn-${config.variant}` });
  return RunFolder.create(DQN_RUN, (out as string | undefined) ?? name, config);
}

async function oldRun(
  file: string | undefined,
  path: string,
  given: Readonly<Record<string, unknown>>,
): Promise<DqnRun> {
  if (file !== undefined) throw new InputError('a run goes on with its own settings; leave the file of settings out');
  const { games, resume: _resume, json: _json, ...others } = given;
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new InputError(
      `--${other.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} cannot be changed when a run goes on; only --games can`,
    );
  const run = await RunFolder.open(DQN_RUN, path);
  if (games === undefined) return run;
  if ((games as number) < run.config.games)
    throw new InputError(`the run has ${run.config.games} games; --games can only add to them`);
  return run.change({ games: games as number });
}

async function teach(run: DqnRun, json: boolean): Promise<DqnTrained> {
  // The runtime is loaded when it is wanted.
  const { trainDqn } = await import('../dqn/trainer.ts');
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const line = json ? undefined : trainingLine(describe(run.config));
  const events: DqnEvents = line
    ? { onBlock: line.block, onProgress: line.progress, onNote: line.note }
    : {
        onBlock: (metrics) => void process.stdout.write(`${JSON.stringify(metrics)}\n`),
        onNote: (text) => void process.stderr.write(`${text}\n`),
      };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await trainDqn(run, events, controller.signal);
  } finally {
    line?.end();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function describe({ game, variant, network, seed, threads }: DqnConfig): string {
  return `${game}: ${network} by dqn, variant ${variant}, seed ${seed}, ${threads} thread${threads === 1 ? '' : 's'}`;
}
