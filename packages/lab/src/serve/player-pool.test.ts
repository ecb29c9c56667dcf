import type { Choice, Player } from 'afterstate';
import { parseBoard, parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import type { Seat } from './player-pool.ts';
import { PlayerPool } from './player-pool.ts';

const game = parseGame('2048');
const state = parseBoard('2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2', game);
const never = new AbortController().signal;
const soon = (ms = 5) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Players that think as long as they are told; no real one is so easily kept waiting. */
class Table {
  readonly log: string[] = [];
  thinking = 0;
  most = 0;

  seat(key: string, ms = 1, openMs = 1): Seat {
    return {
      key,
      open: async () => {
        await soon(openMs);
        this.log.push(`open ${key}`);
        return this.#player(key, ms);
      },
    };
  }

  #player(key: string, ms: number): Player {
    let stop = (_error: Error): void => {};
    return {
      spec: key,
      game,
      threads: 1,
      newGame: async () => {},
      choose: async () => {
        this.thinking++;
        this.most = Math.max(this.most, this.thinking);
        try {
          await Promise.race([soon(ms), new Promise((_, reject) => (stop = reject))]);
          this.log.push(key);
          return { best: 'up', moves: [] } satisfies Choice;
        } finally {
          this.thinking--;
        }
      },
      playGames: () => Promise.reject(new Error('this player answers questions only')),
      close: async () => {
        this.log.push(`close ${key}`);
        stop(new Error('closed'));
      },
    };
  }
}

function poolOf(limits: Partial<typeof LIMITS> = {}): PlayerPool {
  return new PlayerPool({ ...LIMITS, moves: 2, players: 2, ...limits });
}

describe('the pool of players', () => {
  test('opens a player once, and asks it one thing at a time', async () => {
    const table = new Table();
    const pool = poolOf();
    const seat = table.seat('a');
    await Promise.all(Array.from({ length: 5 }, () => pool.choose(seat, state, never)));
    expect(table.log).toEqual(['open a', 'a', 'a', 'a', 'a', 'a']);
    expect(table.most).toBe(1);
    await pool.close();
    expect(table.log.at(-1)).toBe('close a');
  });

  test('lets different players think at once, but no more than it may', async () => {
    const table = new Table();
    const pool = poolOf({ players: 4 });
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => pool.choose(table.seat(key, 20), state, never)));
    expect(table.most).toBe(2);
    await pool.close();
  });

  test('closes the player that was asked longest ago before it opens another', async () => {
    const table = new Table();
    const pool = poolOf();
    for (const key of ['a', 'b', 'a', 'c', 'b']) await pool.choose(table.seat(key), state, never);
    expect(table.log).toEqual(['open a', 'a', 'open b', 'b', 'a', 'close b', 'open c', 'c', 'close a', 'open b', 'b']);
    expect(pool.size).toBe(2);
    await pool.close();
    expect(pool.size).toBe(0);
  });

  test('answers all questions to a player before it closes it for another', async () => {
    const table = new Table();
    const pool = poolOf({ moves: 1, players: 1 });
    const order = ['a', 'b', 'a', 'b', 'a', 'b'];
    await Promise.all(order.map((key) => pool.choose(table.seat(key), state, never)));
    expect(table.log).toEqual(['open a', 'a', 'a', 'a', 'close a', 'open b', 'b', 'b', 'b']);
    await pool.close();
  });

  test('refuses where too many wait, and takes the next when there is room', async () => {
    const table = new Table();
    const pool = poolOf({ moves: 1, waiting: 2 });
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, () => pool.choose(table.seat('a'), state, never)),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect((results[4] as PromiseRejectedResult).reason).toMatchObject({ statusCode: 503 });
    await expect(pool.choose(table.seat('a'), state, never)).resolves.toMatchObject({ best: 'up' });
    await pool.close();
  });

  test('forgets a question that nobody waits for any more', async () => {
    const table = new Table();
    const pool = poolOf({ moves: 1 });
    const first = pool.choose(table.seat('a', 30), state, never);
    const gone = new AbortController();
    const second = pool.choose(table.seat('b'), state, gone.signal);
    gone.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await first;
    await soon();
    expect(table.log).toEqual(['open a', 'a']);
    await pool.close();
  });

  test('keeps a player that took longer to open than the one who asked would wait', async () => {
    const table = new Table();
    const pool = poolOf();
    const gone = new AbortController();
    const asked = pool.choose(table.seat('a', 1, 20), state, gone.signal);
    await soon(1);
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    await expect(pool.choose(table.seat('a'), state, never)).resolves.toMatchObject({ best: 'up' });
    expect(table.log).toEqual(['open a', 'a']);
    await pool.close();
  });

  test('closes a player that thinks for too long, and opens it anew for the next', async () => {
    const table = new Table();
    const pool = poolOf({ requestMs: 20 });
    await expect(pool.choose(table.seat('a', 10_000), state, never)).rejects.toThrow('closed');
    expect(table.log).toEqual(['open a', 'close a']);
    expect(pool.size).toBe(0);
    await expect(pool.choose(table.seat('a'), state, never)).resolves.toMatchObject({ best: 'up' });
    await pool.close();
  });

  test('tells all who wait when it closes, and leaves nothing open', async () => {
    const table = new Table();
    const pool = poolOf({ moves: 1 });
    const asked = ['a', 'b', 'c'].map((key) => pool.choose(table.seat(key, 10_000, 10), state, never));
    const results = Promise.allSettled(asked);
    await soon(1);
    await pool.close();
    for (const { reason } of (await results) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ statusCode: 503 });
    expect(pool.size).toBe(0);
    expect(table.log).toEqual(['open a', 'close a']);
  });

  test('a player that cannot be opened is an error for the one who asked only', async () => {
    const table = new Table();
    const pool = poolOf();
    const broken = { key: 'a', open: () => Promise.reject(new Error('damaged')) };
    await expect(pool.choose(broken, state, never)).rejects.toThrow('damaged');
    await expect(pool.choose(table.seat('a'), state, never)).resolves.toMatchObject({ best: 'up' });
    await pool.close();
  });
});
