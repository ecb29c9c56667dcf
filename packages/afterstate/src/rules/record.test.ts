import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { MOVES } from './game.ts';
import { parseGame } from './games.ts';
import { InputError } from './input-error.ts';
import { Random } from './random.ts';
import { readRecord, writeRecord } from './record.ts';
import { type GameRecord, packPly, type Ply, replay, startScore, unpackPly } from './replay.ts';

/** Plays random moves, at most this many, and records them. */
function play(spec: string, seed: number, number = 0, limit = Infinity): GameRecord {
  const game = parseGame(spec);
  const chance = Random.forGame(seed, number, 0);
  const own = Random.forGame(seed, number, 1);
  const start = game.start(chance);
  let state = start;
  let score = startScore(start, game);
  const plies: number[] = [];
  for (;;) {
    const moves = plies.length < limit ? game.legalMoves(state) : [];
    if (moves.length === 0) break;
    const move = moves[own.below(moves.length)]!;
    const after = game.afterstate(state, move)!;
    const answer = game.spawn(after, chance);
    plies.push(packPly({ move, spawn: answer.spawn }));
    score += after.gain + game.spawnScore(answer.spawn.exponent);
    state = answer.state;
  }
  return {
    game: game.spec,
    rulesVersion: game.rulesVersion,
    player: 'random',
    seed,
    gameNumber: number,
    start,
    plies: Uint16Array.from(plies),
    score,
    moves: plies.length,
  };
}

/** The line with some of its fields changed, and without a check of the parts meant to change. */
function changed(line: string, fields: Record<string, unknown>): string {
  return JSON.stringify({ ...(JSON.parse(line) as object), check: undefined, ...fields });
}

describe.each(['2048', 'threes', '2048?four=1&start=4&end=full'])('a record of %s', (spec) => {
  const game = parseGame(spec);

  test('is read as it was written', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(1000), fc.nat(60), (seed, number, limit) => {
        const record = play(spec, seed, number, limit);
        expect(readRecord(writeRecord(record))).toEqual(record);
      }),
      { numRuns: 30 },
    );
    const whole = play(spec, 1);
    expect(readRecord(writeRecord(whole))).toEqual(whole);
  });

  test('is one line that says what it is', () => {
    const record = play(spec, 2, 3);
    const line = writeRecord(record);
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({
      format: 'afterstate-record',
      version: 1,
      game: spec,
      rules: 1,
      player: 'random',
      seed: 2,
      number: 3,
      moves: record.plies.length,
      score: record.score,
    });
  });

  test('replays to its score and its end', () => {
    const record = play(spec, 4);
    const steps = [...replay(record)];
    expect(steps).toHaveLength(record.moves);
    expect(steps[0]!.before).toEqual(record.start);
    expect(steps.every((step, i) => i === 0 || step.before === steps[i - 1]!.after)).toBe(true);
    expect(steps.at(-1)!.score).toBe(record.score);
    expect(game.isOver(steps.at(-1)!.after)).toBe(true);
  });

  test('with any byte of its plies changed is refused', () => {
    const record = play(spec, 5);
    const line = writeRecord(record);
    const bytes = decodeBase64((JSON.parse(line) as { plies: string }).plies)!;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
        const damaged = bytes.slice();
        damaged[index]! ^= flip;
        const { check } = JSON.parse(line) as { check: string };
        expect(() => readRecord(changed(line, { plies: encodeBase64(damaged), check }))).toThrow(InputError);
      }),
    );
  });

  test('without its check still never gives a game that the rules do not allow', () => {
    const record = play(spec, 6);
    const line = writeRecord(record);
    const bytes = decodeBase64((JSON.parse(line) as { plies: string }).plies)!;
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, flip) => {
        const damaged = bytes.slice();
        damaged[index]! ^= flip;
        try {
          const read = readRecord(changed(line, { plies: encodeBase64(damaged) }));
          expect([...replay(read)].at(-1)!.score).toBe(read.score);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });
});

describe('a packed ply', () => {
  test('has the move, the cell, the exponent and the hint at their bits', () => {
    expect(packPly({ move: 'right', spawn: { cell: 5, exponent: 2 } })).toBe(1 | (5 << 2) | (2 << 6));
    expect(packPly({ move: 'left', spawn: { cell: 15, exponent: 11, next: 3 } })).toBe(
      3 | (15 << 2) | (11 << 6) | (3 << 10),
    );
    expect(packPly({ move: 'up', spawn: { cell: 0, exponent: 1, next: 'bonus' } })).toBe(1 << 6);
  });

  test('unpacks to itself', () => {
    const any = fc.record({
      move: fc.constantFrom(...MOVES),
      spawn: fc.record({ cell: fc.nat(15), exponent: fc.nat(15), next: fc.constantFrom(1, 2, 3, 'bonus') }),
    }) as fc.Arbitrary<Ply>;
    fc.assert(
      fc.property(any, (ply) => {
        expect(unpackPly(packPly(ply), parseGame('threes'))).toEqual(ply);
      }),
    );
  });
});

