// Whole games from the server: the numbers of `compare`, in turns that leave moves their threads, and ended when nobody waits for them.

import { once } from 'node:events';
import { request } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '../packages/lab/dist/serve/server.js';
import type { RunningServer } from '../packages/lab/dist/serve/server.js';
import { afterstate, ask, askMove, until } from './api.testing.ts';

const servers: RunningServer[] = [];
async function serve(limits = {}): Promise<RunningServer> {
  const server = await startServer({ port: 0, host: '127.0.0.1', runs: '/none', limits });
  servers.push(server);
  return server;
}
let server: RunningServer;
beforeAll(async () => {
  server = await serve({ gamesAtOnce: 2 });
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
});

interface Line {
  readonly player: string;
  readonly first: number;
  readonly scores: number[];
  readonly largest: number[];
  readonly moves: number;
  readonly seconds: number;
}

async function play(body: object, at = server): Promise<Line[]> {
  const { status, text, headers } = await ask(at, '/api/games', { body });
  expect([status, headers['content-type']], text).toEqual([200, 'application/x-ndjson; charset=utf-8']);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
}

/** Asks, and reads nothing but the status. */
async function follow(at: RunningServer, body: object): Promise<[ClientRequest, IncomingMessage]> {
  const headers = { 'content-type': 'application/json' };
  const sent = request({ host: '127.0.0.1', port: at.port, path: '/api/games', method: 'POST', agent: false, headers });
  sent.on('error', () => {}).end(JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.on('error', () => {}).resume();
  return [sent, answer];
}

/** Hours of games. */
const LONG = { player: 'montecarlo?runs=10000', seed: 1, games: 1000 };

describe('games from the server', () => {
  it.each([
    ['2048', 'ntuple?ply=2', 2],
    ['2048', 'ntuple:models/2048-small?ply=2&table=8', 3],
    ['2048', 'expectimax?depth=2', 12],
    ['2048', 'random', 300],
    ['2048', 'mcts:models/2048-mcts?sims=2', 2],
    ['threes', 'ntuple?ply=1', 4],
    ['threes', 'cycle?moves=up,left&stuck=random', 40],
  ])('of %s by %s are those of compare', async (game, player, games) => {
    const args = ['compare', player, 'random', '--game', game, '--games', String(games), '--seed', '7', '--json'];
    const [measured] = JSON.parse(await afterstate(...args)).players;
    const lines = await play({ game, player, seed: 7, games });
    const scores = lines.flatMap((line) => line.scores);
    const largest = lines.flatMap((line) => line.largest);
    expect(lines.map(({ first }) => first)).toEqual(
      lines.map((_, i) => lines.slice(0, i).reduce((sum, line) => sum + line.scores.length, 0)),
    );
    expect(scores.length).toBe(games);
    expect(scores.reduce((sum, n) => sum + n, 0) / games).toBeCloseTo(measured.averageScore, 6);
    expect([Math.max(...scores), Math.min(...scores)]).toEqual([measured.maxScore, measured.minScore]);
    expect(lines.reduce((sum, { moves }) => sum + moves, 0)).toBe(measured.moves);
    expect(new Set(lines.map((line) => line.player))).toEqual(new Set([measured.player]));
    const counts = Object.entries(measured.largest as Record<string, number>);
    expect(counts.map(([tile]) => [tile, largest.filter((one) => one === Number(tile)).length])).toEqual(counts);
    // A part of the series is that part.
    const part = await play({ game, player, seed: 7, first: games - 2, games: 2 });
    expect(part.flatMap((line) => line.scores)).toEqual(scores.slice(-2));
  });

  it('two players of one network, and its moves, do not disturb each other', async () => {
    const specs = ['ntuple:models/2048-small?ply=2', 'ntuple:models/2048-small', 'ntuple:models/2048-small?ply=1-2'];
    const alone: number[][] = [];
    for (const player of specs) alone.push((await play({ player, seed: 3, games: 3 })).flatMap(({ scores }) => scores));
    const { json: choice } = await askMove(server, specs[0]!);
    let playing = true;
    const together = Promise.all(specs.map((player) => play({ player, seed: 3, games: 3 }))).finally(
      () => (playing = false),
    );
    let asked = 0;
    while (playing) {
      expect((await askMove(server, specs[0]!)).json).toEqual(choice);
      asked++;
    }
    expect((await together).map((lines) => lines.flatMap(({ scores }) => scores))).toEqual(alone);
    expect(asked).toBeGreaterThan(0);
  });

  it('reports what is wrong before anything is played', async () => {
    const wrong: [object, string][] = [
      [{ player: 'nobody', seed: 1, games: 1 }, 'player'],
      [{ player: 'expectimax?depth=7', seed: 1, games: 1 }, 'depth is at most 6 here'],
      [{ player: 'expectimax?depth=x', seed: 1, games: 1 }, 'player'],
      [{ player: 'ntuple:models/none', seed: 1, games: 1 }, '/api/models lists them'],
      [{ player: 'ntuple:models/2048-small', game: 'threes', seed: 1, games: 1 }, 'is a model of 2048'],
      [{ player: 'random', seed: -1, games: 1 }, 'seed'],
      [{ player: 'random', seed: 1, games: 1001 }, 'games must be at most 1000'],
      [{ player: 'random', games: 1 }, 'seed is missing'],
    ];
    for (const [body, words] of wrong) {
      const { status, json } = await ask(server, '/api/games', { body });
      expect([status, json.error.code], words).toEqual([422, 'invalid']);
      expect(json.error.message).toContain(words);
    }
    expect(server.holds().gameFeeds).toBe(0);
  });
});

describe('the bounds of the server', () => {
  it('a client that leaves frees the threads at once, and too many are told that it is busy', async () => {
    const small = await serve({ gamesAtOnce: 1, gameFeeds: 2, moves: 1, heartbeatMs: 100 });
    const [[first], [second]] = [
      await follow(small, LONG),
      await follow(small, { ...LONG, player: 'nneonneo?depth=6' }),
    ];
    const busy = await ask(small, '/api/games', { body: LONG });
    expect([busy.status, busy.json.error.code, busy.headers['retry-after']]).toEqual([503, 'busy', '1']);
    // Moves have their own threads.
    expect((await askMove(small, 'expectimax?depth=2')).status).toBe(200);
    first.destroy();
    second.destroy();
    await until('the end of both', () => small.holds().gameFeeds === 0);
    expect((await play({ player: 'random', seed: 1, games: 5 }, small)).flatMap(({ scores }) => scores)).toHaveLength(
      5,
    );
  });

  it('two clients take turns, whatever they ask for', async () => {
    const small = await serve({ gamesAtOnce: 1 });
    const [sent] = await follow(small, { player: 'expectimax?depth=2', seed: 1, games: 1000 });
    expect((await play({ player: 'random', seed: 1, games: 3 }, small)).flatMap(({ scores }) => scores)).toHaveLength(
      3,
    );
    expect(small.holds().gameFeeds).toBe(1);
    sent.destroy();
    await until('its end', () => small.holds().gameFeeds === 0);
  });

  it('a game that takes too long ends with an error, and so do the games of a server that closes', async () => {
    const small = await serve({ gamesAtOnce: 1, gamesMs: 700, heartbeatMs: 50 });
    const late = await ask(small, '/api/games', { body: LONG });
    expect(late.status).toBe(200);
    const lines = late.text.split('\n');
    // Empty ones show that it is alive.
    expect(lines.filter((line) => line === '').length).toBeGreaterThan(1);
    const said = lines.filter((line) => line !== '').map((line) => JSON.parse(line));
    expect(said.map(({ error }) => error.code)).toEqual(['time_limit']);

    const closing = await serve({ gamesAtOnce: 1 });
    const asked = ask(closing, '/api/games', { body: LONG });
    await until('the game', () => closing.holds().gameFeeds === 1);
    await new Promise((resolve) => setTimeout(resolve, 700));
    await closing.close();
    const { text } = await asked;
    expect(JSON.parse(text.trim()).error.message).toBe('the server is closing');
  });
});
