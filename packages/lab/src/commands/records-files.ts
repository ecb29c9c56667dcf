// afterstate records summary, verify, export, import, cut: work on existing files of records.

import { mkdir, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InputError, writeRecord } from 'afterstate';
import type { Game } from 'afterstate';
import { openReplayer } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { reason, unwritable } from '../files/disk.ts';
import type { Watch } from '../files/lock.ts';
import { Locked } from '../files/lock.ts';
import { NewFile } from '../files/new-file.ts';
import { VERSION } from '../files/version.ts';
import type { Goal, RecordsHeader, StoredGame } from '../records/format.ts';
import { RecordsFile } from '../records/reader.ts';
import { summarise } from '../records/summary.ts';
import { gatherRecords, inGame, recordOf } from '../records/text.ts';
import { verifyRecords } from '../records/verify.ts';
import { RecordsWriter } from '../records/writer.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import { decimal, duration } from '../terminal/table.ts';
import { jsonOption, needed, wholeNumber } from './options.ts';
import { report } from './records-report.ts';

const MOST = 1e12;

export const gamesOption = (description: string): Option =>
  new Option('--games <n>', description).argParser(wholeNumber('--games', 1, MOST)).conflicts('actions');
export const actionsOption = (description: string): Option =>
  new Option('--actions <n>', description).argParser(wholeNumber('--actions', 1, MOST));
export const outOption = (): Option =>
  new Option('--out <file>', 'the file to make; its name usually ends in .records');

export function registerFiles(records: Command): void {
  records
    .command('summary')
    .description('show what a file of records holds: games, actions, scores, moves')
    .argument('<file>', 'a file of records')
    .addOption(jsonOption())
    .action(async (path: string, _: unknown, command: Command) => {
      const { json } = optionsOf(command);
      const summary = await interruptible((signal) =>
        reading(path, (file, onProgress) => summarise(file, { signal, onProgress })),
      );
      process.stdout.write(json ? `${JSON.stringify(summary)}\n` : report(summary));
    });

  records
    .command('verify')
    .description('check a file of records: its checksums, and every game by the rules')
    .argument('<file>', 'a file of records')
    .addOption(jsonOption())
    .action(async (path: string, _: unknown, command: Command) => {
      const { json } = optionsOf(command);
      const start = performance.now();
      const verified = await interruptible((signal) =>
        reading(path, (file, onProgress) => verifyRecords(file, { signal, onProgress })),
      );
      const seconds = (performance.now() - start) / 1000;
      const { problem, games, actions, finished } = verified;
      if (json) process.stdout.write(`${JSON.stringify({ file: path, ok: problem === null, ...verified, seconds })}\n`);
      if (problem !== null) command.error(problem, { exitCode: 1 });
      if (!json)
        process.stdout.write(
          `${path}: ${decimal(games)} games, ${decimal(actions)} actions: every checksum, move, tile and score is right${finished ? '' : '; the file is unfinished'} (${duration(seconds)})\n`,
        );
    });

  records
    .command('export')
    .description('write games as text records, which the app and play --replay open')
    .argument('<file>', 'a file of records')
    .addOption(
      new Option('--number <n>', 'only the game with this number').argParser(
        wholeNumber('--number', 0, Number.MAX_SAFE_INTEGER),
      ),
    )
    .option('--out <file>', 'the text file to make (default: standard output)')
    .action(async (path: string, _: unknown, command: Command) =>
      interruptible((signal) => exportText(path, optionsOf(command), signal)),
    );

  records
    .command('import')
    .description('make a file of records from text records')
    .argument('<text...>', 'files of text records, of one game')
    .addOption(outOption())
    .addOption(jsonOption())
    .action(async (paths: string[], _: unknown, command: Command) => {
      const { out, json } = optionsOf(command);
      const path = needed(out, '--out', 'name the file to make');
      await print(await importText(paths, path), json);
    });

  records
    .command('cut')
    .description('copy the first games of a file, even if it is unfinished or damaged further on')
    .argument('<file>', 'a file of records')
    .argument('<out>', 'the file to make')
    .addOption(gamesOption('how many games to copy'))
    .addOption(actionsOption('copy games until there are this many moves'))
    .addOption(jsonOption())
    .action(async (path: string, out: string, _: unknown, command: Command) => {
      const options = optionsOf(command);
      const goal = goalOf(options);
      if (!goal) throw new InputError('--games or --actions is missing; say how much to copy');
      await print(await cut(path, out, goal), options.json);
    });
}

interface FileOptions {
  json: boolean;
  number?: number;
  out?: string;
  games?: number;
  actions?: number;
}

