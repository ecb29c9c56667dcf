// Every learning rule on a game that can be followed by hand. The network is the single cell 0: under the symmetries, the four
// corners of the board. Its table is folded, so a board is worth the sum of the weights of its four corners, and an error δ moves
// each corner's weight by 2 α/8 δ. The boards are full and only 2s appear, so chance has nothing to decide:
//
//   32,8,32,16/2,16,2,4/32,4,4,2/8,2,32,4    right and left gain 8; both leave the corners 32, 16, 8, 4: A, by right
//   32,8,32,16/2,16,2,4/2,32,8,2/8,2,32,4    up gains 4: corners 32, 16, empty, 4: B; down gains 4: empty, 16, 8, 4
//   32,8,32,16/4,16,2,4/8,32,8,2/2,2,32,4    right and left gain 4; corners 32, 16, empty, 4: C, by right
//   32,8,32,16/4,16,2,4/8,32,8,2/2,4,32,4    the end

import type { LearnSettings, NetworkDescription, Start } from 'afterstate';
import { createNetwork, Learner, parseBoard, parseGame } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { nodePlatform } from '../packages/afterstate/dist/kernel/platform-node.js';
import { ReferenceLearner, ReferenceNetwork } from '../packages/afterstate/dist/networks/reference.js';

const TWOS = parseGame('2048?four=0');
const THREES = parseGame('threes');
const BOARD = '32,8,32,16/2,16,2,4/32,4,4,2/8,2,32,4';

const SETTINGS: LearnSettings = {
  loop: 'td',
  alpha: 1,
  lambda: 0.5,
  delay: 1,
  coherent: false,
  restart: false,
  promote: false,
  carousel: false,
};

/** The weights of tiles; 0 is the empty cell. */
type Weights = Readonly<Record<number, number>>;
const FIRST: Weights = { 32: 30, 16: 20, 8: 10, 4: 40, 0: 32 };

interface Lesson {
  settings: Partial<LearnSettings>;
  values?: NetworkDescription['values'];
  weights?: Weights;
  game?: typeof TWOS;
  start?: string;
  network?: string;
  /** How often the game is played. */
  games?: number;
}

interface Taught {
  scores: number[];
  moves: number[];
  /** The weight of a tile, in one part of the table if it has several. */
  weight(tile: number, part?: number): number;
  /** The sums of temporal coherence of a tile: E, A. */
  sums(tile: number): number[];
}

/** Plays the lesson in the kernel and in the reference; expects both to end the same, and returns what they learned. */
async function teach(lesson: Lesson): Promise<Taught> {
  const { game = TWOS, start = BOARD, weights = FIRST, games = 1, values = 'afterstate' } = lesson;
  const settings = { ...SETTINGS, ...lesson.settings };
  const network = createNetwork({ game: game.name, network: lesson.network ?? '0', stages: 'none', values });
  const from: Start = { state: parseBoard(start, game), score: 0, stage: 0 };
  const own = new ReferenceNetwork(network);
  const table = own.tableOf(0, network.patterns[0]!);
  const learner = await Learner.open(nodePlatform, {
    game,
    network,
    threads: 1,
    coherent: settings.coherent,
    boards: 1,
  });
  try {
    const [segment] = learner.segments();
    const parts = segment!.weights.length / 16;
    for (const [tile, weight] of Object.entries(weights)) {
      for (let part = 0; part < parts; part++) {
        const index = 16 * part + game.exponent(Number(tile))!;
        table.weights[index] = segment!.weights[segment!.slotOf(index)] = weight;
      }
    }
    await learner.configure(settings);
    learner.startFrom([from]);
    const learned = await learner.learn({ games, seed: 1, first: 0 });
    const reference = new ReferenceLearner(game, own, settings);
    const results = Array.from({ length: games }, (_, number) => reference.learnGame(1, number, from));
    // In the order of the reference, not of memory.
    const entries = segment!.weights.map((_, entry) => segment!.weights[segment!.slotOf(entry)]!);
    const coherence = segment!.coherence?.map((_, i) => segment!.coherence![2 * segment!.slotOf(i >> 1) + (i & 1)]!);
    expect(table.weights).toEqual(entries);
    if (settings.coherent) expect(table.sums).toEqual(coherence);
    expect(results.map(({ score }) => score)).toEqual([...learned.scores]);
    expect(results.map(({ moves }) => moves)).toEqual([...learned.moves]);
    const index = (tile: number, part = 0): number => 16 * part + game.exponent(tile)!;
    return {
      scores: [...learned.scores],
      moves: [...learned.moves],
      weight: (tile, part) => entries[index(tile, part)]!,
      sums: (tile) => [...coherence!.subarray(2 * index(tile), 2 * index(tile) + 2)],
    };
  } finally {
    await learner.close();
  }
}

