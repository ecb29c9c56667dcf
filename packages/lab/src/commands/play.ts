// afterstate play: a game in the terminal, played by keys, by a player, or from a record.

import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import {
  drawBoard,
  InputError,
  packPly,
  readBoard,
  parseGame,
  printBoard,
  Random,
  readRecord,
  replay,
  Timeline,
  writeRecord,
} from 'afterstate';
import type { Choice, Game, GameRecord, Player, State } from 'afterstate';
import { champion, cores, openPlayer } from 'afterstate/node';
import type { Command } from 'commander';
import { Option } from 'commander';
import { unread } from '../files/disk.ts';
import { NewFile } from '../files/new-file.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { playOwnGame } from '../terminal/own-game.ts';
import { decimal } from '../terminal/table.ts';
import { MAX_SPEED, watchGames } from '../terminal/watched-game.ts';
import type { WatchedGame } from '../terminal/watched-game.ts';
import { gameOption, jsonOption, PLAYERS_HELP, positiveNumber, wholeNumber } from './options.ts';

interface PlayOptions {
  player?: string;
  replay?: string;
  game: Game;
  board?: string;
  seed?: number;
  speed: number;
  hint?: string;
  record?: string;
  json: boolean;
}

export function register(program: Command): void {
  program
    .command('play')
    .description('play a game in the terminal, with undo and hints; or watch a player or a record')
    .addOption(new Option('--player <spec>', 'watch this player instead of playing').conflicts(['replay', 'hint']))
    .addOption(
      new Option('--replay <file>', 'watch the games in a file of text records').conflicts(['board', 'record', 'hint']),
    )
    .addOption(gameOption())
    .option('--board <tiles>', 'start from this board')
    .addOption(
      new Option('--seed <n>', 'the series of games (default: a random one)').argParser(
        wholeNumber('--seed', 0, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(
      new Option('--speed <n>', 'moves per second when watching')
        .argParser(positiveNumber('--speed', MAX_SPEED))
        .default(8),
    )
    .option(
      '--hint <spec>',
      'the player that ? asks (default: ntuple with 20 ms to think, or montecarlo if no network ships)',
    )
    .option('--record <file>', 'write a record of the game when it ends or you quit')
    .addOption(jsonOption('watch without a screen, and print the result as one JSON document'))
    .addHelpText('after', PLAYERS_HELP)
    .action((options: PlayOptions) => interruptible((signal) => play(options, signal)));
}

async function play(options: PlayOptions, signal: AbortSignal): Promise<void> {
  const seed = options.seed ?? randomInt(2 ** 32);
  const start = options.board === undefined ? undefined : readBoard(options.board, options.game).state;
  const watching = options.player !== undefined || options.replay !== undefined;
  const onScreen = process.stdin.isTTY && process.stdout.isTTY && !options.json;
  if (!watching && !onScreen)
    throw new InputError(
      'to play by keys, stdin and stdout must be a terminal; give --player or --replay to watch a game instead',
    );

  const file = options.record === undefined ? undefined : await NewFile.open(options.record);
  const records: GameRecord[] = [];
  try {
    if (options.replay !== undefined) await watchReplay(options.replay, options, onScreen, signal);
    else if (options.player !== undefined)
      await watchPlayer(options.player, { ...options, seed, start }, onScreen, signal, records);
    else records.push(...(await playByKeys(options, seed, start, signal)));
    await file?.write(records.map((record) => `${writeRecord(record)}\n`).join(''));
  } catch (error) {
    await file?.discard();
    throw error;
  }
  if (records.length > 0) await file?.commit();
  else await file?.discard();
  // The alternate screen, and the games on it, are gone by now.
  if (onScreen) for (const record of records) process.stdout.write(`${summary(record)}\n`);
  signal.throwIfAborted();
}

async function playByKeys(
  options: PlayOptions,
  seed: number,
  start: State | undefined,
  signal: AbortSignal,
): Promise<GameRecord[]> {
  const { game } = options;
  // Opened at the first hint, because that may take a while and most games need none.
  let adviser: Player | undefined;
  const hint = async (state: State): Promise<{ by: string; choice: Choice }> => {
    adviser ??= await (options.hint === undefined
      ? openAdviser(game)
      : openPlayer(options.hint, { game, threads: cores }));
    return { by: adviser.spec, choice: await adviser.choose(state) };
  };
  try {
    return await playOwnGame({
      game,
      seed,
      start,
      input: process.stdin,
      output: process.stdout,
      paint: paintFor(process.stdout),
      hint,
      signal,
    });
  } finally {
    await adviser?.close();
  }
}

/** The default player for hints: the network that ships for the game, or a player that needs none. */
async function openAdviser(game: Game): Promise<Player> {
  const spec = (await champion(game)) === undefined ? 'montecarlo?runs=500' : 'ntuple?ms=20';
  return openPlayer(spec, { game, threads: cores });
}

interface WatchPlayerOptions extends PlayOptions {
  seed: number;
  start: State | undefined;
}

async function watchPlayer(
  spec: string,
  options: WatchPlayerOptions,
  onScreen: boolean,
  signal: AbortSignal,
  records: GameRecord[],
): Promise<void> {
  const { game, seed } = options;
  const player = await openPlayer(spec, { game, threads: 1 });
  let number = -1;
  const nextGame = (): WatchedGame => playersGame(player, seed, ++number, number === 0 ? options.start : undefined);
  const onGame = ({ timeline }: WatchedGame): void => {
    if (timeline.moves > 0) records.push(timeline.record(player.spec, seed, number));
  };
  try {
    if (onScreen) {
      await watchGames({
        nextGame,
        speed: options.speed,
        input: process.stdin,
        output: process.stdout,
        paint: paintFor(process.stdout),
        signal,
        onGame,
      });
    } else {
      const watched = nextGame();
      await runToEnd(watched, signal);
      onGame(watched);
      printEnd(watched.timeline, { player: player.spec, seed }, options.json);
    }
  } finally {
    await player.close();
  }
}

/** Game `number` of the seed, the same game that `eval` plays. */
function playersGame(player: Player, seed: number, number: number, start: State | undefined): WatchedGame {
  const random = Random.forGame(seed, number);
  const timeline = new Timeline(player.game, start ?? player.game.start(random));
  let begun: Promise<void> | undefined;
  return {
    timeline,
    title: player.spec,
    async advance() {
      await (begun ??= player.newGame(seed, number));
      if (timeline.isOver) return undefined;
      const choice = await player.choose(timeline.position.state);
      if (choice.best === undefined) return undefined;
      timeline.play(choice.best, random);
      return { choice };
    },
  };
}

async function watchReplay(path: string, options: PlayOptions, onScreen: boolean, signal: AbortSignal): Promise<void> {
  const records = await readRecords(path);
  let number = 0;
  const nextGame = (): WatchedGame | undefined => {
    const record = records[number++];
    return record && recordedGame(record);
  };
  if (onScreen)
    return watchGames({
      nextGame,
      speed: options.speed,
      input: process.stdin,
      output: process.stdout,
      paint: paintFor(process.stdout),
      signal,
    });
  for (const record of records) {
    const watched = recordedGame(record);
    await runToEnd(watched, signal);
    printEnd(watched.timeline, { player: record.player, seed: record.seed }, options.json);
  }
}

/** All games of the file, each checked by the rules; the first damaged one is an error that names its line. */
async function readRecords(path: string): Promise<GameRecord[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new InputError(`'${path}' cannot be read: ${unread(error)}`, { cause: error });
  });
  const records = text.split('\n').flatMap((line, i) => {
    if (line.trim() === '') return [];
    try {
      return [readRecord(line)];
    } catch (error) {
      if (error instanceof InputError)
        throw new InputError(`'${path}', line ${i + 1}: ${error.message}`, { cause: error });
      throw error;
    }
  });
  if (records.length === 0) throw new InputError(`'${path}' holds no game`);
  return records;
}

function recordedGame(record: GameRecord): WatchedGame {
  const game = parseGame(record.game);
  const timeline = new Timeline(game, record.start);
  const steps = replay(record, game);
  return {
    timeline,
    title: `${record.player} (recorded)`,
    async advance() {
      const { value: step, done } = steps.next();
      if (done || !step) return undefined;
      timeline.extend([packPly(step)], { state: step.after, score: step.score });
      return { choice: undefined };
    },
  };
}

function summary({ player, game, seed, gameNumber, score, moves }: GameRecord): string {
  return `${player} on ${game}, seed ${seed}, game ${gameNumber}: score ${decimal(score)} in ${decimal(moves)} moves`;
}

async function runToEnd(watched: WatchedGame, signal: AbortSignal): Promise<void> {
  while (await watched.advance()) signal.throwIfAborted();
}

function printEnd(timeline: Timeline, who: { player: string; seed: number }, json: boolean): void {
  const { game, moves, isOver, position } = timeline;
  const largest = game.tile(Math.max(...position.state.board));
  if (json) {
    const document = {
      ...who,
      game: game.spec,
      score: position.score,
      moves,
      largest,
      over: isOver,
      board: printBoard(position.state, game),
    };
    process.stdout.write(`${JSON.stringify(document)}\n`);
  } else {
    const line = `${who.player} on ${game.spec}, seed ${who.seed}: score ${decimal(position.score)} in ${decimal(moves)} moves, largest tile ${largest}`;
    process.stdout.write(`${drawBoard(position.state, game)}\n\n${line}\n`);
  }
}
