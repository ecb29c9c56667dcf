// Settings: what the variants are, and what does not fit together.

import { describe, expect, test } from 'vitest';
import { weightsOf } from '../neural/network.ts';
import { dqnSettings } from './config.ts';
import { planDqn } from './plan.ts';

const plan = (settings: object) => planDqn(dqnSettings.parse({ games: 5, ...settings }, 'test'));

describe('the variant he', () => {
  test('is what the paper says: 10,000 moves remembered, γ 0.99, ε from 1 to 0.05, its reward', () => {
    const { config, network } = plan({ variant: 'he' });
    expect(config).toMatchObject({ replay: 10_000, gamma: 0.99, epsilonFinal: 0.05, reward: 'he', rewardScale: 1 });
    expect(network).toMatchObject({ spec: 'qnet?hidden=16,16&input=raw', family: 'dqn', link: 'none' });
    // 16 tiles, two layers of 16 nodes, four moves.
    expect(weightsOf(network)).toBe(17 * 16 + 17 * 16 + 17 * 4);
  });
});

describe('the variant sound', () => {
  test('is the one that is meant where none is named, and each of its settings can be another', () => {
    expect(plan({}).config).toEqual(plan({ variant: 'sound' }).config);
    const other = plan({ variant: 'sound', double: false, target: 0, network: 'dcnn2?channels=16' });
    expect(other.config).toMatchObject({ double: false, target: 0, network: 'dcnn?k=2&channels=16' });
    expect(other.network.family).toBe('dqn');
  });
});

describe('what does not fit is one line that names it', () => {
  test.each<[object, string]>([
    [{ network: '4x6' }, "unknown network '4x6'"],
    [{ network: 'tjwei' }, "'tjwei' is not a network of action values"],
    [{ network: 'resnet?blocks=1&heads=both' }, 'those have four outputs and no others'],
    [{ network: 'qnet?hidden=16,0' }, "'16,0' for hidden in 'qnet?hidden=16,0' is not possible"],
    [{ network: 'qnet?hidden=' }, 'hidden'],
    [{ network: 'qnet?input=tiles' }, 'input is one of raw, log2, onehot'],
    [{ game: 'go' }, "unknown game 'go'"],
    [{ target: 0 }, '--double needs a second network'],
    [{ replay: 100, warmup: 100 }, '--warmup 100 is never reached with --replay 100'],
    [{ batch: 1, threads: 2 }, '--batch 1 cannot be shared by --threads 2'],
    [{ variant: 'he', steps: 2 }, '--continuing does not sum rewards past the end of a game'],
    [{ epsilonMoves: 5 }, '--epsilon-moves 5 is not past --epsilon-from'],
    [{ variant: 'good' }, 'test: variant must be one of he, sound, not "good"'],
    [{ games: 0 }, 'test: games must be '],
    [{ gamma: 1.5 }, 'test: gamma must be '],
    [{ lr: 0 }, 'test: lr must be '],
    [{ colour: 'red' }, 'colour'],
  ])('%j', (settings, says) => {
    expect(() => plan(settings)).toThrow(says);
  });
});
