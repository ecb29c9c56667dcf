import { parseGame } from 'afterstate';
import { expect, test } from 'vitest';
import { objectiveOf } from './actions.ts';
import { requireStepMemory } from './learner.ts';
import { createNeuralNetwork } from './networks.ts';

test('a batch whose step needs more memory than is free is refused, with the largest that fits', () => {
  const network = createNeuralNetwork('dcnn5', parseGame('2048'));
  const options = { network, objective: objectiveOf(network), threads: 1 };
  expect(() => requireStepMemory({ ...options, batch: 1000 })).not.toThrow();
  expect(() => requireStepMemory({ ...options, batch: 1e9 })).toThrow(
    /^a step of 1,000,000,000 rows needs [\d.,]+ [GT]?B of memory and [\d.]+ [GM]B are free; make the batch smaller, at most [\d,]+ rows$/,
  );
});
