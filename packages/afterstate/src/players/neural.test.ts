// Networks play by what they say about boards: symmetric boards vote, values are searched, and games in step are the same games.

import { describe, expect, test } from 'vitest';
import type { State } from '../rules/game.ts';
import { MOVES } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { parseBoard } from '../rules/notation.ts';
import { Random } from '../rules/random.ts';
import { replay } from '../rules/replay.ts';
import { SYMMETRIES, transform, transformMove } from '../rules/symmetry.ts';
import type { Evaluate, Vote } from './neural.ts';
import { playInStep, policyChooser, valueChooser } from './neural.ts';
import { expectimaxValues } from './reference.ts';

const game = parseGame('2048');
const state = (text: string): State => parseBoard(text, game);

/** The same answer for every board. */
const always =
  (...policy: number[]): Evaluate =>
  async (boards) => ({
    policy: Float32Array.from({ length: boards.length / 4 }, (_, i) => policy[i % 4]!),
    value: new Float32Array(),
  });

/** One answer per symmetry: `rows[s]` is what the network says about the board under symmetry s. */
const rows =
  (rows: number[][]): Evaluate =>
  async () => ({ policy: Float32Array.from(rows.flat()), value: new Float32Array() });

const OPEN = state('2,4,0,0/0,0,0,0/0,0,0,0/0,0,0,2');

describe('a policy', () => {
  test('plays the most probable legal move', async () => {
    const packed = state('2,0,0,0/4,0,0,0/2,0,0,0/4,0,0,0');
    const chooser = policyChooser(game, always(0.4, 0.1, 0.3, 0.2), 'off');
    const [choice, open] = await chooser.choose([packed, OPEN]);
    expect(choice).toEqual({ best: 'right', moves: [{ move: 'right', value: expect.closeTo(0.1), gain: 0 }] });
    expect(open!.best).toBe('up');
  });

  test.each<Vote>(['majority', 'sum', 'off'])('has no choice if no move is legal: %s', async (vote) => {
    const full = state('2,4,2,4/4,2,4,2/2,4,2,4/4,2,4,2');
    const [choice] = await policyChooser(game, always(0.4, 0.1, 0.3, 0.2), vote).choose([full]);
    expect(choice).toEqual({ best: undefined, moves: [] });
  });

  /** Gives one move of the original board most of the probability, whichever way the board is turned. */
  const fair = (favourites: string[], share: number[]): Evaluate =>
    rows(
      SYMMETRIES.map((symmetry, s) => {
        // The cell before an edge, and where the symmetry puts it, tells which way a move goes.
        const edge = { up: 1, right: 7, down: 14, left: 8 } as Record<string, number>;
        const at = symmetry.indexOf(edge[favourites[s]!]!);
        const turned = at < 3 ? 0 : at % 4 === 3 ? 1 : at > 12 ? 2 : 3;
        return MOVES.map((_, m) => (m === turned ? share[s]! : (1 - share[s]!) / 3));
      }),
    );

  test('of eight symmetric boards is turned back', async () => {
    for (const move of MOVES) {
      const chooser = policyChooser(game, fair(Array(8).fill(move), Array(8).fill(0.7)), 'sum');
      const middle = state('0,0,0,0/0,2,0,0/0,0,4,0/0,0,0,0');
      const [choice] = await chooser.choose([middle]);
      expect(choice!.best).toBe(move);
      expect(choice!.moves.find((one) => one.move === move)!.value).toBeCloseTo(0.7);
    }
  });

  test('by majority plays what most boards would, by sum what is most probable overall', async () => {
    const middle = state('0,0,0,0/0,2,0,0/0,0,4,0/0,0,0,0');
    const answers = fair(
      [...Array(5).fill('up'), ...Array(3).fill('left')],
      [...Array(5).fill(0.28), ...Array(3).fill(0.99)],
    );
    const [majority] = await policyChooser(game, answers, 'majority').choose([middle]);
    const [sum] = await policyChooser(game, answers, 'sum').choose([middle]);
    expect([majority!.best, sum!.best]).toEqual(['up', 'left']);
  });

  test('by majority lets the sum decide between equal votes', async () => {
    const middle = state('0,0,0,0/0,2,0,0/0,0,4,0/0,0,0,0');
    const half = [...Array(4).fill('right'), ...Array(4).fill('down')];
    const answer = async (share: number[]) =>
      (await policyChooser(game, fair(half, share), 'majority').choose([middle]))[0]!.best;
    expect(await answer([...Array(4).fill(0.5), ...Array(4).fill(0.6)])).toBe('down');
    expect(await answer([...Array(4).fill(0.6), ...Array(4).fill(0.5)])).toBe('right');
  });
});

