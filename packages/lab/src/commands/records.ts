// afterstate records: games of a player as data, in files that survive anything; and what is done with such files.

import { InputError } from 'afterstate';
import type { Game, Player } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import type { Command } from 'commander';
import { useHugePages } from '../files/huge-pages.ts';
import { VERSION } from '../files/version.ts';
import { isReached } from '../records/format.ts';
import { generate, requireSamePlayer } from '../records/generate.ts';
import { summarise } from '../records/summary.ts';
import type { RecordsSummary } from '../records/summary.ts';
import { RecordsWriter } from '../records/writer.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, duration, rate } from '../terminal/table.ts';
import { reason } from './new-file.ts';
import { gameOption, jsonOption, needed, PLAYER_REMEDY, seedOption, threadsOption } from './options.ts';
import {
  actionsOption,
  create,
  gamesOption,
  goalOf,
  outOption,
  reading,
  registerFiles,
  requireAbsent,
} from './records-files.ts';
import { report } from './records-report.ts';

interface MakeOptions {
  player?: string;
  game: Game;
  games?: number;
  actions?: number;
  seed: number;
  threads: number;
  out?: string;
  resume?: string;
  json: boolean;
}

/** What making a file prints with `--json`: its summary, and how long it took this time. */
interface Made extends RecordsSummary {
  readonly seconds: number;
  readonly actionsPerSecond: number;
  readonly threads: number;
}

export function register(program: Command): void {
  const records = program
    .command('records')
    .description("write a player's games to a file of records, as data to learn from; goes on with --resume")
    .option('--player <spec>', "who plays: 'ntuple:MODEL?ply=3', 'montecarlo?runs=500'")
    .addOption(gameOption())
    .addOption(gamesOption('how many games to play'))
    .addOption(actionsOption('play until there are so many moves; the last game is played to its end'))
    .addOption(seedOption())
    .addOption(threadsOption())
    .addOption(outOption())
    .option('--resume <file>', 'go on with a file; --games or --actions ask for more')
    .addOption(jsonOption())
    .action(async (options: MakeOptions, command: Command) => {
      const given = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
      if (command.args.length > 0)
        throw new InputError(
          `records has no '${command.args[0]}'; it has ${command.commands.map((sub) => sub.name()).join(', ')}, or --player SPEC --out FILE`,
        );
      useHugePages();
      await interruptible((signal) => make(options, given, signal));
    })
    .allowExcessArguments();
  registerFiles(records);
}

async function make(options: MakeOptions, given: (name: string) => boolean, signal: AbortSignal): Promise<void> {
  const { threads, json } = options;
  if (options.resume !== undefined) {
    const other = ['player', 'game', 'seed', 'out'].find(given);
    if (other !== undefined)
      throw new InputError(
        `--${other} cannot be changed when a file goes on; only --games, --actions and --threads can`,
      );
  }
  const { writer, player } = options.resume === undefined ? await begin(options) : await goOn(options.resume, options);
  const { path } = writer;
  const goal = 'games' in writer.goal ? writer.goal.games : writer.goal.actions;
  const unit = 'games' in writer.goal ? 'games' : 'actions';
  const progress = progressLine({ total: goal, unit });
  const before = writer.actions;
  const start = performance.now();
  let ended: { error: unknown } | undefined;
  try {
    await generate(player, writer, {
      seed: writer.header.seed ?? options.seed,
      signal,
      onProgress: (done) =>
        progress.update(
          done[unit],
          `${rate(((done.actions - before) * 1000) / (performance.now() - start))} actions/s on ${threads} thread${threads === 1 ? '' : 's'}`,
        ),
    });
  } catch (error) {
    ended = { error };
  }
  progress.clear();
  const seconds = (performance.now() - start) / 1000;
  const actionsPerSecond = (writer.actions - before) / seconds;
  await player.close();
  await writer.close();
  if (ended && !signal.aborted) throw failure(path, ended.error);
  const made: Made = { ...(await reading(path, (file) => summarise(file))), seconds, actionsPerSecond, threads };
  if (json) process.stdout.write(`${JSON.stringify(made)}\n`);
  else {
    process.stdout.write(
      report(made, `${decimal(writer.actions - before)} actions in ${duration(seconds)}: ${rate(actionsPerSecond)}/s`),
    );
    if (ended) process.stdout.write(`saved; go on with: afterstate records --resume ${path}\n`);
  }
  signal.throwIfAborted();
}

interface Making {
  readonly writer: RecordsWriter;
  readonly player: Player;
}

async function begin(options: MakeOptions): Promise<Making> {
  const spec = needed(options.player, '--player', PLAYER_REMEDY);
  const path = needed(options.out, '--out', 'name the file to make');
  const goal = goalOf(options);
  if (!goal) throw new InputError('--games or --actions is missing; say how much to play');
  await requireAbsent(path, `; to go on with it: afterstate records --resume ${path}`);
  const { game, seed, threads } = options;
  const player = await openPlayer(spec, { game, threads });
  try {
    const header = {
      game: game.spec,
      rules: game.rulesVersion,
      players: [player.spec],
      seed,
      made: `afterstate ${VERSION}`,
    };
    return { player, writer: await create(path, header, game, goal) };
  } catch (error) {
    await player.close();
    throw error;
  }
}

async function goOn(path: string, options: MakeOptions): Promise<Making> {
  const writer = await RecordsWriter.resume(path).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw new InputError(`'${path}' cannot be written: ${reason(error)}`, { cause: error });
  });
  let player: Player | undefined;
  try {
    const [spec] = writer.header.players;
    if (spec === undefined || writer.header.seed === undefined)
      throw new InputError(`'${path}' was not made by one player from one seed, so no player can go on with it`);
    const goal = goalOf(options);
    if (goal && isReached(goal, writer.games, writer.actions))
      throw new InputError(
        `'${path}' has ${writer.games} games and ${writer.actions} actions already; ask for more, or take fewer with afterstate records cut`,
      );
    player = await openPlayer(spec, { game: writer.game, threads: options.threads });
    await requireSamePlayer(player, writer);
    if (goal) await writer.setGoal(goal);
    return { writer, player };
  } catch (error) {
    await player?.close();
    await writer.close();
    throw error;
  }
}

/** What the system says of the disk, in a line that names the file. */
function failure(path: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).syscall === undefined) return error;
  const what = `'${path}' cannot be written further: ${reason(error)}`;
  return new Error(`${what}; what is there stays: afterstate records --resume ${path}`, { cause: error });
}
