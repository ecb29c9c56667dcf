// Every learning rule against the plain reference: the same games, and then the same weights, bit for bit.

import type { LearnSettings, NetworkDescription, Start } from 'afterstate';
import { createNetwork, delayOf, Learner, parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import type { Numbers } from '../packages/afterstate/dist/networks/reference.js';
import { ReferenceLearner, ReferenceNetwork } from '../packages/afterstate/dist/networks/reference.js';
import { someStates } from './networks.testing.ts';

const SMALL = '01 45 0145';
const LOOPS: [what: string, settings: Partial<LearnSettings> & Pick<LearnSettings, 'loop'>][] = [
  ['td', { loop: 'td' }],
  ['tc', { loop: 'td', coherent: true, alpha: 1 }],
  ['td with restart', { loop: 'td', restart: true }],
  ['delayed td, λ 0.5', { loop: 'td-delayed', lambda: 0.5 }],
  ['delayed tc, λ 0.8', { loop: 'td-delayed', lambda: 0.8, coherent: true, alpha: 1 }],
  ['delayed td, λ 1', { loop: 'td-delayed', lambda: 1 }],
  ['td-steps, λ 0.5', { loop: 'td-steps', lambda: 0.5 }],
  [
    'coherent td-steps, λ 0.9, with restart',
    { loop: 'td-steps', lambda: 0.9, coherent: true, alpha: 1, restart: true },
  ],
  ['backward, λ 0', { loop: 'backward', alpha: 1, coherent: true, restart: true }],
  ['backward, λ 0.5', { loop: 'backward', lambda: 0.5 }],
];

interface Lesson {
  settings: Partial<LearnSettings> & Pick<LearnSettings, 'loop'>;
  game?: string;
  network?: string;
  stages?: string;
  values?: NetworkDescription['values'];
  games?: number;
  initial?: number;
  starts?: readonly Start[];
}

async function expectAlike(lesson: Lesson): Promise<void> {
  const { values = 'afterstate', games = 4, initial = 0, starts = [] } = lesson;
  const game = parseGame(lesson.game ?? '2048');
  const { network: cells = SMALL, stages = 'none' } = lesson;
  const network = createNetwork({ game: game.name, network: cells, stages, values });
  const defaults = { alpha: 0.1, lambda: 0, coherent: false, restart: false, promote: false, carousel: false };
  const chosen = { ...defaults, ...lesson.settings };
  const settings: LearnSettings = { delay: delayOf(chosen.loop, chosen.lambda), ...chosen };
  const learner = await Learner.open(nodePlatform, {
    game,
    network,
    threads: 1,
    coherent: settings.coherent,
    boards: starts.length,
  });
  try {
    learner.fill(initial);
    const own = new ReferenceNetwork(network);
    for (const { stage, table, weights, slotOf } of learner.segments()) {
      const start = own.tableOf(stage, table).weights;
      weights.forEach((_, entry) => (start[entry] = weights[slotOf(entry)]!));
    }
    await learner.configure(settings);
    learner.startFrom(starts);
    const learned = await learner.learn({ games, seed: 77, first: 1000 });
    const reference = new ReferenceLearner(game, own, settings);
    let touched = 0;
    for (let i = 0; i < games; i++) {
      const number = 1000 + i;
      const start = starts.length > 0 ? starts[number % starts.length] : undefined;
      const { score, moves, state } = reference.learnGame(77, number, start);
      expect([learned.scores[i], learned.moves[i], learned.largest[i]]).toEqual([
        score,
        moves,
        Math.max(...state.board),
      ]);
    }
    for (const { stage, table, weights, coherence, slotOf } of learner.segments()) {
      const expected = own.tableOf(stage, table);
      const ours = weights.map((_, entry) => weights[slotOf(entry)]!);
      expect(firstDifference(ours, expected.weights)).toBeUndefined();
      if (settings.coherent) {
        const sums = coherence!.map((_, i) => coherence![2 * slotOf(i >> 1) + (i & 1)]!);
        expect(firstDifference(sums, expected.sums)).toBeUndefined();
      }
      touched += weights.filter((weight) => weight !== 0).length;
    }
    expect(touched).toBeGreaterThan(100);
  } finally {
    await learner.close();
  }
}

/** Where two tables differ; −0 is 0. */
function firstDifference(ours: Float32Array, theirs: Numbers): string | undefined {
  const index = ours.findIndex((weight, i) => weight !== theirs[i]);
  return index < 0 ? undefined : `entry ${index} is ${ours[index]}, in the reference ${theirs[index]}`;
}

describe.each(['2048', 'threes'])('%s', (game) => {
  test.each(LOOPS)('%s', async (_what, settings) => {
    await expectAlike({ game, settings });
  });

  test('td-state', async () => {
    // On a board that is its own image two moves are equally good, and the last bit of the mean over chance decides. The kernel
    // and the rules have the same bits if the probabilities are exact in binary.
    const exact = game === '2048' ? '2048?four=0.5' : game;
    const lesson = { game: exact, values: 'state', games: 2 } as const;
    await expectAlike({ ...lesson, settings: { loop: 'td-state' } });
    await expectAlike({ ...lesson, settings: { loop: 'td-state', coherent: true, alpha: 1 } });
    // Stages that the tile added by chance may decide.
    const stages = game === '2048' ? 'tiles:4,2' : 'tiles:12,1';
    await expectAlike({ ...lesson, settings: { loop: 'td-state' }, stages });
  });

  test('q', async () => {
    await expectAlike({ game, settings: { loop: 'q' }, values: 'action' });
    await expectAlike({
      game,
      settings: { loop: 'q', coherent: true, alpha: 1 },
      values: 'action',
      network: '012 0145',
    });
  });

  test('from an optimistic start, with features', async () => {
    const network = `${SMALL} empty distinct merge double large`;
    await expectAlike({ game, settings: { loop: 'td' }, network, initial: 5000 });
    await expectAlike({ game, settings: { loop: 'td', coherent: true, alpha: 1 }, network });
  });

  test.each(['largest:16,64', 'tiles:128,64,32', 'reach:64,64+32', 'sets:64,64+32,128'])(
    'with stages %s',
    async (text) => {
      const stages = game === 'threes' ? text.replaceAll(/\d+/g, (tile) => String((Number(tile) / 16) * 6)) : text;
      for (const [, settings] of LOOPS.slice(0, 9).filter((_, i) => i % 2 === 0)) {
        await expectAlike({ game, settings, stages, games: 2 });
      }
      await expectAlike({ game, settings: { loop: 'td', promote: true }, stages });
    },
  );

  test('up to the beginning of a stage that does not learn', async () => {
    const stages = game === 'threes' ? 'sets:12,24,24+12' : 'sets:32,64,64+32';
    for (const [, settings] of LOOPS.slice(0, 6))
      await expectAlike({ game, settings: { ...settings, until: 2 }, stages, initial: 500 });
  });

  test('from given boards, in a stage that does not change', async () => {
    const stages = game === 'threes' ? 'reach:24,48' : 'reach:64,128';
    const starts = someStates(parseGame(game), 5, 3).map((state, i): Start => ({ state, score: 100 * i, stage: 1 }));
    await expectAlike({ game, settings: { loop: 'td', fixedStage: 1 }, stages, starts, games: 12 });
    await expectAlike({ game, settings: { loop: 'td-steps', lambda: 0.5 }, stages, starts, games: 12 });
  });
});

test('Threes with tables for each hint', async () => {
  for (const [, settings] of LOOPS.filter((_, i) => i % 3 === 0)) {
    await expectAlike({ game: 'threes', network: '01h 45 0145h', settings, games: 4 });
  }
});

test.each(['2048?four=0.5&start=4', '2048?end=full', '2048?end=64', '2048?idle=spawn&end=full'])('%s', async (game) => {
  await expectAlike({ game, settings: { loop: 'td' } });
  await expectAlike({ game, settings: { loop: 'q' }, values: 'action' });
});

test('more patterns than the kernel keeps addresses for', async () => {
  const all = [...'0123456789abcdef'];
  const pairs = all.flatMap((a, i) => all.slice(i + 1).map((b) => a + b)).slice(0, 70);
  await expectAlike({ network: pairs.join(' '), settings: { loop: 'td' }, games: 2 });
  await expectAlike({ network: pairs.join(' '), settings: { loop: 'td', coherent: true }, games: 2 });
});
