// What every player has to do, whatever its kind: one suite for all of them. players.test.ts says which specs it runs for.

import type { Game, GameResults, Player, PlayerKind, PlayOptions, State } from 'afterstate';
import { InputError, packPly, parseGame, parseSpec, Random, startScore } from 'afterstate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import { someStates } from './networks.testing.ts';
import { largeStates, playedStates } from './search.testing.ts';

export interface PlayerCase {
  /** The specs to try in each game that it plays, by the game's own spec. */
  readonly specs: Readonly<Record<string, readonly string[]>>;
  /** How many positions it chooses in; a slow player gets fewer. */
  readonly positions?: number;
  /** How many games it plays. */
  readonly games?: number;
  /** It may have no move even if there are legal ones. */
  readonly givesUp?: boolean;
}

const SEED = 21;
const FIRST = 7;

/** `place` turns the spec of a case into one that can be opened: it fills in the files of models. */
export function describePlayer(kind: PlayerKind, one: PlayerCase, place: (spec: string) => string): void {
  const open = (spec: string, game: Game, threads: number): Promise<Player> =>
    kind.open(parseSpec(spec), { platform: nodePlatform, game, threads });
  for (const [game, specs] of Object.entries(one.specs))
    describe.each(specs)(`%s on ${game}`, (text) => describeSpec(parseGame(game), () => place(text), one, open));
}

