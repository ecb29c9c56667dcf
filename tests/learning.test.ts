// Learning as a whole: it is repeatable, it works on several threads, and its options do what docs/reference/methods.md says.

import type { LearnerOptions, LearnSettings, NetworkDescription, Start } from 'afterstate';
import { createNetwork, Learner, learnSettings, METHODS, parseBoard, parseGame } from 'afterstate';
import { afterEach, describe, expect, test } from 'vitest';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import { unpackState } from '../packages/afterstate/dist/kernel/pack.js';
import { stageReached } from '../packages/afterstate/dist/networks/stages.js';

const open: Learner[] = [];
afterEach(async () => {
  for (const learner of open.splice(0)) await learner.close();
});

async function openLearner(
  description: Partial<NetworkDescription> = {},
  options: Partial<LearnerOptions> & { rules?: string } = {},
): Promise<Learner> {
  const network = createNetwork({
    game: '2048',
    network: '0123 4567 0145',
    stages: 'none',
    values: 'afterstate',
    ...description,
  });
  const { rules = network.description.game, ...rest } = options;
  const learner = await Learner.open(nodePlatform, {
    game: parseGame(rules),
    network,
    threads: 1,
    coherent: false,
    ...rest,
  });
  open.push(learner);
  return learner;
}

const methodOf = (name: string) => METHODS.find((method) => method.name === name)!;
const settingsOf = (name: string, changes: Partial<LearnSettings> = {}): LearnSettings =>
  learnSettings(methodOf(name), changes);

/** All weights and sums as bytes. */
function bytes(learner: Learner): Buffer {
  return Buffer.concat(
    learner
      .segments()
      .flatMap(({ weights, coherence }) =>
        [weights, coherence].flatMap((part) => (part ? Buffer.from(part.slice().buffer) : [])),
      ),
  );
}

const mean = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, x) => sum + x, 0) / values.length;

describe('one thread', () => {
  const methods = METHODS.filter(({ name }) => !['otd', 'multistage'].includes(name)).map(({ name }) => name);
  test.each(methods)('repeats bit for bit, however the games are divided: %s', async (name) => {
    const { values, coherent } = methodOf(name);
    for (const game of ['2048', 'threes'] as const) {
      const teach = async (...parts: number[]): Promise<Buffer> => {
        const learner = await openLearner({ game, values }, { coherent });
        await learner.configure(settingsOf(name));
        let first = 0;
        for (const games of parts) {
          const { scores } = await learner.learn({ games, seed: 4, first });
          expect(scores).toHaveLength(games);
          first += games;
        }
        return bytes(learner);
      };
      const whole = await teach(40);
      expect(whole.some((byte) => byte !== 0)).toBe(true);
      expect(whole.equals(await teach(40))).toBe(true);
      expect(whole.equals(await teach(1, 22, 17))).toBe(true);
      expect(whole.equals(await teach(39))).toBe(false);
    }
  });

  test('stopped in the middle has learned whole games, from the first one on', async () => {
    const stoppedAfter = async (ms: number) => {
      const learner = await openLearner({}, { coherent: true });
      await learner.configure(settingsOf('tc'));
      const signal = AbortSignal.timeout(ms);
      return { learner, ...(await learner.learn({ games: 1_000_000, seed: 4, first: 0, signal })) };
    };
    let { learner: stopped, scores } = await stoppedAfter(60);
    // A busy machine may not have reached its first game by then.
    for (let ms = 120; scores.length === 0; ms *= 2) ({ learner: stopped, scores } = await stoppedAfter(ms));
    expect(scores.length).toBeLessThan(1_000_000);
    const again = await openLearner({}, { coherent: true });
    await again.configure(settingsOf('tc'));
    expect([...(await again.learn({ games: scores.length, seed: 4, first: 0 })).scores]).toEqual([...scores]);
    expect(bytes(again).equals(bytes(stopped))).toBe(true);
    expect((await stopped.learn({ games: 5, seed: 4, first: scores.length })).scores).toHaveLength(5);
  });
});

