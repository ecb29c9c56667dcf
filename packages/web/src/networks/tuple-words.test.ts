import { expect, it } from 'vitest';
import { cellsInWords } from './tuple-words.ts';

it('a tuple is described row by row', () => {
  expect(cellsInWords([0, 1, 2, 3, 4, 5])).toBe('row 1: columns 1, 2, 3, 4; row 2: columns 1, 2');
  expect(cellsInWords([6, 10])).toBe('row 2: column 3; row 3: column 3');
});
