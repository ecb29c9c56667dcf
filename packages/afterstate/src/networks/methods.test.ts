import { describe, expect, test } from 'vitest';
import { MAX_PLIES } from '../kernel/layout.ts';
import { delayOf, learnSettings, METHODS } from './methods.ts';

const methodOf = (name: string) => METHODS.find((method) => method.name === name)!;

describe('how long an update waits', () => {
  test('is until a later error would count for less than a tenth', () => {
    expect([0, 0.05, 0.1, 0.3, 0.5, 0.8, 0.9, 0.99].map((lambda) => delayOf('td-delayed', lambda))).toEqual([
      1, 1, 1, 2, 4, 11, 22, 230,
    ]);
  });

  test('is to the end of the game with λ = 1, and never longer', () => {
    expect(delayOf('td-delayed', 1)).toBe(MAX_PLIES);
    expect(delayOf('td-delayed', 1 - 1e-12)).toBe(MAX_PLIES);
  });

  test('is five returns in the variant of Yeh et al.', () => {
    expect(delayOf('td-steps', 0.5)).toBe(5);
  });
});

describe('the settings of a method', () => {
  test('are its own, except for what is changed', () => {
    expect(learnSettings(methodOf('tc-lambda'))).toEqual({
      loop: 'td-delayed',
      alpha: 1,
      lambda: 0.5,
      delay: 4,
      coherent: true,
      restart: false,
      promote: false,
      carousel: false,
    });
    expect(learnSettings(methodOf('tc-lambda'), { lambda: 0.9, restart: true })).toMatchObject({
      delay: 22,
      restart: true,
    });
    expect(learnSettings(methodOf('backward'))).toMatchObject({ loop: 'backward', restart: true, coherent: true });
  });
});
