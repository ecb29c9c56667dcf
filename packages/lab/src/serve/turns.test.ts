import { describe, expect, test } from 'vitest';
import { Turns } from './turns.ts';

const soon = (ms = 5) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const never = new AbortController().signal;
const asking = (client: string, patienceMs = Infinity, signal = never) => ({ client, patienceMs, signal });

describe('turns', () => {
  test('are so many at once, in the order in which they came', async () => {
    const turns = new Turns({ atOnce: 2, waiting: 10, waitingEach: 10 });
    const log: number[] = [];
    let running = 0;
    let most = 0;
    const jobs = Array.from({ length: 6 }, (_, i) =>
      turns.take(asking('a'), async () => {
        log.push(i);
        most = Math.max(most, ++running);
        await soon();
        running--;
      }),
    );
    await Promise.all(jobs);
    expect(log).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  test('are shared among clients, however many jobs one has sent', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 100, waitingEach: 100 });
    const log: string[] = [];
    const job = (client: string) => turns.take(asking(client), async () => void log.push(client));
    const first = turns.take(asking('a'), () => soon(20));
    const jobs = [...Array.from({ length: 6 }, () => job('a')), job('b'), job('b'), job('c')];
    await Promise.all([first, ...jobs]);
    expect(log.indexOf('b')).toBeLessThan(2);
    expect(log.indexOf('c')).toBeLessThan(3);
    expect(log.lastIndexOf('b')).toBeLessThan(6);
  });

  test('go to a client that has none before one that has one', async () => {
    const turns = new Turns({ atOnce: 2, waiting: 100, waitingEach: 100 });
    const log: string[] = [];
    const held = turns.take(asking('a'), () => soon(40));
    const short = turns.take(asking('c'), () => soon(10));
    const more = [1, 2].map((i) => turns.take(asking('a'), async () => void log.push(`a${i}`)));
    const other = turns.take(asking('b'), async () => void log.push('b'));
    await Promise.all([held, short, other, ...more]);
    expect(log[0]).toBe('b');
  });

  test('are refused where too many wait, of all or of one', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 3, waitingEach: 2 });
    const job = (client: string) => turns.take(asking(client), () => soon(10));
    const jobs = ['a', 'a', 'a', 'a', 'b', 'c'].map(job);
    const results = await Promise.allSettled(jobs);
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
    ]);
    expect((results[3] as PromiseRejectedResult).reason).toMatchObject({
      statusCode: 503,
      message: '2 moves of yours are already waiting; ask again when they are answered',
    });
    expect((results[5] as PromiseRejectedResult).reason).toMatchObject({
      statusCode: 503,
      message: '3 moves are already waiting; ask again soon',
    });
    await job('c');
  });

  test('that do not come in time are refused, and take no place', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 10, waitingEach: 10 });
    let release = (): void => undefined;
    const held = turns.take(asking('a'), () => new Promise<void>((resolve) => (release = resolve)));
    await expect(turns.take(asking('b', 10), () => soon())).rejects.toMatchObject({ statusCode: 503 });
    expect(turns.waiting).toBe(0);
    release();
    await held;
    await turns.take(asking('b', 10), () => soon());
  });

  test('are left by those who abort; one that runs keeps its turn to its end', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 10, waitingEach: 10 });
    const log: string[] = [];
    const held = turns.take(asking('a'), async () => {
      await soon(30);
      log.push('a');
    });
    const gone = new AbortController();
    const left = turns.take(asking('b', Infinity, gone.signal), async () => void log.push('b'));
    const next = turns.take(asking('c'), async () => void log.push('c'));
    gone.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    await Promise.all([held, next]);
    expect(log).toEqual(['a', 'c']);
    expect(turns.waiting).toBe(0);
  });

  test('come back after work that fails', async () => {
    const turns = new Turns({ atOnce: 1, waiting: 10, waitingEach: 10 });
    await expect(turns.take(asking('a'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(turns.take(asking('a'), async () => 1)).resolves.toBe(1);
  });
});