describe('learning makes players better', () => {
  test('short patterns learn by tc at the full step size from any seed', async () => {
    // Near the start of a game a board looks up the same weight many times over, so that an update moves its value by several
    // times the error; if the next error saw that, values would soar in the first game and rates would never recover.
    for (const seed of [1, 2, 3]) {
      const learner = await openLearner({ network: '4x5' }, { coherent: true });
      await learner.configure(settingsOf('tc'));
      await learner.learn({ games: 1, seed, first: 0 });
      for (const { weights } of learner.segments())
        expect(Math.max(...new Set(weights.map(Math.abs)))).toBeLessThan(100);
      await learner.learn({ games: 300, seed, first: 1 });
      expect(mean((await learner.learn({ games: 100, seed, first: 301 })).scores)).toBeGreaterThan(6_000);
    }
  });

  test.each([
    ['2048', 'td', 1],
    ['2048', 'tc', 2],
    ['threes', 'tc', 2],
    ['threes', 'td', 1],
  ] as const)('%s by %s on %d thread(s)', async (game, name, threads) => {
    const { coherent } = methodOf(name);
    const learner = await openLearner({ game, network: '5x4' }, { threads, coherent });
    await learner.configure(settingsOf(name));
    const first = await learner.learn({ games: 300, seed: 1, first: 0 });
    await learner.learn({ games: 2_000, seed: 1, first: 300 });
    const last = await learner.learn({ games: 300, seed: 1, first: 2_300 });
    for (const { scores, moves, largest, inner } of [first, last]) {
      expect([scores.length, moves.length, largest.length, inner.length]).toEqual([300, 300, 300, 300]);
      expect(moves.every((count) => count > 0)).toBe(true);
    }
    expect(mean(last.scores)).toBeGreaterThan(1.5 * mean(first.scores));
    for (const { weights, coherence } of learner.segments()) {
      expect(weights.every(Number.isFinite)).toBe(true);
      // Rounding aside, the sum of errors is never larger than the sum of their sizes, whoever wrote last.
      for (let i = 0; coherence && i < coherence.length; i += 2)
        if (Math.abs(coherence[i]!) > coherence[i + 1]! * 1.01 + 1)
          throw new Error(`E ${coherence[i]} > A ${coherence[i + 1]}`);
    }
  });
});