function expectWeights({ weight }: Taught, expected: Weights): void {
  const found = Object.fromEntries(Object.keys(expected).map((tile) => [tile, weight(Number(tile))]));
  expect(found).toEqual(expected);
}

describe('with V(A) = 100 and V(B) = V(C) = 122, α = 1', () => {
  test('td: each afterstate towards gain + the next value', async () => {
    const taught = await teach({ settings: { loop: 'td' } });
    expect([taught.scores, taught.moves]).toEqual([[16], [3]]);
    // A: 4 + 122 − 100 = 26, each of 32, 16, 8, 4 by 6.5. Then B and C are worth 36.5 + 26.5 + 32 + 46.5 = 141.5.
    // B: 4 + 141.5 − 141.5 = 4, each of 32, 16, empty, 4 by 1. C: 0 − 145.5, the same four by −36.375.
    expectWeights(taught, { 32: 1.125, 16: -8.875, 8: 16.5, 4: 11.125, 0: -3.375 });
  });

  test('td: the step size is the share of the error that is removed', async () => {
    const taught = await teach({ settings: { loop: 'td', alpha: 0.5 } });
    // A: 26, by 3.25: 33.25, 23.25, 13.25, 43.25. B: 4, by 0.5; C is then worth 133.75. C: −133.75, by −16.71875.
    expectWeights(taught, { 32: 17.03125, 16: 7.03125, 8: 13.25, 4: 27.03125, 0: 15.78125 });
  });

  test('tc: the first errors count in full, later ones by |E| / A', async () => {
    const once = await teach({ settings: { loop: 'td', coherent: true } });
    // Until a weight has met errors of both signs, its rate is 1.
    expectWeights(once, { 32: 1.125, 16: -8.875, 8: 16.5, 4: 11.125, 0: -3.375 });
    // 32, 16 and 4 met 26, 4 and −145.5; 8 met 26; the empty cell 4 and −145.5.
    expect(once.sums(32)).toEqual([-115.5, 175.5]);
    expect(once.sums(8)).toEqual([26, 26]);
    expect(once.sums(0)).toEqual([-141.5, 149.5]);

    const twice = await teach({ settings: { loop: 'td', coherent: true }, games: 2 });
    // In the second game V(A) = 19.875. Up would give 1.125 − 8.875 − 3.375 + 11.125 = 0, down −3.375 − 8.875 + 16.5 + 11.125 =
    // 15.375, and then the game is over. A: 4 + 15.375 − 19.875 = −0.5.
    expect([twice.scores, twice.moves]).toEqual([
      [16, 12],
      [3, 2],
    ]);
    const rate = 115.5 / 175.5;
    const first = -0.5 / 4;
    // The last, empty, 16, 8, 4, is then worth a little less, and should be worth nothing.
    const last = -(15.375 + first * (1 + 2 * rate)) / 4;
    expect(twice.weight(32)).toBeCloseTo(1.125 + first * rate, 5);
    expect(twice.weight(8)).toBeCloseTo(16.5 + first + last * (25.5 / 26.5), 5);
    expect(twice.weight(16)).toBeCloseTo(-8.875 + first * rate + last * (116 / 176), 5);
    expect(twice.weight(0)).toBeCloseTo(-3.375 + last * (141.5 / 149.5), 5);
    expect(twice.sums(32)).toEqual([-116, 176]);
    expect(twice.sums(16)[0]).toBeCloseTo(-116 + 4 * last, 4);
    expect(twice.sums(16)[1]).toBeCloseTo(176 - 4 * last, 4);
  });

  test('delayed λ: after two plies, with half of the later error', async () => {
    const taught = await teach({ settings: { loop: 'td-delayed', delay: 2 } });
    // The errors at the time: A: 4 + 122 − 100 = 26, B: 4 + 122 − 122 = 4. Then A is updated: 26 + 4/2 = 28, by 7.
    // C is now worth 37 + 27 + 32 + 47 = 143: its error is −143. B: 4 − 143/2 = −67.5, by −16.875. C: −143, by −35.75.
    expectWeights(taught, { 32: -15.625, 16: -25.625, 8: 17, 4: -5.625, 0: -20.625 });
  });

  test('delayed λ with a delay of one ply is td', async () => {
    const taught = await teach({ settings: { loop: 'td-delayed', delay: 1 } });
    expectWeights(taught, { 32: 1.125, 16: -8.875, 8: 16.5, 4: 11.125, 0: -3.375 });
  });

  test('five steps (Yeh et al., formula 6): missing returns give their share to the last one', async () => {
    const taught = await teach({ settings: { loop: 'td-steps', delay: 5 } });
    // C: 0 − 122, by −30.5. B: (4 + 122)/2 + 4/2 − 122 = −57, by −14.25.
    // A: (4 + 122)/2 + (8 + 122)/4 + 8/4 − 100 = −2.5, by −0.625.
    expectWeights(taught, { 32: -15.375, 16: -25.375, 8: 9.375, 4: -5.375, 0: -12.75 });
  });

  test('backward: from the end, each towards an already updated value', async () => {
    const taught = await teach({ settings: { loop: 'backward', lambda: 0 } });
    // C: −122, by −30.5: −0.5, −10.5, 1.5, 9.5, and C is worth 0. B, the same corners: 4 + 0 − 0, by 1, and B is worth 4.
    // A: 4 + 4 − (0.5 − 9.5 + 10 + 10.5) = −3.5, by −0.875.
    expectWeights(taught, { 32: -0.375, 16: -10.375, 8: 9.125, 4: 9.625, 0: 2.5 });
  });

  test('backward with λ: half of what really came', async () => {
    const taught = await teach({ settings: { loop: 'backward', alpha: 0.5, lambda: 0.5 } });
    // C: −122, by −15.25, and C is worth 61; half of that and half of 0 is 30.5.
    // B: 4 + 30.5 − 61 = −26.5, by −3.3125, and B is worth 47.75; half of that and half of 34.5 is 41.125.
    // A: 4 + 41.125 − (11.4375 + 1.4375 + 10 + 21.4375) = 0.8125, by 0.1015625.
    expectWeights(taught, { 32: 11.5390625, 16: 1.5390625, 8: 10.1015625, 4: 21.5390625, 0: 13.4375 });
  });
});

