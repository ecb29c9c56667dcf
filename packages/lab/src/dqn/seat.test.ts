// Games as experiences: rewards, their sums over several moves, and what is behind the last move of a game.

import { parseGame, pick } from 'afterstate';
import { describe, expect, test } from 'vitest';
import type { DqnConfig } from './config.ts';
import { dqnSettings, epsilonAt } from './config.ts';
import type { Experience } from './replay.ts';
import { rewardOf } from './rewards.ts';
import type { FinishedGame } from './seat.ts';
import { Seat } from './seat.ts';

/** So many games of drawn moves at one seat, and every experience. */
function play(settings: Partial<DqnConfig>, games: number) {
  const config = dqnSettings.parse(
    { variant: 'sound', games, seed: 4, reward: 'points', rewardScale: 1, ...settings },
    '',
  );
  const game = parseGame(config.game);
  const [experiences, finished, starts]: [Experience[], FinishedGame[], (readonly number[])[]] = [[], [], []];
  let [dealt, score] = [0, 0];
  const around = {
    game,
    config,
    finish: (ended: FinishedGame) => {
      finished.push(ended);
      score += ended.score;
      return score / finished.length;
    },
    averageScore: () => (finished.length > 0 ? score / finished.length : 0),
    deal: () => dealt++,
    remember: (experience: Experience) => void experiences.push(experience),
  };
  const seat = new Seat();
  seat.start(around, around.deal());
  starts.push(seat.state.board);
  while (finished.length < games) {
    const before = finished.length;
    const legal = [0, 1, 2, 3].filter((m) => seat.legal & (1 << m));
    seat.move(legal[pick(seat.exploration.next().lo, legal.length)]!, around);
    if (finished.length > before) starts.push(seat.state.board);
  }
  return { experiences, finished, starts, seat, around };
}

describe('a game', () => {
  test('is remembered move by move, and its rewards sum to its score', () => {
    const { experiences, finished } = play({ steps: 1, gamma: 0.9 }, 3);
    expect(experiences.length).toBe(finished.reduce((sum, { moves }) => sum + moves, 0));
    expect(experiences.reduce((sum, { reward }) => sum + reward, 0)).toBe(
      finished.reduce((sum, { score }) => sum + score, 0),
    );
    const ends = experiences.flatMap(({ discount }, i) => (discount === 0 ? [i + 1] : []));
    let last = 0;
    expect(ends).toEqual(finished.map(({ moves }) => (last += moves)));
    for (const { discount, legal } of experiences)
      expect([discount, legal > 0]).toEqual(discount ? [0.9, true] : [0, false]);
  });

  test('by three moves has the rewards of three, and the board behind the third', () => {
    const gamma = 0.9;
    const [one, three] = [play({ steps: 1, gamma }, 2), play({ steps: 3, gamma }, 2)];
    expect(three.experiences.length).toBe(one.experiences.length);
    const { moves } = one.finished[0]!;
    const [singles, triples] = [one.experiences.slice(0, moves), three.experiences.slice(0, moves)];
    triples.forEach(({ board, move, reward, discount, next }, t) => {
      expect([board, move]).toEqual([singles[t]!.board, singles[t]!.move]);
      const ahead = singles.slice(t, t + 3);
      expect(reward).toBeCloseTo(
        ahead.reduce((sum, single, i) => sum + gamma ** i * single.reward, 0),
        9,
      );
      const last = t + 3 >= moves;
      expect(discount).toBeCloseTo(last ? 0 : gamma ** 3, 9);
      expect(next).toEqual(ahead.at(-1)!.next);
    });
  });

  test('in the variant he runs into the next one', () => {
    const { experiences, finished, starts } = play({ ...he(), steps: 1 }, 3);
    expect(experiences.every(({ discount }) => discount === 0.99)).toBe(true);
    let at = -1;
    finished.forEach(({ moves }, i) => {
      const { next, legal } = experiences[(at += moves)]!;
      expect(next).toEqual(starts[i + 1]);
      expect(legal).toBeGreaterThan(0);
    });
  });

  test('in the variant he earns 100,000,000 for each new largest tile, and loses the average at its end', () => {
    const { experiences, finished, starts } = play({ ...he(), reward: 'he', steps: 1 }, 3);
    let [at, score] = [0, 0];
    finished.forEach(({ moves, largest, score: points }, i) => {
      score += points;
      const rewards = experiences.slice(at, (at += moves)).map(({ reward }) => reward);
      expect(rewards.filter((reward) => reward === 1e8).length).toBe(largest - Math.max(...starts[i]!));
      expect(rewards.at(-1)).toBe(-score / (i + 1));
      expect(rewards.slice(0, -1).every((reward) => reward === 1e8 || reward === 0)).toBe(true);
    });
  });

  test('restored from what was saved, it continues alike', () => {
    const { seat, around, experiences } = play({ steps: 3 }, 1);
    const other = new Seat();
    other.load(around.game, JSON.parse(JSON.stringify(seat.save())) as ReturnType<Seat['save']>);
    const own: Experience[] = [];
    const count = experiences.length;
    for (let i = 0; i < 60 && seat.legal > 0; i++) {
      const legal = [0, 1, 2, 3].filter((m) => seat.legal & (1 << m));
      const choice = pick(seat.exploration.next().lo, legal.length);
      expect(pick(other.exploration.next().lo, legal.length)).toBe(choice);
      seat.move(legal[choice]!, around);
      other.move(legal[choice]!, { ...around, remember: (experience) => void own.push(experience) });
      expect(other.state).toEqual(seat.state);
    }
    expect(own).toEqual(experiences.slice(count));
    expect(own.length).toBeGreaterThan(50);
  });
});

