// For loops that learn after the game: what lies between two afterstates. A ply's gain is moved to the ply before, so that
// ply t then holds what its afterstate led to at once: the score of the spawn on it, and the gain of the next move.

import { gainOf, ply } from './episode';

const GAIN: usize = 24;

/** Called after ply t is played, whose spawn scored `spawned`. */
export function rewards(t: u32, spawned: f32): void {
  const gain = gainOf(t);
  if (t > 0) store<f32>(ply(t - 1), gainOf(t - 1) + gain, GAIN);
  store<f32>(ply(t), spawned, GAIN);
}