describe('a policy that is drawn from', () => {
  const middle = state('0,0,0,0/0,2,0,0/0,0,4,0/0,0,0,0');
  const draws = 4000;

  const counted = async (vote: Vote, evaluate: Evaluate, here = middle): Promise<number[]> => {
    const own = Array.from({ length: draws }, (_, game) => Random.forGame(8, game, 1));
    const choices = await policyChooser(game, evaluate, vote, true).choose(Array(draws).fill(here), { own });
    return MOVES.map((move) => choices.filter(({ best }) => best === move).length);
  };
  /** Pearson's statistic; it exceeds 16.3 once in a thousand at three degrees of freedom. */
  const far = (counts: number[], shares: number[]): number =>
    counts.reduce((sum, count, m) => sum + (count - draws * shares[m]!) ** 2 / (draws * shares[m]!), 0);

  test('plays each move as often as it is probable', async () => {
    expect(far(await counted('off', always(0.4, 0.1, 0.3, 0.2)), [0.4, 0.1, 0.3, 0.2])).toBeLessThan(16.3);
  });

  test('shares out what illegal moves would have', async () => {
    const column = state('2,0,0,0/4,0,0,0/2,0,0,0/8,8,0,0');
    const [up, right, down, left] = await counted('off', always(0.6, 0.1, 0, 0.3), column);
    expect([up, down]).toEqual([up ?? 0, 0]);
    expect(up! + right! + left!).toBe(draws);
    expect(right! / (right! + left!)).toBeCloseTo(0.25, 1);
  });

  test('draws with a majority by the votes, and never a move without any', async () => {
    // Every view's first move: the board's four directions twice each, whatever the probabilities.
    const answer: Evaluate = async (boards) => ({
      policy: Float32Array.from({ length: boards.length / 4 }, (_, i) => [0.4, 0.3, 0.2, 0.1][i % 4]!),
      value: new Float32Array(),
    });
    expect(far(await counted('majority', answer), [0.25, 0.25, 0.25, 0.25])).toBeLessThan(16.3);
    expect((await counted('majority', answer, state('0,0,0,0/0,0,0,0/0,0,0,0/2,4,2,4')))[1]).toBe(0);
  });

  test('plays the same game whatever is played beside it, and asks for its randomness', async () => {
    const chooser = policyChooser(game, always(0.4, 0.1, 0.3, 0.2), 'off', true);
    const play = async (width: number): Promise<[number, number][]> => {
      const scores: [number, number][] = [];
      let next = 0;
      const take = (): number | undefined => (next < 6 ? next++ : undefined);
      await playInStep(game, chooser, {
        seed: 4,
        take,
        width,
        onGame: (number, { score }) => scores.push([number, score]),
      });
      return scores.sort(([a], [b]) => a - b);
    };
    expect(await play(6)).toEqual(await play(1));
    await expect(chooser.choose([middle])).rejects.toThrow('none was given');
  });
});