function he(): Partial<DqnConfig> {
  const { continuing, gamma } = dqnSettings.parse({ variant: 'he', games: 1 }, '');
  return { continuing, gamma };
}

describe('a reward', () => {
  const move = { gain: 24, record: false, over: false, averageScore: 700 };
  test('by He et al. is of records and of the end; a record counts first', () => {
    const reward = (changes: object): number => rewardOf({ ...move, ...changes }, { reward: 'he', rewardScale: 1 });
    expect(reward({})).toBe(0);
    expect(reward({ record: true })).toBe(1e8);
    expect(reward({ over: true })).toBe(-700);
    expect(reward({ over: true, record: true })).toBe(1e8);
  });

  test('by points and by their logarithm is of the gain, to scale', () => {
    expect(rewardOf(move, { reward: 'points', rewardScale: 0.5 })).toBe(12);
    expect(rewardOf({ ...move, gain: 32 }, { reward: 'log2', rewardScale: 0.1 })).toBeCloseTo(0.5, 12);
    expect(rewardOf({ ...move, gain: 0 }, { reward: 'log2', rewardScale: 0.1 })).toBe(0);
  });
});

describe('ε', () => {
  const schedule = dqnSettings.parse({ variant: 'he', games: 1 }, '');
  test("falls as He's framework has it: 1 until 300 moves, half at 50,150, 0.05 at the end", () => {
    const at = (moves: number): number => epsilonAt(moves, schedule);
    expect([0, 299, 300].map(at)).toEqual([1, 1, 1]);
    expect(at(50_150)).toBeCloseTo(0.5, 12);
    expect(at(300 + 0.95 * 99_700 - 1)).toBeGreaterThan(0.05);
    expect([300 + 0.95 * 99_700 + 1, 100_000, 1e9].map(at)).toEqual([0.05, 0.05, 0.05]);
  });

  test('never rises', () => {
    const values = Array.from({ length: 1200 }, (_, i) => epsilonAt(100 * i, schedule));
    expect(values.every((value, i) => i === 0 || value <= values[i - 1]!)).toBe(true);
    expect(values.every((value) => value >= 0.05 && value <= 1)).toBe(true);
  });
});
