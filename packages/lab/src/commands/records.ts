// afterstate records: writes games of a player as data, to files that survive a kill; and the commands on such files.

import { InputError } from 'afterstate';
import type { Game, Player } from 'afterstate';
import type { Command } from 'commander';
import { reason } from '../files/disk.ts';
import { useHugePages } from '../files/memory.ts';
import { shellWord } from '../files/shell-word.ts';
import type { JobHost } from '../jobs/job-player.ts';
import { VERSION } from '../files/version.ts';
import { isReached } from '../records/format.ts';
import { generate, requireSamePlayer } from '../records/generate.ts';
import { summarise } from '../records/summary.ts';
import type { RecordsSummary } from '../records/summary.ts';
import { RecordsWriter } from '../records/writer.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, duration, rate } from '../terminal/table.ts';
import type { EngineFlags } from './engine-options.ts';
import { addEngineOptions, openBulkPlayer, refuseThreads, withEngine } from './engine-options.ts';
import { gameOption, jsonOption, needed, neededPlayer, PLAYERS_HELP, seedOption, threadsOption } from './options.ts';
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

interface MakeOptions extends EngineFlags {
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

/** What `records --json` prints: the summary of the file, and how long it took this time. */
interface Made extends RecordsSummary {
  readonly seconds: number;
  readonly actionsPerSecond: number;
  readonly threads: number;
}

export function register(program: Command): void {
  const records = program
    .command('records')
    .description("write a player's games to a file of records, as training data; --resume continues a file")
    .option('--player <spec>', "the player: 'ntuple:MODEL?ply=3', 'montecarlo?runs=500'")
    .addOption(gameOption())
    .addOption(gamesOption('how many games to play'))
    .addOption(actionsOption('play until there are this many moves; the last game is played to its end'))
    .addOption(seedOption())
    .addOption(threadsOption())
    .addOption(outOption())
    .option('--resume <file>', 'continue a file; --games or --actions may ask for more')
    .addOption(jsonOption())
    .addHelpText('after', PLAYERS_HELP);
  addEngineOptions(records)
    .action(async (options: MakeOptions, command: Command) => {
      const given = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
      if (command.args.length > 0)
        throw new InputError(
          `records has no '${command.args[0]}'; it has ${command.commands.map((sub) => sub.name()).join(', ')}, or --player SPEC --out FILE`,
        );
      refuseThreads(options, command);
      useHugePages();
      const title = `records ${options.resume ?? options.player ?? ''}`;
      await interruptible((signal) =>
        withEngine(options, title, signal, (host, stop) => make(options, given, host, stop)),
      );
    })
    .allowExcessArguments();
  registerFiles(records);
}

async function make(
  options: MakeOptions,
  given: (name: string) => boolean,
  host: JobHost | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { json } = options;
  if (options.resume !== undefined) {
    const other = ['player', 'game', 'seed', 'out'].find(given);
    if (other !== undefined)
      throw new InputError(
        `--${other} cannot change when you continue a file; only --games, --actions and --threads can`,
      );
  }
  const { writer, player } =
    options.resume === undefined ? await begin(options, host) : await goOn(options.resume, options, host);
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
          `${rate(((done.actions - before) * 1000) / (performance.now() - start))} actions/s on ${player.threads} thread${player.threads === 1 ? '' : 's'}`,
        ),
    });
  } catch (error) {
    ended = { error };
  }
  progress.clear();
  const seconds = (performance.now() - start) / 1000;
  const actionsPerSecond = (writer.actions - before) / seconds;
  const { threads } = player;
  await player.close();
  await writer.close();
  if (ended && !signal.aborted) throw failure(path, ended.error);
  const made: Made = { ...(await reading(path, (file) => summarise(file))), seconds, actionsPerSecond, threads };
  if (json) process.stdout.write(`${JSON.stringify(made)}\n`);
  else
    process.stdout.write(
      report(made, `${decimal(writer.actions - before)} actions in ${duration(seconds)}: ${rate(actionsPerSecond)}/s`),
    );
  if (!ended) return;
  const saved = `and saved; continue with: afterstate records --resume ${shellWord(path)}`;
  if (signal.reason instanceof Interrupted)
    throw Interrupted.by(signal, `stopped after ${decimal(writer.games)} games, ${saved}`);
  signal.throwIfAborted();
}

/** Prints sentences about a file that another process had. */
const ON_STDERR = { onNote: (text: string): void => void process.stderr.write(`${text}\n`) };

interface Making {
  readonly writer: RecordsWriter;
  readonly player: Player;
}

async function begin(options: MakeOptions, host: JobHost | undefined): Promise<Making> {
  const spec = neededPlayer(options.player);
  const path = needed(options.out, '--out', 'name the file to make');
  const goal = goalOf(options);
  if (!goal) throw new InputError('--games or --actions is missing; say how much to play');
  await requireAbsent(path, `, or continue it: afterstate records --resume ${shellWord(path)}`);
  const { game, seed } = options;
  const player = await openBulkPlayer(spec, options, host);
  try {
    const header = {
      game: game.spec,
      rules: game.rulesVersion,
      players: [player.spec],
      seed,
      made: `afterstate ${VERSION}`,
    };
    return { player, writer: await create(path, header, game, goal, ON_STDERR) };
  } catch (error) {
    await player.close();
    throw error;
  }
}

async function goOn(path: string, options: MakeOptions, host: JobHost | undefined): Promise<Making> {
  const writer = await RecordsWriter.resume(path, ON_STDERR).catch((error: NodeJS.ErrnoException) => {
    if (error.syscall === undefined) throw error;
    throw new InputError(`'${path}' cannot be written: ${reason(error)}`, { cause: error });
  });
  let player: Player | undefined;
  try {
    const [spec] = writer.header.players;
    if (spec === undefined || writer.header.seed === undefined)
      throw new InputError(`'${path}' was not made by one player from one seed, so it cannot be continued`);
    const goal = goalOf(options);
    if (goal && isReached(goal, writer.games, writer.actions))
      throw new InputError(
        `'${path}' already has ${writer.games} games and ${writer.actions} actions; ask for more, or copy fewer with afterstate records cut`,
      );
    player = await openBulkPlayer(spec, { game: writer.game, threads: options.threads }, host);
    await requireSamePlayer(player, writer);
    if (goal) await writer.setGoal(goal);
    return { writer, player };
  } catch (error) {
    await player?.close();
    await writer.close();
    throw error;
  }
}

/** What the system says about the disk, in a line that names the file. */
function failure(path: string, error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).syscall === undefined) return error;
  const what = `'${path}' cannot be written any further: ${reason(error)}`;
  return new Error(`${what}; what was written stays: afterstate records --resume ${shellWord(path)}`, { cause: error });
}
