import type { Choice } from 'afterstate';
import { parseBoard, parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import type { Host, Seat } from './player-pool.ts';
import { PlayerPool } from './player-pool.ts';

const state = parseBoard('2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2', parseGame('2048'));
const never = new AbortController().signal;
const soon = (ms = 5) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Hosts that think as long as they are told; no real one is so easily kept waiting. */
class Table {
  readonly log: string[] = [];
  thinking = 0;
  most = 0;

  seat(key: string, ms = 1, openMs = 1, bytes = 1): Seat {
    return {
      key,
      open: async () => {
        await soon(openMs);
        this.log.push(`open ${key}`);
        return this.#host(key, ms, bytes);
      },
    };
  }

  #host(key: string, ms: number, bytes: number): Host {
    let isOpen = true;
    return {
      bytes,
      get isOpen() {
        return isOpen;
      },
      ask: async ({ player }, signal) => {
        this.most = Math.max(this.most, ++this.thinking);
        try {
          if (player === 'broken') {
            isOpen = false;
            throw new Error('broken');
          }
          const stopped = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
          await Promise.race([soon(ms), stopped]);
          this.log.push(key);
          return { best: 'up', moves: [] } satisfies Choice as never;
        } finally {
          this.thinking--;
        }
      },
      close: async () => {
        this.log.push(`close ${key}`);
      },
    };
  }
}

function poolOf(limits: Partial<typeof LIMITS> = {}): PlayerPool {
  return new PlayerPool({ ...LIMITS, moves: 2, hosts: 2, ...limits });
}

let clients = 0;
function ask(pool: PlayerPool, seat: Seat, signal = never, player = 'random', patienceMs = Infinity): Promise<Choice> {
  return pool.choose({ seat, game: '2048', player, state, client: `client ${clients++}`, patienceMs, signal });
}

describe('the pool of players', () => {
  test('opens a host once, and lets as many think with it as may at once', async () => {
    const table = new Table();
    const pool = poolOf();
    await Promise.all(Array.from({ length: 5 }, () => ask(pool, table.seat('a'))));
    expect(table.log).toEqual(['open a', 'a', 'a', 'a', 'a', 'a']);
    expect(table.most).toBe(2);
    await pool.close();
    expect(table.log.at(-1)).toBe('close a');
  });

  test('closes the host that was asked longest ago before it opens another', async () => {
    const table = new Table();
    const pool = poolOf();
    for (const key of ['a', 'b', 'a', 'c', 'b']) await ask(pool, table.seat(key));
    expect(table.log).toEqual(['open a', 'a', 'open b', 'b', 'a', 'close b', 'open c', 'c', 'close a', 'open b', 'b']);
    expect(pool.size).toBe(2);
    await pool.close();
    expect(pool.size).toBe(0);
  });

  test('opens one at a time, and answers those whose host is there meanwhile', async () => {
    const table = new Table();
    const pool = poolOf();
    await ask(pool, table.seat('a'));
    const slow = ask(pool, table.seat('b', 1, 60));
    await ask(pool, table.seat('a'));
    expect(table.log).toEqual(['open a', 'a', 'a']);
    await slow;
    await pool.close();
  });

  test('closes models until the rest fit the memory', async () => {
    const table = new Table();
    const pool = poolOf({ hosts: 4, modelBytes: 10 });
    for (const key of ['a', 'b', 'c']) await ask(pool, table.seat(key, 1, 1, 6));
    await soon(20);
    expect(table.log.filter((line) => line.startsWith('close'))).toEqual(['close a', 'close b']);
    expect(pool.size).toBe(1);
    await pool.close();
  });

  test('refuses where all hosts are being asked, and takes the next when one is free', async () => {
    const table = new Table();
    const pool = poolOf({ hosts: 1 });
    const first = ask(pool, table.seat('a', 20));
    await expect(ask(pool, table.seat('b'))).rejects.toMatchObject({ statusCode: 503 });
    await first;
    await ask(pool, table.seat('b'));
    await pool.close();
  });

  test('refuses where too many wait, and takes the next when there is room', async () => {
    const table = new Table();
    const pool = poolOf({ moves: 1, waiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => ask(pool, table.seat('a'))));
    const fulfilled = results.map(({ status }) => status === 'fulfilled');
    expect(fulfilled).toEqual([true, true, true, false, false]);
    expect((results[4] as PromiseRejectedResult).reason).toMatchObject({ statusCode: 503 });
    await expect(ask(pool, table.seat('a'))).resolves.toMatchObject({ best: 'up' });
    await pool.close();
  });

  test('forgets a question that no one waits for any more, and stops one that is thought about', async () => {
    const table = new Table();
    const pool = poolOf({ moves: 1 });
    const gone = new AbortController();
    const first = ask(pool, table.seat('a', 10_000), gone.signal);
    const second = ask(pool, table.seat('a'), gone.signal);
    await soon(20);
    expect(table.thinking).toBe(1);
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await expect(second).rejects.toThrow('gone');
    expect(table.thinking).toBe(0);
    expect(table.log).toEqual(['open a']);
    await pool.close();
  });

  test('keeps a host that took longer to open than the one who asked would wait', async () => {
    const table = new Table();
    const pool = poolOf();
    const gone = new AbortController();
    const asked = ask(pool, table.seat('a', 1, 30), gone.signal);
    await soon(5);
    gone.abort(new Error('gone'));
    await expect(asked).rejects.toThrow('gone');
    await expect(ask(pool, table.seat('a'))).resolves.toMatchObject({ best: 'up' });
    expect(table.log).toEqual(['open a', 'a']);
    await pool.close();
  });

  test('opens another for one that broke', async () => {
    const table = new Table();
    const pool = poolOf();
    await expect(ask(pool, table.seat('a'), never, 'broken')).rejects.toThrow('broken');
    expect(pool.size).toBe(0);
    await expect(ask(pool, table.seat('a'))).resolves.toMatchObject({ best: 'up' });
    expect(table.log).toEqual(['open a', 'close a', 'open a', 'a']);
    await pool.close();
  });

  test('closes a host that nobody has asked for a while', async () => {
    const table = new Table();
    const pool = poolOf({ playerIdleMs: 20 });
    await ask(pool, table.seat('a'));
    expect(pool.size).toBe(1);
    await soon(60);
    expect(pool.size).toBe(0);
    expect(table.log.at(-1)).toBe('close a');
  });

  test('tells all who wait when it closes, and leaves nothing open', async () => {
    const table = new Table();
    const pool = poolOf({ moves: 1 });
    const asked = ['a', 'b'].map((key) => ask(pool, table.seat(key, 10_000, 10)));
    const results = Promise.allSettled(asked);
    await soon(1);
    await pool.close();
    for (const { reason } of (await results) as PromiseRejectedResult[])
      expect(reason).toMatchObject({ statusCode: 503 });
    expect(pool.size).toBe(0);
    expect(table.log.filter((line) => line.startsWith('open')).length).toBe(
      table.log.filter((line) => line.startsWith('close')).length,
    );
  });

  test('a host that cannot be opened is an error for those who asked only', async () => {
    const table = new Table();
    const pool = poolOf();
    const broken = { key: 'a', open: () => Promise.reject(new Error('damaged')) };
    await expect(ask(pool, broken)).rejects.toThrow('damaged');
    await expect(ask(pool, table.seat('a'))).resolves.toMatchObject({ best: 'up' });
    await pool.close();
  });
});
