// What play-outs say is true: on a thousand random positions of each game, every counted game is followed move by move with
// the reference rules, and must have ended, and reached its tile, when the count says so. The shipped networks play them.

import {
  type Game,
  GAME_NAMES,
  type Move,
  parseGame,
  type PlayedGame,
  type Player,
  Random,
  type State,
  unpackPly,
} from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { afterAll, describe, expect, it } from 'vitest';
import { anyOf, choices } from '../teach/positions.testing.ts';
import { expectedLine } from './expected-line.ts';
import { playOuts, SOON } from './play-outs.ts';

const POSITIONS = 1000;
const GAMES = 1;
const MODELS = { '2048': '2048-tiny', threes: 'threes' } as const;

const opened = new Map<string, Promise<Player>>();
afterAll(async () => {
  for (const player of opened.values()) await (await player).close();
});

function network(game: Game): Promise<Player> {
  const player = opened.get(game.name) ?? openPlayer(`ntuple:models/${MODELS[game.name]}`, { game, threads: 1 });
  opened.set(game.name, player);
  return player;
}

/** The player, and the games it has played on, with their starting positions. */
function watched(player: Player): { player: Player; played: { from: State; game: PlayedGame }[] } {
  const played: { from: State; game: PlayedGame }[] = [];
  const watching: Player = Object.create(player, {
    playOn: {
      value: async (from: State, options: Parameters<NonNullable<Player['playOn']>>[1]) => {
        const results = await player.playOn!(from, { ...options, records: true });
        for (const game of results.records!) played.push({ from, game });
        return results;
      },
    },
  });
  return { player: watching, played };
}

/** How a game went, by the rules: how many moves it took, and whether it had the tile by the end. */
function follow(game: Game, start: State, plies: Uint16Array, tile: number): { over: boolean; reached: boolean } {
  let state = start;
  let reached = state.board.some((exponent) => exponent >= tile);
  for (const packed of plies) {
    const { move, spawn } = unpackPly(packed, game);
    state = game.place(game.afterstate(state, move)!, spawn);
    reached ||= state.board.some((exponent) => exponent >= tile);
  }
  return { over: game.legalMoves(state).length === 0, reached };
}

/** Whether chance can make this state of a position after a move. */
function mayCome(game: Game, state: State, move: Move, next: State): boolean {
  const outcomes = game.outcomes(game.afterstate(state, move)!);
  return outcomes.some((one) => one.state.board.join() === next.board.join() && one.state.next === next.next);
}

describe.each(GAME_NAMES)('play-outs of %s', (name) => {
  const game = parseGame(name);

  it(`count what really happened, on ${POSITIONS} random positions`, async () => {
    const player = await network(game);
    const random = Random.forGame(4, 0);
    let [lost, reached] = [0, 0];
    for (const [number, { state, legal }] of choices(game, POSITIONS, 21).entries()) {
      const move = anyOf(legal, random);
      const tile = Math.min(game.maxExponent, Math.max(...state.board) + 1);
      const watching = watched(player);
      const question = { state, move, tile, seed: 9 + number, first: 5, most: GAMES, ms: 60_000 };
      const found = await playOuts(watching.player, question, Random.forGame);
      expect(found.games).toBe(GAMES);
      expect(watching.played.length).toBe(GAMES);
      const ends = watching.played.map(({ from, game: { start, plies } }) => {
        expect(start.board).toEqual(from.board);
        expect(mayCome(game, state, move, from)).toBe(true);
        const end = follow(game, from, plies, tile);
        // Played to the end, so it was lost soon if it was short.
        expect(end.over).toBe(true);
        return { soon: plies.length <= SOON, reached: end.reached };
      });
      expect(found.lost).toBe(ends.filter(({ soon }) => soon).length);
      expect(found.reached).toBe(ends.filter((end) => end.reached).length);
      lost += found.lost;
      reached += found.reached!;
    }
    expect(lost).toBeGreaterThan(POSITIONS / 100);
    expect(reached).toBeGreaterThan(POSITIONS / 100);
  });

  it('use the moves of a player that plays no games in the kernel, as far as needed', async () => {
    const player = await openPlayer('random', { game });
    expect(player.playOn).toBeUndefined();
    const asked: State[] = [];
    const watching: Player = Object.create(player, {
      choose: { value: (state: State) => (asked.push(state), player.choose(state)) },
    });
    let lost = 0;
    for (const { state, legal } of choices(game, 100, 31)) {
      asked.length = 0;
      const question = { state, move: legal[0]!, tile: 17, seed: 3, first: 0, most: 1, ms: 60_000 };
      const found = await playOuts(watching, question, Random.forGame);
      expect(found).toEqual({ games: 1, lost: found.lost, reached: undefined });
      // As many moves as "soon" has, if it was not over before.
      expect(asked.length).toBeLessThanOrEqual(SOON);
      if (found.lost === 0) expect(asked.length).toBe(SOON);
      for (const one of asked) expect(game.isOver(one)).toBe(false);
      lost += found.lost;
    }
    expect(lost).toBeGreaterThan(0);
    await player.close();
  });
});

describe.each(GAME_NAMES)('an expected line of %s', (name) => {
  const game = parseGame(name);

  it('keeps to the rules, has the likeliest tiles and the moves of the player', async () => {
    const player = await network(game);
    for (const { state: start, legal } of choices(game, 100, 41)) {
      const { plies } = await expectedLine(player, { state: start, first: legal[0]!, moves: 4, ms: 60_000 });
      expect(plies.length).toBeGreaterThan(0);
      let state = start;
      for (const [i, { move, spawn }] of plies.entries()) {
        expect(move).toBe(i === 0 ? legal[0] : (await player.choose(state)).best);
        const after = game.afterstate(state, move)!;
        const outcomes = game.outcomes(after);
        const chance = (fits: (one: (typeof outcomes)[number]) => boolean) =>
          outcomes.reduce((sum, one) => sum + (fits(one) ? one.probability : 0), 0);
        const mine = chance((one) => one.spawn.exponent === spawn.exponent && one.spawn.next === spawn.next);
        for (const other of outcomes) {
          const theirs = chance(
            (one) => one.spawn.exponent === other.spawn.exponent && one.spawn.next === other.spawn.next,
          );
          expect(mine).toBeGreaterThan(theirs - 1e-9);
        }
        state = game.place(after, spawn);
      }
      if (plies.length < 4) expect(game.isOver(state)).toBe(true);
    }
  });

  it('takes, of equally likely cells, the one nearest to their average', async () => {
    const player = await network(game);
    for (const { state, legal } of choices(game, 30, 51)) {
      const { plies } = await expectedLine(player, { state, first: legal[0]!, moves: 1, ms: 60_000 });
      const { spawn } = plies[0]!;
      const cells = game
        .outcomes(game.afterstate(state, legal[0]!)!)
        .filter((one) => one.spawn.exponent === spawn.exponent && one.spawn.next === spawn.next);
      const values: number[] = [];
      for (const one of cells)
        values.push(Math.max(0, ...(await player.choose(one.state)).moves.map(({ value }) => value)));
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const distance = (i: number): number => Math.abs(values[i]! - mean);
      const chosen = cells.findIndex((one) => one.spawn.cell === spawn.cell);
      for (let i = 0; i < cells.length; i++) expect(distance(chosen)).toBeLessThanOrEqual(distance(i));
    }
  });
});
