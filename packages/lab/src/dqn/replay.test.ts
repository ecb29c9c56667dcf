// Remembered moves: what is kept, what goes, and that what is drawn has happened, or could have, on a turned board.

import fc from 'fast-check';
import { MOVES, parseGame, Random } from 'afterstate';
import { describe, expect, test } from 'vitest';
import type { Experience } from './replay.ts';
import { emptyBatch, Replay } from './replay.ts';

const game = parseGame('2048');
const random = (): Random => Random.forGame(5, 0);

/** Moves of random play; the reward is the gain, and the discount tells one from another. */
function experiences(count: number): Experience[] {
  const found: Experience[] = [];
  const own = Random.forGame(1, 0, 1);
  const chance = Random.forGame(1, 0);
  let state = game.start(chance);
  while (found.length < count) {
    const legal = game.legalMoves(state);
    if (legal.length === 0) {
      state = game.start(chance);
      continue;
    }
    const move = legal[own.below(legal.length)]!;
    const afterstate = game.afterstate(state, move)!;
    const next = game.spawn(afterstate, chance).state;
    found.push({
      board: state.board,
      move: MOVES.indexOf(move),
      reward: afterstate.gain,
      discount: found.length,
      next: next.board,
      legal: bits(next.board),
    });
    state = next;
  }
  return found;
}

function bits(board: readonly number[]): number {
  return game.legalMoves({ board }).reduce((all, move) => all | (1 << MOVES.indexOf(move)), 0);
}

const ALL = experiences(300);

describe.each(['oldest', 'random'] as const)('a memory that forgets the %s', (replacement) => {
  test('holds no more than it can, and nothing but what it was given', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 120 }), (capacity, added) => {
        const replay = new Replay({ replay: capacity, replacement });
        const sampler = random();
        for (const experience of ALL.slice(0, added)) replay.add(experience, sampler);
        expect(replay.size).toBe(Math.min(capacity, added));
        expect(replay.added).toBe(added);
        const held = [...replay.save().discounts];
        expect(held.every((number) => number < added)).toBe(true);
        expect(new Set(held).size).toBe(held.length);
        if (added > 0) expect(held).toContain(added - 1);
        if (replacement === 'oldest')
          expect(held.sort((a, b) => a - b)).toEqual(
            Array.from({ length: replay.size }, (_, i) => added - replay.size + i),
          );
      }),
    );
  });

  test('restored from what it saved, it continues alike', () => {
    const [replay, again] = [new Replay({ replay: 50, replacement }), new Replay({ replay: 50, replacement })];
    const one = random();
    for (const experience of ALL.slice(0, 70)) replay.add(experience, one);
    again.load(replay.save(), replay.added);
    const same = new Random(one.state);
    for (const experience of ALL.slice(70)) {
      replay.add(experience, one);
      again.add(experience, same);
    }
    expect(again.save()).toEqual(replay.save());
    expect(again.size).toBe(50);
  });
});

describe('a batch', () => {
  const replay = new Replay({ replay: 300, replacement: 'oldest' });
  for (const experience of ALL) replay.add(experience, random());

  test.each([false, true])('is of moves that the rules allow, with their gains (symmetries: %s)', (symmetries) => {
    const batch = emptyBatch(400);
    replay.draw(batch, random(), symmetries);
    for (let row = 0; row < 400; row++) {
      const board = [...batch.boards.subarray(16 * row, 16 * row + 16)];
      const next = [...batch.next.subarray(16 * row, 16 * row + 16)];
      const afterstate = game.afterstate({ board }, MOVES[batch.moves[row]!]!);
      expect(afterstate?.gain).toBe(batch.rewards[row]);
      // The next board is the afterstate with one tile more.
      expect(next.filter((exponent, cell) => exponent !== afterstate!.board[cell]).length).toBe(1);
      expect(batch.legal[row]).toBe(bits(next));
      const { board: original } = ALL[batch.discounts[row]!]!;
      if (!symmetries) expect(board).toEqual(original);
    }
  });

  test('comes from everywhere, and turned in every way', () => {
    const batch = emptyBatch(4000);
    replay.draw(batch, random(), true);
    expect(new Set(batch.discounts).size).toBeGreaterThan(290);
    const forms = new Set<string>();
    for (let row = 0; row < 4000; row++)
      if (batch.discounts[row] === 40) forms.add(batch.boards.subarray(16 * row, 16 * row + 16).join());
    expect(forms.size).toBeGreaterThan(3);
    expect(forms.size).toBeLessThanOrEqual(8);
  });
});