describe('given boards', () => {
  const over = (score: number, stage = 0): Start => ({
    state: parseBoard('2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2', parseGame('2048')),
    score,
    stage,
  });

  test('are where games start, one after another in a cycle, by the number of the game', async () => {
    const learner = await openLearner({}, { boards: 3 });
    await learner.configure(settingsOf('td'));
    learner.startFrom([over(10), over(20), over(30)]);
    // Nothing can move on them, so a game's score is its board's.
    const learned = await learner.learn({ games: 7, seed: 1, first: 5 });
    expect([...learned.scores]).toEqual([30, 10, 20, 30, 10, 20, 30]);
    expect([...learned.moves]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect([...learned.inner]).toEqual([1, 1, 1, 1, 1, 1, 1]);
    learner.startFrom([]);
    const dealt = await learner.learn({ games: 3, seed: 1, first: 0 });
    expect([...dealt.inner]).toEqual([0, 0, 0]);
    expect(dealt.moves.every((moves) => moves > 10)).toBe(true);
  });

  test('are refused if there is no room for them', async () => {
    const learner = await openLearner({}, { boards: 1 });
    expect(() => learner.startFrom([over(1), over(2)])).toThrow('there is room for 1 boards to start from');
  });
});

describe('stages', () => {
  const reach = 'reach:32,64,64+32';

  test('collecting keeps the boards as they are at the split, and the games continue', async () => {
    for (const [game, stages, splits] of [
      ['2048', reach, [32, 64]],
      ['threes', 'reach:12,24', [12, 24]],
    ] as const) {
      const learner = await openLearner({ game, stages }, { boards: 50 });
      await learner.configure(settingsOf('td'));
      learner.collect(1);
      const learned = await learner.learn({ games: 60, seed: 2, first: 0 });
      const boards = learner.collected();
      expect(learner.collectedCount()).toBe(50);
      expect(boards).toHaveLength(50);
      const exponent = learner.game.exponent(splits[0])!;
      // Those that came to the split, and no others, are reported as having reached it.
      expect([...learned.reached]).toEqual(Array.from(learned.largest, (largest) => Number(largest >= exponent)));
      const reached = learned.scores.filter((_, i) => learned.reached[i] === 1);
      for (const [i, { state, score, stage }] of boards.entries()) {
        expect(stage).toBe(1);
        // The tile, or two of them, was just made, and chance has answered. With one thread the boards come in the order of the games.
        const made = state.board.filter((e) => e >= exponent);
        expect([[exponent], [exponent, exponent]]).toContainEqual(made);
        expect(score).toBeLessThanOrEqual(reached[i]!);
      }
      expect(boards.filter(({ score }, i) => score < reached[i]!).length).toBeGreaterThan(40);
      // From these boards, to the next split.
      learner.startFrom(boards);
      learner.collect(2);
      const second = await learner.learn({ games: 40, seed: 2, first: 60 });
      const next = learner.collected();
      expect(next.length).toBeGreaterThan(5);
      expect(
        next.every(({ state, stage }) => stage === 2 && state.board.includes(learner.game.exponent(splits[1])!)),
      ).toBe(true);
      expect(second.scores.every((score, i) => score > boards[(60 + i) % 50]!.score)).toBe(true);
      learner.collect(undefined);
      learner.startFrom([]);
      const whole = await learner.learn({ games: 60, seed: 2, first: 0 });
      expect([...whole.reached]).toEqual(Array(60).fill(0));
      await open.pop()!.close();
    }
  });

  test('a step size of 0 leaves every weight as it is', async () => {
    const learner = await openLearner({ stages: reach });
    await learner.configure(settingsOf('td'));
    await learner.learn({ games: 100, seed: 1, first: 0 });
    const before = bytes(learner);
    await learner.configure(settingsOf('td', { alpha: 0 }));
    await learner.learn({ games: 50, seed: 1, first: 100 });
    expect(bytes(learner).equals(before)).toBe(true);
  });

  test('a fixed stage learns all of a game, and no other stage anything', async () => {
    const learner = await openLearner({ stages: reach }, { boards: 20 });
    await learner.configure(settingsOf('td'));
    learner.collect(1);
    await learner.learn({ games: 30, seed: 2, first: 0 });
    const boards = learner.collected();
    learner.collect(undefined);
    learner.fill(0);
    await learner.configure(settingsOf('td', { fixedStage: 1 }));
    learner.startFrom(boards);
    const { largest } = await learner.learn({ games: 40, seed: 2, first: 30 });
    expect(largest.some((exponent) => exponent >= 6)).toBe(true);
    const learnedStages = learner.segments().map(({ stage, weights }) => (weights.some((w) => w !== 0) ? stage : -1));
    expect(new Set(learnedStages.filter((stage) => stage >= 0))).toEqual(new Set([1]));
  });

  test('without a fixed stage the later ones learn what they meet', async () => {
    const learner = await openLearner({ stages: reach });
    await learner.configure(settingsOf('td'));
    await learner.learn({ games: 200, seed: 2, first: 0 });
    for (const { weights } of learner.segments()) expect(weights.some((weight) => weight !== 0)).toBe(true);
  });

  test('promotion: a weight that is still 0 starts from the last earlier stage that has one', async () => {
    const learner = await openLearner({ network: '0123', stages: reach });
    const state = parseBoard('2,4,8,16/32,64,128,256/0,0,0,2/0,0,0,4', parseGame('2048'));
    const [first, second, third, last] = learner.segments().map(({ weights }) => weights);
    first!.fill(3);
    third!.fill(5);
    await learner.configure(settingsOf('td'));
    expect(await learner.value(state, 1)).toBe(0);
    await learner.configure(settingsOf('td', { promote: true }));
    // Four rows and four columns, folded: four lookups each of rows and columns and their mirror images, four weights.
    const lookups = 4;
    expect(await learner.value(state, 0)).toBe(3 * lookups);
    expect(await learner.value(state, 3)).toBe(5 * lookups);
    expect(await learner.value(state, 1)).toBe(3 * lookups);
    // They are written, but only where they were looked up.
    expect([...new Set(second)].sort()).toEqual([0, 3]);
    expect(second!.filter((weight) => weight === 3).length).toBeLessThanOrEqual(8);
    expect([...new Set(last)].sort()).toEqual([0, 5]);
    await learner.configure(settingsOf('td'));
    expect(await learner.value(state, 1)).toBe(3 * lookups);
  });

  test('the carousel starts games in every stage in turn, from boards that reached it', async () => {
    for (const game of ['2048', 'threes'] as const) {
      const learner = await openLearner({ game, stages: game === '2048' ? 'reach:32,64' : 'reach:12,24' });
      await learner.configure(settingsOf('td', { carousel: true }));
      // Game 0 is dealt, and so are later ones until a board of their stage is kept.
      const early = await learner.learn({ games: 30, seed: 3, first: 0 });
      expect(early.inner[0]).toBe(0);
      const { inner } = await learner.learn({ games: 60, seed: 3, first: 30 });
      expect([...inner]).toEqual(Array.from({ length: 60 }, (_, i) => ((30 + i) % 3 === 0 ? 0 : 1)));
      const carousel = learner.carousel();
      const view = new DataView(carousel.buffer, carousel.byteOffset, carousel.byteLength);
      const room = carousel.byteLength / 3;
      expect(view.getUint32(0, true)).toBe(0);
      for (const stage of [1, 2]) {
        const kept = Math.min(view.getUint32(stage * room, true), 1000);
        expect(kept).toBeGreaterThan(20);
        for (let i = 0; i < kept; i++) {
          const from = stage * room + 8 + 24 * i;
          const packed = { cells: view.getBigUint64(from, true), aux: view.getUint32(from + 8, true) };
          const { board } = unpackState(parseGame(game), packed);
          const present = board.reduce((bits, exponent) => bits | (1 << exponent), 0);
          expect(view.getUint32(from + 16, true)).toBe(stage);
          expect(stageReached(learner.network.stages, present, stage - 1)).toBeGreaterThanOrEqual(stage);
        }
      }
      await open.pop()!.close();
    }
  });

  test('the carousel continues bit for bit from its bytes', async () => {
    const teach = async (between: (learner: Learner) => Promise<Learner>): Promise<Buffer> => {
      let learner = await openLearner({ stages: reach });
      await learner.configure(settingsOf('td', { carousel: true }));
      await learner.learn({ games: 40, seed: 3, first: 0 });
      learner = await between(learner);
      await learner.learn({ games: 40, seed: 3, first: 40 });
      return bytes(learner);
    };
    const straight = await teach(async (learner) => learner);
    const moved = await teach(async (learner) => {
      const other = await openLearner({ stages: reach });
      await other.configure(settingsOf('td', { carousel: true }));
      learner.segments().forEach(({ weights }, i) => other.segments()[i]!.weights.set(weights));
      other.carousel().set(learner.carousel());
      return other;
    });
    expect(moved.equals(straight)).toBe(true);
  });
});

test('rates of weights need a learner that keeps them', async () => {
  const learner = await openLearner();
  await expect(learner.configure(settingsOf('tc'))).rejects.toThrow('this learner keeps no rates of its weights');
});