test('td-state: states towards gain + the value of the state that came', async () => {
  const weights = { 32: 30, 16: 20, 8: 10, 4: 40, 2: 12 };
  const taught = await teach({ settings: { loop: 'td-state' }, values: 'state', weights });
  expect([taught.scores, taught.moves]).toEqual([[16], [3]]);
  // The first two states have the corners 32, 16, 8, 4, the others 32, 16, 2, 4; going down would leave 2, 16, 8, 4, worth less.
  // First: 8 + 100 − 100, by 2. Second: 4 + (32 + 22 + 12 + 42) − (32 + 22 + 12 + 42), by 1.
  // Third: 4 + 0 − (33 + 23 + 12 + 43) = −107, by −26.75.
  expectWeights(taught, { 32: 6.25, 16: -3.75, 8: 13, 4: 16.25, 2: -14.75 });
});

test('q: actions towards gain + the best action after them', async () => {
  const taught = await teach({ settings: { loop: 'q' }, values: 'action', weights: {} });
  expect([taught.scores, taught.moves]).toEqual([[16], [3]]);
  // The table has four parts: 0 and 2 look at the two corners by the wall that the tiles move to, 1 and 3 at the other two.
  // Right from 32, 16, 8, 4: 8 + 0 − 0, an eighth of it for 16 and 4 by the wall, 32 and 8 far from it: 1 each.
  // Up from there is by now worth 2 · 1 for 16 by the wall and 2 · 1 for 8 far from it: 4. The best after it is right, 2 (1 + 1) by
  // the wall and 2 · 1 far: 6. So 4 + 6 − 4, 0.75 for 32 and 16 by the wall, 8 and 4 far.
  // Right from 32, 16, 2, 4, the last, is worth 2 (1.75 + 1 + 1) = 7.5: 4 + 0 − 7.5 = −3.5, −0.4375 for 16 and 4, 32 and 2.
  for (const wall of [0, 2]) {
    expect([32, 16, 8, 4, 2].map((tile) => taught.weight(tile, wall))).toEqual([0.75, 1.3125, 0, 0.5625, 0]);
  }
  for (const far of [1, 3]) {
    expect([32, 16, 8, 4, 2].map((tile) => taught.weight(tile, far))).toEqual([0.5625, 0, 1.75, 0.75, -0.4375]);
  }
});

