// xoshiro256** (Blackman and Vigna), two streams per thread: chance, and the player's own randomness.
// A stream belongs to a game: game i of seed s draws the same numbers on any thread. The states live in
// wasm globals, which every thread has for itself.

let c0: u64 = 1, c1: u64 = 2, c2: u64 = 3, c3: u64 = 4;
let p0: u64 = 1, p1: u64 = 2, p2: u64 = 3, p3: u64 = 4;

let mixer: u64 = 0;
function splitmix(): u64 {
  mixer += 0x9e3779b97f4a7c15;
  let z = mixer;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

function enter(seed: u64, game: u64, stream: u64): void {
  mixer = seed;
  const series = splitmix();
  mixer = series + 2 * game + stream;
  mixer = splitmix();
}

export function seedGame(seed: u64, game: u64): void {
  enter(seed, game, 0);
  c0 = splitmix(); c1 = splitmix(); c2 = splitmix(); c3 = splitmix();
  enter(seed, game, 1);
  p0 = splitmix(); p1 = splitmix(); p2 = splitmix(); p3 = splitmix();
}

/** Sets the state of chance itself: for the published vectors. */
export function setChance(s0: u64, s1: u64, s2: u64, s3: u64): void { c0 = s0; c1 = s1; c2 = s2; c3 = s3; }

/** The next number of chance. */
// @ts-ignore: decorator
@inline export function chance(): u64 {
  const out = rotl<u64>(c1 * 5, 7) * 9, t = c1 << 17;
  c2 ^= c0; c3 ^= c1; c1 ^= c2; c0 ^= c3; c2 ^= t; c3 = rotl<u64>(c3, 45);
  return out;
}
export function nextChance(): u64 { return chance(); }

/** The next number of the player's own randomness. */
// @ts-ignore: decorator
@inline export function whim(): u64 {
  const out = rotl<u64>(p1 * 5, 7) * 9, t = p1 << 17;
  p2 ^= p0; p3 ^= p1; p1 ^= p2; p0 ^= p3; p2 ^= t; p3 = rotl<u64>(p3, 45);
  return out;
}

/** One of n, from 32 random bits. */
// @ts-ignore: decorator
@inline export function pick(half: u64, n: u32): u32 { return <u32>((half * <u64>n) >> 32); }

/** Exchanges chance and the player's own randomness: for games that a player plays on in its mind. */
export function exchangeStreams(): void {
  let t = c0; c0 = p0; p0 = t;
  t = c1; c1 = p1; p1 = t;
  t = c2; c2 = p2; p2 = t;
  t = c3; c3 = p3; p3 = t;
}
