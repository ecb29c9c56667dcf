// The positions to practise are what they claim to be: the collected ones come from the games that the file names, and have one move
// far better than all others; a person's own are the worst in the games that the person has played.

import {
  type Game,
  type GameName,
  MOVES,
  parseBoard,
  parseGame,
  printBoard,
  type Player,
  replay,
  writeRecord,
} from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { afterAll, describe, expect, it } from 'vitest';
import type { KeptAnalysis } from '../analyse/kept-analysis.ts';
import { judge, THRESHOLDS } from '../teach/verdict.ts';
import file from './collected.json';
import { ownPositions } from './own-positions.ts';

const SEED = Number(/--seed (\d+)/.exec(file.made)![1]);

/** Players are opened once: a network takes a while. */
const players = new Map<string, Promise<Player>>();
afterAll(async () => {
  for (const player of players.values()) await (await player).close();
});

function playerOf(spec: string, game: Game): Promise<Player> {
  const player = players.get(spec) ?? openPlayer(spec, { game });
  players.set(spec, player);
  return player;
}

describe.each(['2048', 'threes'] as const)('the collected positions of %s', (name) => {
  const game = parseGame(name);
  const positions = file.positions.filter((position) => position.game === name);

  it('have one move that beats all others by as much as a blunder loses, and another was played', () => {
    expect(positions.length).toBeGreaterThan(40);
    expect(new Set(positions.map(({ board }) => board)).size).toBe(positions.length);
    for (const { board, score, values, played } of positions) {
      const state = parseBoard(board, game);
      expect(printBoard(state, game)).toBe(board);
      MOVES.forEach((move, i) => expect(values[i] !== null).toBe(game.afterstate(state, move) !== undefined));
      const four = values.map((value) => value ?? NaN);
      const [best, second] = four.filter((value) => !Number.isNaN(value)).sort((a, b) => b - a) as [number, number];
      expect((best - second) / best).toBeGreaterThan(THRESHOLDS.blunder - 0.001);
      const judgement = judge(four, MOVES.indexOf(played as (typeof MOVES)[number]), score);
      expect(judgement.verdict).toBe('blunder');
    }
  });

  it('are from the games that the file names', async () => {
    const player = await playerOf(file.sources[name].plays, game);
    for (const { board, score, played, from } of [positions[0]!, positions[20]!, positions.at(-1)!]) {
      const [number, ply] = from as [number, number];
      const { records } = await player.playGames({ games: 1, seed: SEED, first: number, records: true });
      const { start, plies } = records![0]!;
      const told = { game: name, rulesVersion: game.rulesVersion, player: '', seed: SEED, gameNumber: number };
      const steps = [...replay({ ...told, score: 0, moves: plies.length, start, plies }, game)];
      const step = steps[ply - 1]!;
      expect([printBoard(step.before, game), step.move]).toEqual([board, played]);
      expect(ply > 1 ? steps[ply - 2]!.score : 0).toBe(score);
    }
  });
});

/** A game of a weak player with the values of a network, as Analyse keeps it. */
async function analysis(name: GameName): Promise<KeptAnalysis> {
  const game = parseGame(name);
  const weak = await openPlayer('cycle?moves=up,left&stuck=random', { game });
  const { records, scores, moves } = await weak.playGames({ games: 1, seed: 5, records: true });
  await weak.close();
  const { start, plies } = records![0]!;
  const told = { game: name, rulesVersion: game.rulesVersion, player: 'human', seed: 5, gameNumber: 0 };
  const record = { ...told, start, plies, score: scores[0]!, moves: moves[0]! };
  const judgeSpec = `ntuple:models/${name === '2048' ? '2048-tiny' : 'threes'}`;
  const network = await playerOf(judgeSpec, game);
  const values: number[] = [];
  for (const { before } of replay(record, game)) {
    const found = (await network.choose(before)).moves;
    for (const move of MOVES) values.push(found.find((one) => one.move === move)?.value ?? NaN);
  }
  const kept = { id: 'a', game: name, record: writeRecord(record), lines: [], at: 0, judge: judgeSpec };
  return { ...kept, values: Float64Array.from(values), looked: 1_800_000_000_000 };
}

describe.each(['2048', 'threes'] as const)('the own positions of a game of %s', (name) => {
  const game = parseGame(name);

  it('are its ten worst blunders, the worst first', async () => {
    const kept = await analysis(name);
    const found = ownPositions(kept);
    expect(found.length).toBeGreaterThan(2);
    expect(found.length).toBeLessThanOrEqual(10);
    const shares = found.map(({ values, played, score, board, rules }) => {
      const state = parseBoard(board, parseGame(rules));
      expect(game.afterstate(state, played)).toBeDefined();
      const judgement = judge(
        values.map((value) => value ?? NaN),
        MOVES.indexOf(played),
        score,
      );
      expect(judgement.verdict).toBe('blunder');
      return judgement.share;
    });
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(found[0]!.from).toMatch(/^your game of 15 Jan 2027, move \d+$/);
  });

  it('are none if the judge has not found any, or somebody else has played', async () => {
    const kept = await analysis(name);
    expect(ownPositions({ ...kept, record: kept.record.replace('human', 'cycle') })).toEqual([]);
    expect(ownPositions({ ...kept, values: new Float64Array(0) })).toEqual([]);
  });
});
