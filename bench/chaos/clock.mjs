// Loaded before a command (`node --import`): the time of day jumps forward and back by up to two days, every few milliseconds, by
// CHAOS_CLOCK as the seed. The monotonic clock is left alone, as when an administrator sets the time.

const RealDate = Date;
let state = Number(process.env['CHAOS_CLOCK'] ?? 1);
let [offset, until] = [0, 0];

function now() {
  const real = RealDate.now();
  if (real >= until) {
    state = (Math.imul(state, 48271) + 11) >>> 0;
    offset = (state % 2001) * 172_800 - 172_800_000;
    until = real + (state % 97);
  }
  return real + offset;
}

class JumpingDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(now());
    else super(...args);
  }

  static now() {
    return now();
  }
}
globalThis.Date = JumpingDate;