/** A command's options: commander gives options that `records` also has to `records`, wherever they stand. */
function optionsOf(command: Command): FileOptions {
  const own = command.options.map((option) => option.attributeName());
  const foreign = command.parent?.options.find(
    (option) =>
      command.parent?.getOptionValueSource(option.attributeName()) === 'cli' && !own.includes(option.attributeName()),
  );
  if (foreign) throw new InputError(`${foreign.long} is not for records ${command.name()}`);
  return command.optsWithGlobals<FileOptions>();
}

export async function reading<T>(
  path: string,
  work: (file: RecordsFile, onProgress: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  const file = await RecordsFile.open(path);
  const progress = progressLine({ total: file.size / 1e6, unit: 'MB' });
  try {
    return await work(file, (done) => progress.update(done / 1e6));
  } finally {
    progress.clear();
    await file.close();
  }
}

async function exportText(
  path: string,
  { number, out }: { number?: number; out?: string },
  signal: AbortSignal,
): Promise<void> {
  await reading(path, async (file) => {
    const target = out === undefined ? undefined : await NewFile.open(out);
    let found = 0;
    try {
      for await (const { block } of file.blocks()) {
        signal.throwIfAborted();
        for (const [i, entry] of block.games.entries()) {
          if (number !== undefined && entry.number !== number) continue;
          const line = textOf(file, { ...entry, plies: block.plies(i) });
          found++;
          if (target) await target.write(line);
          else if (!process.stdout.write(line)) await new Promise((resolve) => process.stdout.once('drain', resolve));
        }
      }
      if (found === 0)
        throw new InputError(`'${path}' has no game${number === undefined ? '' : ` of number ${number}`}`);
      await target?.commit();
    } catch (error) {
      await target?.discard();
      throw error;
    }
  });
}

function textOf({ path, header, game }: RecordsFile, stored: StoredGame): string {
  try {
    return `${writeRecord(recordOf(header, game, stored))}\n`;
  } catch (error) {
    throw inGame(path, stored, error);
  }
}

async function importText(paths: readonly string[], out: string): Promise<string> {
  const { game, players, games } = await gatherRecords(paths);
  const replayer = await openReplayer(game);
  const header = { game: game.spec, rules: game.rulesVersion, players, made: `afterstate ${VERSION}` };
  return writeWhole(out, header, game, { games: games.length }, async (writer) => {
    for (const entry of games) {
      const { end } = replayer.replay(entry.start, entry.plies);
      writer.add({ ...entry, largest: Math.max(...end.board) });
      await writer.flush();
    }
  });
}

function cut(path: string, out: string, goal: Goal): Promise<string> {
  return reading(path, (file) =>
    writeWhole(out, file.header, file.game, goal, async (writer) => {
      for await (const { block } of file.blocks()) {
        for (const [i, entry] of block.games.entries())
          if (!writer.isFinished) writer.add({ ...entry, plies: block.plies(i) });
        await writer.flush();
        if (writer.isFinished) return;
      }
      await writer.setGoal({ games: writer.games });
    }),
  );
}

/** A new file that is either filled completely or not made at all. */
async function writeWhole(
  path: string,
  header: RecordsHeader,
  game: Game,
  goal: Goal,
  fill: (writer: RecordsWriter) => Promise<void>,
): Promise<string> {
  await requireAbsent(path);
  const writer = await create(path, header, game, goal);
  try {
    await fill(writer);
    await writer.close();
    return path;
  } catch (error) {
    await writer.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

async function print(path: string, json: boolean): Promise<void> {
  const summary = await reading(path, (file) => summarise(file));
  process.stdout.write(json ? `${JSON.stringify(summary)}\n` : report(summary));
}

export function goalOf({ games, actions }: { games?: number; actions?: number }): Goal | undefined {
  if (games !== undefined) return { games };
  return actions === undefined ? undefined : { actions };
}

/** Makes the file and the folders above it. */
export async function create(
  path: string,
  header: RecordsHeader,
  game: Game,
  goal: Goal,
  watch?: Watch,
): Promise<RecordsWriter> {
  try {
    await mkdir(dirname(path), { recursive: true });
    return await RecordsWriter.create(path, header, game, goal, watch);
  } catch (error) {
    if (error instanceof Locked) throw error;
    throw unwritable(`'${path}' cannot be written: ${reason(error)}`, { cause: error });
  }
}

export async function requireAbsent(path: string, remedy = ''): Promise<void> {
  // A process that was killed before it wrote anything leaves an empty file.
  const there = await stat(path).then(
    (found) => !found.isFile() || found.size > 0,
    () => false,
  );
  if (there) throw new InputError(`'${path}' exists; give another name${remedy}`);
}
