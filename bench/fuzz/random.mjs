// Repeatable choices: with the same seed, input n of a target is the same input, whatever ran before it.

/** Marsaglia's xorshift on 32 bits, begun from a mixed seed. */
export class Choices {
  #state;

  constructor(...seeds) {
    this.#state = 0x9e3779b9;
    for (const seed of seeds) this.#state = mix(this.#state ^ mix(hashOf(seed)));
    if (this.#state === 0) this.#state = 1;
  }

  next() {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state;
  }

  /** A whole number from 0 to `below` − 1. */
  below(below) {
    return below <= 1 ? 0 : this.next() % below;
  }

  between(first, last) {
    return first + this.below(last - first + 1);
  }

  /** True once in `of` times. */
  once(of) {
    return this.below(of) === 0;
  }

  pick(items) {
    return items[this.below(items.length)];
  }

  /** Mostly small, at times large. */
  size(most) {
    return this.below(1 + Math.min(most, 2 ** this.below(1 + Math.ceil(Math.log2(most + 1)))));
  }
}

function hashOf(seed) {
  if (typeof seed === 'number') return seed >>> 0;
  let hash = 0x811c9dc5;
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function mix(x) {
  let y = x >>> 0;
  y = Math.imul(y ^ (y >>> 16), 0x85ebca6b);
  y = Math.imul(y ^ (y >>> 13), 0xc2b2ae35);
  return (y ^ (y >>> 16)) >>> 0;
}
