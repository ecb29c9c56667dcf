// Games at seats: the same alone and together, and rows that say what became of them.

import { MOVES, parseGame } from 'afterstate';
import { openExpander } from 'afterstate/node';
import { describe, expect, test } from 'vitest';
import { openEvaluate } from './selfplay.testing.ts';
import type { Played, PlaySettings } from './seats.ts';
import { deal, playSeats, results, retarget } from './seats.ts';
import { Window } from './window.ts';

const game = parseGame('2048');
const settings: PlaySettings = {
  search: { sims: 12, c: 1.25, chance: true, widen: 0, ends: true },
  values: { meaning: 'score', scale: 'sqrt', reference: 0 },
  reuse: true,
  temperature: 0,
  lambda: 0.9,
  seed: 4,
  moves: 40,
  stride: 5,
};

async function played(count: number, changes: Partial<PlaySettings>, first = 0): Promise<Played> {
  const expander = await openExpander(game);
  const evaluate = await openEvaluate('pyramid?channels=8');
  const seats = Array.from({ length: count }, (_, i) => deal(game, 4, first + i));
  return (await playSeats(expander, evaluate, seats, { ...settings, ...changes }))!;
}

describe.each([
  ['drawn tiles, a tree that is kept', {}],
  ['moves drawn by visits', { temperature: 1 }],
  [
    "Allik et al.'s search, whole games",
    {
      search: { sims: 8, c: 1, chance: false, widen: 0, ends: false },
      values: { meaning: 'beat', scale: 'linear', reference: 900 },
      reuse: false,
      moves: undefined,
    },
  ],
] as [string, Partial<PlaySettings>][])('with %s', (_, changes) => {
  test('leaves that are evaluated together are evaluated as if alone', async () => {
    const together = await played(5, changes);
    const apart: Played[] = [];
    for (let seat = 0; seat < 5; seat++) apart.push(await played(1, changes, seat));
    expect(apart.flatMap(({ seats }) => seats)).toEqual(together.seats);
    expect(apart.flatMap(({ finished }) => finished)).toEqual(together.finished);
    expect(apart.flatMap(({ rows }) => [...rows.boards])).toEqual([...together.rows.boards]);
    expect(apart.flatMap(({ rows }) => [...rows.visits])).toEqual([...together.rows.visits]);
    expect(apart.flatMap(({ rows }) => [...rows.targets])).toEqual([...together.rows.targets]);
  });
});

test('seats that stop after some moves and continue play the same games', async () => {
  const expander = await openExpander(game);
  const evaluate = await openEvaluate('pyramid?channels=8');
  const once = { ...settings, reuse: false };
  const start = [0, 1, 2].map((i) => deal(game, 4, i));
  const straight = (await playSeats(expander, evaluate, start, { ...once, moves: 400 }))!;
  const first = (await playSeats(expander, evaluate, start, { ...once, moves: 150 }))!;
  const then = (await playSeats(expander, evaluate, first.seats, { ...once, moves: 250 }))!;
  expect(then.seats).toEqual(straight.seats);
  expect(straight.finished.length).toBeGreaterThan(3);
  expect(new Set([...first.finished, ...then.finished])).toEqual(new Set(straight.finished));
  // A seat plays its own games of the series: 0, 5, 10 …
  for (const { number } of straight.finished) expect([0, 1, 2]).toContain(number % 5);
});

test('the result of a game is its final score, or what later searches expect', () => {
  const steps = [
    { expected: 100 },
    { expected: 120, final: 110 },
    { expected: 40 },
    { expected: 60 },
    { expected: 50 },
  ];
  // The first game ended with 110: 0.5 · 120 + 0.5 · 110. The second continues: 50, 50, 0.5 · 60 + 0.5 · 50.
  expect(results(steps, 0.5)).toEqual([115, 110, 55, 50, 50]);
  expect(results(steps, 1)).toEqual([110, 110, 50, 50, 50]);
  expect(results(steps, 0)).toEqual([120, 110, 60, 50, 50]);
});

