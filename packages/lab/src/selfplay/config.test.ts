// Settings of self-play that the manual names: those that fit together, and those that do not.

import { expect, test } from 'vitest';
import { planSelfPlay, selfPlaySettings } from './config.ts';

const plan = (settings: object) => planSelfPlay(selfPlaySettings.parse({ cycles: 1, ...settings }, 'test'));

test('the paper’s values need a judge; without one a score does, with a network that ends in a line', () => {
  expect(() => plan({ paper: true, judge: false })).toThrow(/give --judge, or --value score/);
  expect(() => plan({ paper: true, judge: false, value: 'score' })).toThrow(/ends in a sigmoid.*add &ends=linear/);
  const network = 'resnet?blocks=1&filters=8&heads=both&ends=linear';
  expect(plan({ paper: true, judge: false, value: 'score', network }).config).toMatchObject({ judge: false });
});
