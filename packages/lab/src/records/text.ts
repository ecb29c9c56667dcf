// Between the binary files and the text records of rules/record.ts, which the app and `play --replay` open.

import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { InputError, LONGEST_GAME, packState, parseGame, readRecord, replay, unpackState } from 'afterstate';
import type { Game, GameRecord, Replayed, Replayer } from 'afterstate';
import { unread } from '../files/disk.ts';
import type { GameEntry, RecordsHeader, StoredGame } from './format.ts';

export function recordOf(header: RecordsHeader, game: Game, stored: StoredGame): GameRecord {
  return {
    game: game.spec,
    rulesVersion: header.rules,
    player: header.players[stored.player] ?? '',
    seed: stored.seed,
    gameNumber: stored.number,
    start: unpackState(game, stored.start),
    plies: stored.plies,
    score: stored.score,
    moves: stored.moves,
  };
}

/**
 * Replays a stored game in the kernel; throws an InputError if the game breaks a rule or contradicts its entry. The reference
 * rules explain what is wrong: the kernel only knows the ply.
 */
export function replayStored(header: RecordsHeader, replayer: Replayer, stored: StoredGame): Replayed {
  const { game } = replayer;
  if (stored.moves > LONGEST_GAME)
    throw new InputError(`it has ${stored.moves} moves, more than the ${LONGEST_GAME} that are possible`);
  if (header.players[stored.player] === undefined)
    throw new InputError(`its player is number ${stored.player}, and the file has ${header.players.length}`);
  const replayed = replayer.replay(stored.start, stored.plies);
  if (replayed.plies < stored.moves) throw new InputError(wordsFor(recordOf(header, game, stored), replayed.plies));
  if (replayed.score !== stored.score)
    throw new InputError(`it claims a score of ${stored.score}; its plies make ${replayed.score}`);
  const largest = Math.max(...replayed.end.board);
  if (largest !== stored.largest)
    throw new InputError(
      `it claims ${game.tile(stored.largest)} as its largest tile; its plies make ${game.tile(largest)}`,
    );
  return replayed;
}

function wordsFor(record: GameRecord, plies: number): string {
  try {
    for (const step of replay(record)) if (step.ply > plies) break;
  } catch (error) {
    if (error instanceof InputError) return error.message;
  }
  return `ply ${plies + 1} is against the rules`;
}

/** An error in a game, with the file and the game before it. */
export function inGame(path: string, { number, seed }: GameEntry, error: unknown): unknown {
  if (!(error instanceof InputError)) return error;
  return new InputError(`'${path}', game ${number} of seed ${seed}: ${error.message}`, { cause: error });
}

/** Text records of one game, gathered for a binary file. */
export interface Gathered {
  readonly game: Game;
  readonly players: readonly string[];
  readonly games: readonly Omit<StoredGame, 'largest'>[];
}

/** Reads files of text records and checks each line by the rules. The first wrong line is an error that names it. */
export async function gatherRecords(paths: readonly string[]): Promise<Gathered> {
  let game: Game | undefined;
  const players: string[] = [];
  const games: Omit<StoredGame, 'largest'>[] = [];
  for (const path of paths) {
    let number = 0;
    for await (const line of linesOf(path)) {
      number++;
      if (line.trim() === '') continue;
      const record = readLine(line, path, number);
      game ??= parseGame(record.game);
      if (record.game !== game.spec)
        throw new InputError(
          `'${path}', line ${number}: a game of ${record.game} after games of ${game.spec}; a file of records holds one game`,
        );
      if (!players.includes(record.player)) players.push(record.player);
      const { seed, gameNumber, start, plies, score, moves } = record;
      const player = players.indexOf(record.player);
      games.push({ number: gameNumber, seed, player, start: packState(start), plies, score, moves });
    }
  }
  if (!game) throw new InputError(`${paths.map((path) => `'${path}'`).join(', ')}: they hold no game`);
  if (players.length > 65_536)
    throw new InputError(`the records have ${players.length} players; a file of records holds at most 65,536`);
  return { game, players, games };
}

function readLine(line: string, path: string, number: number): GameRecord {
  try {
    const record = readRecord(line);
    if (record.moves > LONGEST_GAME)
      throw new InputError(`${record.moves} moves; at most ${LONGEST_GAME} are possible`);
    return record;
  } catch (error) {
    if (error instanceof InputError)
      throw new InputError(`'${path}', line ${number}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function* linesOf(path: string): AsyncGenerator<string, void, undefined> {
  const stream = createReadStream(path, 'utf8');
  try {
    yield* createInterface({ input: stream, crlfDelay: Infinity });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new InputError(`'${path}' cannot be read: ${unread(error)}`, { cause: error });
  } finally {
    stream.destroy();
  }
}