function describeSpec(
  game: Game,
  specOf: () => string,
  { positions = 2000, games = 3, givesUp = false }: PlayerCase,
  open: (spec: string, game: Game, threads: number) => Promise<Player>,
): void {
  const series: PlayOptions = { games, seed: SEED, first: FIRST };
  const states = someOfAll(game, positions);
  let player: Player;
  let several: Player;
  beforeAll(async () => {
    player = await open(specOf(), game, 1);
    several = await open(specOf(), game, 3);
  });
  afterAll(async () => {
    await player.close();
    await several.close();
  });

  test('values every legal move, with what it gains, and chooses one of them', async () => {
    await player.newGame(SEED, 0);
    const wrong: unknown[] = [];
    for (const state of states) {
      const { best, moves } = await player.choose(state);
      const legal = game.legalMoves(state);
      const right =
        moves.length === legal.length &&
        moves.every(
          ({ move, gain, value }, i) =>
            move === legal[i] && gain === game.afterstate(state, move)!.gain && Number.isFinite(value),
        ) &&
        (best === undefined ? legal.length === 0 || givesUp : legal.includes(best));
      if (!right) wrong.push({ state, best, moves, legal });
    }
    expect(wrong).toEqual([]);
  });

  test('plays whole games with the moves that it chooses one by one', async () => {
    const played = await player.playGames({ ...series, records: true });
    for (let i = 0; i < games; i++) {
      const alone = await playAlone(player, SEED, FIRST + i);
      expect({ ...played.records![i], ...endOf(played, i) }).toEqual(alone);
    }
  });

  test('plays the same on one thread and on three, and in any part of the series', async () => {
    const whole = withoutTime(await player.playGames({ ...series, records: true }));
    expect(withoutTime(await several.playGames({ ...series, records: true }))).toEqual(whole);
    const last = await several.playGames({ games: 1, seed: SEED, first: FIRST + games - 1 });
    expect(endOf(last, 0)).toEqual(endOf(whole, games - 1));
    for (const state of states.slice(0, 12)) {
      await player.newGame(SEED, 1);
      await several.newGame(SEED, 1);
      expect(await several.choose(state)).toEqual(await player.choose(state));
    }
  });

  test('hands games over as they end, and reports its progress', async () => {
    const whole = await player.playGames({ ...series, records: true });
    const seen: unknown[] = [];
    let done = { games: 0, moves: 0 };
    const results = await several.playGames({
      ...series,
      records: true,
      onGame: (index, finished) => (seen[index] = finished),
      onProgress: (progress) => (done = progress),
    });
    expect(results.records).toBeUndefined();
    expect(seen).toEqual(
      whole.records!.map((record, i) => ({ ...record, score: whole.scores[i], largest: whole.largest[i] })),
    );
    expect(done).toEqual({ games, moves: whole.moves.reduce((sum, moves) => sum + moves, 0) });
  });

  test('stops when told, with the reason, and plays on as before', async () => {
    const before = withoutTime(await several.playGames(series));
    const reason = new Error('enough');
    await expect(several.playGames({ ...series, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 20);
    const endless = several.playGames({ games: 10_000_000, seed: 1, signal: controller.signal });
    await expect(endless).rejects.toBe(reason);
    expect(withoutTime(await several.playGames(series))).toEqual(before);
  });

  test('can be reopened by its spec, and closed any number of times', async () => {
    const again = await open(player.spec, game, 1);
    expect(again.spec).toBe(player.spec);
    expect(again.game.spec).toBe(game.spec);
    await player.newGame(SEED, 2);
    await again.newGame(SEED, 2);
    for (const state of states.slice(0, 50)) expect(await again.choose(state)).toEqual(await player.choose(state));
    const underWay = expect(again.playGames({ games: 10_000_000, seed: 1 })).rejects.toThrow(/was closed/);
    await Promise.all([again.close(), again.close()]);
    await again.close();
    await underWay;
    await expect(again.choose(states[0]!)).rejects.toThrow(/was closed/);
    await expect(again.playGames(series)).rejects.toThrow(/was closed/);
  });

  test('refuses an option that it does not have, in one line', async () => {
    const spec = specOf();
    const opened = open(`${spec}${spec.includes('?') ? '&' : '?'}colour=red`, game, 1);
    const error: unknown = await opened.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toMatch(/^unknown option 'colour' in '[^\n]+'; [^\n]+$/);
  });
}

const THIRD = 1000;
const made = new Map<string, State[]>();

/** Positions of every kind: from play, with tiles of every size, anything at all; the first has no legal move. */
function someOfAll(game: Game, count: number): State[] {
  let all = made.get(game.spec);
  if (!all) {
    const kinds = [playedStates(game, THIRD, 3), largeStates(game, THIRD, 4), someStates(game, THIRD, 5)];
    all = [deadState(game), ...kinds[0]!.flatMap((_, i) => kinds.map((states) => states[i]!))];
    made.set(game.spec, all);
  }
  if (count > all.length) throw new RangeError(`there are ${all.length} positions`);
  return all.slice(0, count);
}

/** A full board on which nothing can merge. */
function deadState(game: Game): State {
  const pair = game.merges(1, 2) ? [1, 3] : [1, 2];
  const board = Array.from({ length: 16 }, (_, cell) => pair[((cell >> 2) + cell) % 2]!);
  return game.hints ? { board, next: 1, bag: [1, 1, 1] } : { board };
}

/** A game of the series by the readable rules, its moves those that the player chooses one at a time. */
async function playAlone(player: Player, seed: number, number: number) {
  const { game } = player;
  await player.newGame(seed, number);
  const chance = Random.forGame(seed, number);
  const start = game.start(chance);
  const plies: number[] = [];
  let score = startScore(start, game);
  let state = start;
  for (;;) {
    const { best } = await player.choose(state);
    if (best === undefined) break;
    const after = game.afterstate(state, best)!;
    const answer = game.spawn(after, chance);
    plies.push(packPly({ move: best, spawn: answer.spawn }));
    score += after.gain + game.spawnScore(answer.spawn.exponent);
    state = answer.state;
  }
  const largest = Math.max(...state.board);
  return { start, plies: Uint16Array.from(plies), score, moves: plies.length, largest };
}

function endOf({ scores, moves, largest }: Omit<GameResults, 'seconds'>, i: number) {
  return { score: scores[i], moves: moves[i], largest: largest[i] };
}

function withoutTime({ seconds: _seconds, ...rest }: GameResults): Omit<GameResults, 'seconds'> {
  return rest;
}