describe('in Threes the tile that enters scores too', () => {
  // 24,2,2,3/2,2,24,2/3,2,12,24/12,12,6,1 next=3    right gains 27: corners 24, 3, empty, 1: A
  // 24,2,2,3/2,2,24,2/3,2,12,24/3,24,6,1  next=3    up gains 3: the same corners: B; down: empty, 3, 6, 1
  // 24,2,2,3/2,2,24,2/6,2,12,24/3,24,6,1            the end
  const start = '24,2,2,3/2,2,24,2/3,2,12,24/12,12,6,1 next=3 bag=0,0,1';
  const weights = { 24: 12, 3: 20, 0: 8, 1: 40, 6: 4 };

  test('td', async () => {
    const taught = await teach({ settings: { loop: 'td' }, game: THREES, start, weights });
    expect([taught.scores, taught.moves]).toEqual([[27 + 3 + 3 + 3], [2]]);
    // A: 3 + 3 + 80 − 80 = 6, by 1.5. B is then worth 86: 3 − 86 = −83, by −20.75.
    expectWeights(taught, { 24: -7.25, 3: 0.75, 0: -11.25, 1: 20.75, 6: 4 });
  });

  test('td with a table for each hint', async () => {
    const taught = await teach({ settings: { loop: 'td' }, game: THREES, start, weights, network: '0h' });
    const tiles = [24, 3, 0, 1, 6];
    // The hint was a 3 in A and in B.
    expect(tiles.map((tile) => taught.weight(tile, 3))).toEqual([-7.25, 0.75, -11.25, 20.75, 4]);
    for (const other of [0, 1, 2]) expect(tiles.map((tile) => taught.weight(tile, other))).toEqual([12, 20, 8, 40, 4]);
  });

  test('backward', async () => {
    const taught = await teach({ settings: { loop: 'backward', lambda: 0 }, game: THREES, start, weights });
    // B: 3 − 80 = −77, by −19.25, and B is worth 3. A: 3 + 3 + 3 − 3 = 6, by 1.5.
    expectWeights(taught, { 24: -5.75, 3: 2.25, 0: -9.75, 1: 22.25, 6: 4 });
  });
});