describe.each([
  [0, 0],
  [1e-4, 0],
  [1, 0.3],
])('at temperature %d', (temperature, others) => {
  test('moves are played that are visited most, or also others', async () => {
    const { rows } = await played(1, { temperature, moves: 100 });
    const boardAt = (i: number): number[] => [...rows.boards.subarray(16 * i, 16 * i + 16)];
    let other = 0;
    for (let i = 0; i + 1 < 100; i++) {
      const visits = rows.visits.subarray(4 * i, 4 * i + 4);
      const next = boardAt(i + 1).join();
      const leads = (m: number): boolean => {
        const afterstate = game.afterstate({ board: boardAt(i) }, MOVES[m]!);
        return !!afterstate && game.outcomes(afterstate).some(({ state }) => state.board.join() === next);
      };
      const most = Math.max(...visits);
      if (![0, 1, 2, 3].some((m) => visits[m] === most && leads(m))) other++;
    }
    // Of 99 moves; one of them may have ended a game.
    if (others === 0) expect(other).toBeLessThanOrEqual(1);
    else expect(other).toBeGreaterThan(99 * others);
  });
});

test('whole games can be compared with their own average, once it is known', async () => {
  const values = { meaning: 'beat', scale: 'linear', reference: 0 } as const;
  const first = await played(5, { values, moves: undefined });
  expect([...new Set(first.rows.targets)]).toEqual([0]);
  const scores = first.finished.map(({ score }) => score);
  const reference = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  retarget(first, { ...values, reference });
  const expected = first.finished.flatMap(({ score, moves }) => Array<number>(moves).fill(score > reference ? 1 : 0));
  expect([...first.rows.targets]).toEqual(expected);
  expect(new Set(expected).size).toBe(2);
});

test('rows are drawn in one of the eight forms of their boards, moves with them', async () => {
  const { Random, SYMMETRIES, transform } = await import('afterstate');
  const { mkdtemp, rm } = await import('node:fs/promises');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const folder = await mkdtemp(join(tmpdir(), 'afterstate-window-'));
  try {
    const window = new Window(folder, { games: 10, positions: 100 });
    const board = Array.from({ length: 16 }, (_, cell) => cell);
    const rows = {
      boards: Uint8Array.from(board),
      visits: Float32Array.of(0.5, 0.25, 0.125, 0.125),
      targets: Float32Array.of(3),
    };
    await window.add(1, 1, rows);
    const drawn = window.draw(200, Random.forGame(1, 0, 1), true) as typeof rows;
    const forms = new Set(SYMMETRIES.map((symmetry) => transform(board, symmetry).join()));
    const seen = new Map<string, string>();
    for (let i = 0; i < 200; i++) {
      const form = drawn.boards.subarray(16 * i, 16 * i + 16).join();
      expect(forms.has(form)).toBe(true);
      seen.set(form, drawn.visits.subarray(4 * i, 4 * i + 4).join());
    }
    expect(seen.size).toBe(8);
    expect(seen.get(board.join())).toBe('0.5,0.25,0.125,0.125');
    // A quarter turn clockwise makes right of up.
    expect(seen.get(transform(board, SYMMETRIES[1]!).join())).toBe('0.125,0.5,0.25,0.125');
    const plain = window.draw(3, Random.forGame(1, 0, 1), false);
    expect(plain['boards']).toEqual(Uint8Array.from([...board, ...board, ...board]));
    // A window that is full forgets its oldest games, and its files say the same.
    for (let cycle = 2; cycle <= 12; cycle++) await window.add(cycle, 1, { ...rows, targets: Float32Array.of(cycle) });
    expect(window.positions).toBe(10);
    const again = new Window(folder, { games: 10, positions: 100 });
    await again.restore(12);
    expect(again.draw(50, Random.forGame(2, 0, 1), true)).toEqual(window.draw(50, Random.forGame(2, 0, 1), true));
    await again.restore(8);
    expect(again.positions).toBe(8);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