describe('a damaged record', () => {
  const classic = play('2048', 7);
  const line = writeRecord(classic);
  const threes = play('threes', 7);
  const threesLine = writeRecord(threes);

  /** The plies of a record with one of them changed. */
  function withPly(record: GameRecord, ply: number, change: (from: Ply) => Ply): GameRecord {
    const packed = record.plies.slice();
    packed[ply - 1] = packPly(change(unpackPly(packed[ply - 1]!, parseGame(record.game))));
    return { ...record, plies: packed };
  }

  test.each([
    ['is not JSON', '{"format":', 'it is not JSON, or it was cut off'],
    ['is cut off', line.slice(0, -20), 'cut off'],
    ['is not an object', '[1]', 'not a JSON object'],
    ['has another format', changed(line, { format: 'pgn' }), 'its format is "pgn"'],
    ['has no format', '{}', 'its format is missing'],
    ['has another version', changed(line, { version: 2 }), 'has version 2; this program reads version 1'],
    ['has other rules', changed(line, { rules: 9 }), 'version 9 of the rules of 2048; this program has version 1'],
    ['has another game', changed(line, { game: 'chess' }), "unknown game 'chess'"],
    ['has no player', changed(line, { player: undefined }), "'player' is missing; it must be a string"],
    ['has a seed that is not a number', changed(line, { seed: '7' }), '\'seed\' is "7"; it must be a whole number'],
    [
      'has more moves than plies',
      changed(line, { moves: classic.moves + 1 }),
      `${classic.moves + 1} moves; it has ${classic.moves} plies`,
    ],
    ['has fewer moves than plies', changed(line, { moves: 1 }), `1 moves; it has ${classic.moves} plies`],
    [
      'has another score',
      changed(line, { score: classic.score + 4 }),
      `a score of ${classic.score + 4}; its plies make ${classic.score}`,
    ],
    ['has another largest tile', changed(line, { largest: 4096 }), 'its largest tile is 4096'],
    ['has another start', changed(line, { start: 'x' }), 'the board has 1 cell'],
    ['has plies that are not base64', changed(line, { plies: '*' }), 'not base64'],
    [
      'has bytes that are not plies',
      changed(line, { plies: encodeBase64(new Uint8Array(classic.moves).fill(200)) }),
      'ply 1: 200 is not a ply',
    ],
    ['does not match its check', changed(line, { check: '00000000' }), "do not match its 'check'"],
    [
      'has half a ply',
      changed(threesLine, { plies: encodeBase64(new Uint8Array(2 * threes.moves - 1)) }),
      `${threes.moves - 0.5} plies`,
    ],
  ])('that %s is refused', (_, text, message) => {
    expect(() => readRecord(text)).toThrow(InputError);
    expect(() => readRecord(text)).toThrow(message);
  });

  test('names the wrong ply, and what is wrong with it', () => {
    const wrong = (record: GameRecord, ply: number, change: (from: Ply) => Ply): (() => unknown) => {
      const damaged = withPly(record, ply, change);
      return () => [...replay(damaged)];
    };
    const game = parseGame('2048');
    const steps = [...replay(classic)];
    const stuck = steps.find(({ before }) => game.legalMoves(before).length < 4)!;
    const illegal = MOVES.find((move) => !game.legalMoves(stuck.before).includes(move))!;
    expect(wrong(classic, stuck.ply, (ply) => ({ ...ply, move: illegal }))).toThrow(
      `ply ${stuck.ply}: the move ${illegal} is not legal`,
    );

    const taken = steps[9]!.afterstate.board.findIndex((exponent) => exponent > 0);
    expect(wrong(classic, 10, (ply) => ({ ...ply, spawn: { ...ply.spawn, cell: taken } }))).toThrow(
      /^ply 10: a tile cannot appear/,
    );
    expect(wrong(classic, 10, (ply) => ({ ...ply, spawn: { ...ply.spawn, exponent: 3 } }))).toThrow(
      /^ply 10: a new tile cannot be a 8/,
    );
    expect(wrong(classic, 10, (ply) => ({ ...ply, spawn: { ...ply.spawn, next: 1 } }))).toThrow(
      /^ply 10: .* is not a packed ply of 2048/,
    );

    const step = [...replay(threes)][4]!;
    const other = step.spawn.exponent === 1 ? 2 : 1;
    expect(wrong(threes, 5, (ply) => ({ ...ply, spawn: { ...ply.spawn, exponent: other } }))).toThrow(
      /^ply 5: a \d cannot enter/,
    );
    expect(wrong(threes, 5, (ply) => ({ ...ply, spawn: { ...ply.spawn, next: 'bonus' } }))).toThrow(
      /^ply 5: the next tile cannot be bonus/,
    );
    const inside = [5, 6, 9, 10].find((cell) => !step.afterstate.entries.includes(cell))!;
    expect(wrong(threes, 5, (ply) => ({ ...ply, spawn: { ...ply.spawn, cell: inside } }))).toThrow(
      /^ply 5: a tile cannot enter at row/,
    );
  });

  test('cannot be written either', () => {
    expect(() => writeRecord({ ...classic, score: 1 })).toThrow('a score of 1');
    expect(() => writeRecord({ ...classic, moves: 1 })).toThrow('1 moves');
    expect(() => writeRecord({ ...classic, rulesVersion: 0 })).toThrow('version 0 of the rules');
  });

  test('may lack its check, like one written by hand', () => {
    expect(readRecord(changed(line, {}))).toEqual(classic);
  });
});

test('base64 is written as usual, and read strictly', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
      expect(decodeBase64(encodeBase64(bytes))).toEqual(new Uint8Array(bytes));
    }),
  );
  expect(decodeBase64('AA')).toBeUndefined();
  expect(decodeBase64('AB==')).toBeUndefined();
  expect(decodeBase64('A A=')).toBeUndefined();
});

test('the examples of docs/reference/records.md are records', () => {
  const page = readFileSync(new URL('../../../../docs/reference/records.md', import.meta.url), 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('{'));
  expect(lines.map((line) => readRecord(line).game)).toEqual(['2048', 'threes']);
  for (const line of lines) expect(writeRecord(readRecord(line))).toBe(line);
});