test('views are what the network saw, its answers as given, and the votes on the original board', async () => {
  const corner = state('2,4,8,16/0,0,0,0/0,0,0,0/0,0,0,0');
  const evaluate: Evaluate = async (boards) => ({
    // The first cell decides, so that views differ.
    policy: Float32Array.from({ length: boards.length / 4 }, (_, i) => boards[16 * (i >> 2)]! * 10 + (i % 4)),
    value: new Float32Array(),
  });
  const [choice] = await policyChooser(game, evaluate, 'majority').choose([corner], { views: true });
  expect(choice!.views).toHaveLength(8);
  choice!.views!.forEach(({ board, policy, vote }, s) => {
    expect(board).toEqual(transform(corner.board, SYMMETRIES[s]!));
    expect(policy).toEqual([0, 1, 2, 3].map((m) => board[0]! * 10 + m));
    // The last legal move of the turned board, turned back.
    const legal = game.legalMoves({ board });
    expect(transformMove(vote!, SYMMETRIES[s]!)).toBe(legal.at(-1));
  });
  const [plain] = await policyChooser(game, evaluate, 'majority').choose([corner]);
  expect(plain).not.toHaveProperty('views');
  const [single] = await policyChooser(game, evaluate, 'off').choose([corner], { views: true });
  expect(single!.views).toHaveLength(1);
});

describe('a value', () => {
  const worth = (board: ArrayLike<number>): number => {
    let sum = 0;
    for (let i = 0; i < 16; i++) sum += board[i]! * ((i * 7) % 5);
    return sum;
  };
  const evaluate: Evaluate = async (boards) => ({
    policy: new Float32Array(),
    value: Float32Array.from({ length: boards.length / 16 }, (_, i) => worth(boards.subarray(16 * i, 16 * i + 16))),
  });
  const judge = { leaf: ({ board }: State) => worth(board), lost: () => 0, after: () => 0, score: 1 };

  test.each([
    [1, '2048'],
    [2, '2048'],
    [2, 'threes'],
  ])('is searched as in the reference, at %i plies in %s', async (ply, name) => {
    const rules = parseGame(name);
    const chance = Random.forGame(3, 0);
    let here = rules.start(chance);
    const states: State[] = [];
    for (let i = 0; i < 40 && !rules.isOver(here); i++) {
      if (i % 8 === 0) states.push(here);
      const [move] = rules.legalMoves(here).slice(-1);
      here = rules.spawn(rules.afterstate(here, move!)!, chance).state;
    }
    const choices = await valueChooser(rules, evaluate, ply).choose(states);
    states.forEach((one, i) => {
      const expected = expectimaxValues(rules, judge, one, ply, 0);
      const found = MOVES.map((move) => choices[i]!.moves.find((legal) => legal.move === move)?.value);
      found.forEach((value, m) => {
        if (expected[m] === undefined) expect(value).toBeUndefined();
        else expect(value).toBeCloseTo(expected[m], 4);
      });
    });
  });
});

describe('games in step', () => {
  const chooser = policyChooser(game, always(0.4, 0.1, 0.2, 0.3), 'off');
  const play = async (width: number, rules = game) => {
    const scores: number[] = [];
    let next = 0;
    await playInStep(rules, policyChooser(rules, always(0.4, 0.1, 0.2, 0.3), 'off'), {
      seed: 4,
      take: () => (next < 9 ? next++ : undefined),
      width,
      records: true,
      onGame: (number, { start, plies, score, moves, largest }) => {
        const record = { game: rules.spec, rulesVersion: 1, player: '', seed: 4, gameNumber: number, score, moves };
        const steps = [...replay({ ...record, start, plies }, rules)];
        expect(steps.at(-1)!.score).toBe(score);
        expect(Math.max(...steps.at(-1)!.after.board)).toBe(largest);
        expect(rules.isOver(steps.at(-1)!.after)).toBe(true);
        expect(steps.length).toBe(moves);
        scores[number] = score;
      },
    });
    return scores;
  };

  test.each(['2048', 'threes'])('are the games that each would be alone: %s', async (name) => {
    const rules = parseGame(name);
    const alone = await play(1, rules);
    expect(alone.length).toBe(9);
    expect(await play(4, rules)).toEqual(alone);
    expect(await play(64, rules)).toEqual(alone);
  });

  test('stop when told', async () => {
    let steps = 0;
    const finished: number[] = [];
    await playInStep(game, chooser, {
      seed: 1,
      take: () => 0,
      width: 2,
      isStopped: () => steps >= 5,
      onStep: () => steps++,
      onGame: (number) => finished.push(number),
    });
    expect([steps, finished]).toEqual([5, []]);
  });
});
