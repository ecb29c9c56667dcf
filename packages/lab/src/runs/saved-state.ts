// What checkpoints keep of games under way: their states, and the random number generators, as JSON.

import { Random } from 'afterstate';
import { z } from 'zod';

export const counter = z.number().int().min(0);

/** Exponents, row by row. */
export const savedBoard = z.array(counter.max(17)).length(16);

export const savedState = z.object({
  board: savedBoard,
  next: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal('bonus')]).optional(),
  bag: z.tuple([counter, counter, counter]).optional(),
});

/** Four words, in hexadecimal. */
export const savedGenerator = z.array(z.string().regex(/^[0-9a-f]{1,16}$/)).length(4);

export function saveGenerator(random: Random): string[] {
  return random.state.map((word) => word.toString(16));
}

export function loadGenerator(words: readonly string[]): Random {
  return new Random(words.map((word) => BigInt(`0x${word}`)));
}
