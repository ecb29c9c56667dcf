// Games: the lines of text records, and the binary files, also damaged with corrected checksums.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import {
  Checksum,
  packPly,
  packState,
  parseGame,
  Random,
  readRecord,
  startScore,
  writeRecord,
} from '../../../packages/afterstate/dist/index.js';
import { encodeBlock, encodeHeader, PRELUDE_BYTES } from '../../../packages/lab/dist/records/format.js';
import { RecordsFile } from '../../../packages/lab/dist/records/reader.js';
import { summarise } from '../../../packages/lab/dist/records/summary.js';
import { verifyRecords } from '../../../packages/lab/dist/records/verify.js';
import { holds } from '../judge.mjs';
import { joined, mutateBytes, mutateJson, mutateText } from '../mutate.mjs';

/** A game of random moves, by the rules; `plies` at most. */
export function someGame(spec, seed, plies) {
  const game = parseGame(spec);
  const random = Random.forGame(seed, 0);
  const start = game.start(random);
  let [state, score] = [start, startScore(start, game)];
  const packed = [];
  for (let i = 0; i < plies; i++) {
    const legal = game.legalMoves(state);
    if (legal.length === 0) break;
    const move = legal[(seed + i) % legal.length];
    const after = game.afterstate(state, move);
    const { spawn, state: next } = game.spawn(after, random);
    packed.push(packPly({ move, spawn }));
    state = next;
    score += after.gain + game.spawnScore(spawn.exponent);
  }
  const record = {
    game: game.spec,
    rulesVersion: game.rulesVersion,
    player: 'random',
    seed,
    gameNumber: 0,
    start,
    plies: Uint16Array.from(packed),
    score,
    moves: packed.length,
  };
  return { game, record, largest: Math.max(...state.board) };
}

const textRecords = {
  name: 'text-records',
  share: 2,
  async open() {
    const lines = [someGame('2048', 1, 60), someGame('threes', 2, 40), someGame('2048?four=0.5&start=4', 3, 3)].map(
      ({ record }) => writeRecord(record),
    );
    return {
      make(random) {
        const line = random.pick(lines);
        if (random.once(2)) return mutateText(random, line, { others: lines });
        const { check: _check, ...fields } = JSON.parse(line);
        // Without its checksum, a record is judged by its plies.
        return JSON.stringify(mutateJson(random, random.once(3) ? JSON.parse(line) : fields));
      },
      run(line) {
        const record = readRecord(line);
        const again = readRecord(writeRecord(record));
        holds(isDeepStrictEqual(again, record), 'a written record is read as another');
      },
    };
  },
};

function sumOf(...parts) {
  const checksum = new Checksum();
  for (const part of parts) checksum.update(part);
  return Number.parseInt(checksum.digest(), 16);
}

/** The same file with right checksums, as far as its parts can be found. */
function reseal(bytes) {
  const copy = new Uint8Array(bytes);
  const view = new DataView(copy.buffer);
  if (copy.length < PRELUDE_BYTES) return copy;
  const begin = PRELUDE_BYTES + view.getUint32(12, true);
  if (begin > copy.length) return copy;
  view.setUint32(16, sumOf(copy.subarray(0, 16), copy.subarray(PRELUDE_BYTES, begin)), true);
  view.setUint32(36, sumOf(copy.subarray(24, 36)), true);
  for (let at = begin; at + 24 <= copy.length;) {
    const length = Math.max(24, view.getUint32(at, true));
    const end = Math.min(copy.length, at + length);
    view.setUint32(at + 12, sumOf(copy.subarray(at + 24, end)), true);
    view.setUint32(at + 16, sumOf(copy.subarray(at, at + 16)), true);
    at += length;
  }
  return copy;
}

function someFile(spec, seeds) {
  const games = seeds.map((seed) => ({ ...someGame(spec, seed, 80), seed }));
  const { game } = games[0];
  const header = { game: game.spec, rules: game.rulesVersion, players: ['random'], seed: 1, made: 'fuzz' };
  const stored = games.map(({ record: one, largest, seed }, number) => ({
    number,
    seed,
    player: 0,
    start: packState(one.start),
    moves: one.moves,
    score: one.score,
    largest,
    plies: one.plies,
  }));
  const half = Math.ceil(stored.length / 2);
  const blocks = [stored.slice(0, half), stored.slice(half)].map((part) => encodeBlock(part, game));
  return { header, bytes: joined(encodeHeader(header, { games: stored.length }), ...blocks), blocks };
}

/** A file of a few games. */
export function someRecords() {
  return someFile('2048', [1, 2, 3, 4]).bytes;
}

const recordFiles = {
  name: 'record-files',
  share: 4,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'afterstate-fuzz-'));
    const path = join(folder, 'a.records');
    const files = [someFile('2048', [1, 2, 3, 4]), someFile('threes', [5, 6])];
    const all = files.map(({ bytes }) => bytes);
    return {
      make(random) {
        const { header, bytes, blocks } = random.pick(files);
        if (random.once(4)) {
          const text = new TextEncoder().encode(JSON.stringify(mutateJson(random, header)));
          const prelude = encodeHeader(header, { games: random.pick([0, 1, 4, 1e9, 2 ** 53 - 1]) }).slice(
            0,
            PRELUDE_BYTES,
          );
          new DataView(prelude.buffer).setUint32(12, text.length, true);
          return reseal(joined(prelude, text, ...blocks));
        }
        const changed = mutateBytes(random, bytes, { others: all });
        return random.once(2) ? reseal(changed) : changed;
      },
      async run(bytes) {
        await writeFile(path, bytes);
        const file = await RecordsFile.open(path);
        try {
          const { problem } = await verifyRecords(file);
          if (problem !== null)
            holds(!problem.includes('\n') && problem.startsWith("'"), `a problem that is not one line: ${problem}`);
          await summarise(file);
        } finally {
          await file.close();
        }
      },
      close: () => rm(folder, { recursive: true, force: true }),
    };
  },
};

export const recordTargets = [textRecords, recordFiles];
