// Finds a smaller input that fails in the same way: leaves out halves, quarters and so on while it still does.

const MOST_TRIES = 400;
const MOST_MS = 5000;

export async function minimise(input, fails) {
  const end = performance.now() + MOST_MS;
  const without = (from, to) =>
    typeof input === 'string'
      ? input.slice(0, from) + input.slice(to)
      : Buffer.concat([input.subarray(0, from), input.subarray(to)]);
  let tries = 0;
  for (let piece = Math.ceil(input.length / 2); piece >= 1; piece = Math.floor(piece / 2)) {
    for (let at = 0; at < input.length;) {
      if (++tries > MOST_TRIES || performance.now() > end) return input;
      const smaller = without(at, at + piece);
      if (await fails(smaller)) input = smaller;
      else at += piece;
    }
  }
  return input;
}
