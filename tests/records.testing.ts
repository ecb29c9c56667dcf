// Record files as used by tests: made by a player, and read back slowly, by the readable rules.

import { readFile, writeFile } from 'node:fs/promises';
import { MOVES, parseGame, replay } from 'afterstate';
import type { GameRecord } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import type { Batch } from '../packages/lab/dist/records/dataset.js';
import { encodeBlock } from '../packages/lab/dist/records/format.js';
import { generate } from '../packages/lab/dist/records/generate.js';
import { RecordsFile } from '../packages/lab/dist/records/reader.js';
import { recordOf } from '../packages/lab/dist/records/text.js';
import { RecordsWriter } from '../packages/lab/dist/records/writer.js';
import type { Ended, Started } from './command.testing.ts';
import { startCommand } from './command.testing.ts';

/** Starts `afterstate records …` in a folder, without a terminal. */
export function startRecords(folder: string, ...args: string[]): Started {
  return startCommand(folder, 'records', ...args);
}

export function records(folder: string, ...args: string[]): Promise<Ended> {
  return startRecords(folder, ...args).ended;
}

export async function makeRecords(
  path: string,
  { player: spec = 'random', game: name = '2048', games = 300, seed = 1, made = 'a test' } = {},
): Promise<string> {
  const game = parseGame(name);
  const player = await openPlayer(spec, { game, threads: 1 });
  const header = { game: game.spec, rules: game.rulesVersion, players: [player.spec], seed, made };
  const writer = await RecordsWriter.create(path, header, game, { games });
  await generate(player, writer, { seed });
  await writer.close();
  await player.close();
  return path;
}

export async function gamesOf(path: string): Promise<GameRecord[]> {
  const file = await RecordsFile.open(path);
  const games: GameRecord[] = [];
  for await (const { block } of file.blocks())
    block.games.forEach((entry, i) =>
      games.push(recordOf(file.header, file.game, { ...entry, plies: block.plies(i) })),
    );
  await file.close();
  return games;
}

/** One action of a data stream, as a text that tells it from any other. */
export type Action = string;

/** Every action of a game, by the rules. */
export function actionsOf(record: GameRecord): Action[] {
  const game = parseGame(record.game);
  const steps = [...replay(record, game)];
  const end = steps.at(-1)?.score ?? 0;
  return steps.map(({ before, move, score, gain, spawn }) => {
    const scored = score - gain - game.spawnScore(spawn.exponent);
    const next = before.next === 'bonus' ? 0 : before.next;
    return [before.board.join(), MOVES.indexOf(move), end - scored, spawn.cell, spawn.exponent, next ?? ''].join(' ');
  });
}

/** The actions of a batch in the same form. */
export function actionsIn({ boards, moves, scoresToEnd, spawns, nexts }: Batch): Action[] {
  return Array.from(moves, (move, i) => {
    const board = boards.subarray(16 * i, 16 * i + 16).join();
    return [board, move, scoresToEnd[i], spawns[i]! & 15, spawns[i]! >> 4, nexts?.[i] ?? ''].join(' ');
  });
}

/** Copies a file and makes one of its moves illegal, with every checksum correct; returns which game and ply it is. */
export async function spoilMove(from: string, to: string): Promise<{ number: number; ply: number }> {
  const file = await RecordsFile.open(from);
  const { value } = await file.blocks().next();
  await file.close();
  if (!value || !('block' in value)) throw new Error(`'${from}' has no block`);
  const { block, offset } = value;
  const games = block.games.map((entry, i) => ({ ...entry, plies: block.plies(i) }));
  for (const stored of games) {
    for (const { before, ply } of replay(recordOf(file.header, file.game, stored), file.game)) {
      const illegal = MOVES.findIndex((move) => file.game.afterstate(before, move) === undefined);
      if (illegal < 0) continue;
      stored.plies[ply - 1] = (stored.plies[ply - 1]! & ~3) | illegal;
      const bytes = await readFile(from);
      bytes.set(encodeBlock(games, file.game), offset);
      await writeFile(to, bytes);
      return { number: stored.number, ply };
    }
  }
  throw new Error(`'${from}' has no board on which a move is illegal`);
}
