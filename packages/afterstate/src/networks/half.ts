// Half precision (IEEE 754 binary16) for whole arrays; not all supported browsers and versions of Node have Float16Array.

/** The largest number that half precision can hold. */
export const LARGEST_HALF = 65504;

let singles: Float32Array | undefined;

export function fromHalf(halves: Uint16Array): Float32Array {
  singles ??= Float32Array.from({ length: 65536 }, (_, bits) => single(bits));
  const values = new Float32Array(halves.length);
  for (let i = 0; i < halves.length; i++) values[i] = singles[halves[i]!]!;
  return values;
}

function single(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
}

/** To the nearest, halves to even; numbers too large become infinite. */
export function toHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length);
  const halves = new Uint16Array(values.length);
  for (let i = 0; i < bits.length; i++) {
    const word = bits[i]!;
    const sign = (word >>> 16) & 0x8000;
    const size = word & 0x7fffffff;
    if (size >= 0x7f800000) halves[i] = sign | (size > 0x7f800000 ? 0x7e00 : 0x7c00);
    else if (size >= 0x477ff000) halves[i] = sign | 0x7c00;
    else if (size >= 0x38800000) {
      // Normal: the fraction loses 13 bits, and the exponent's bias shrinks by 112.
      halves[i] = sign | ((size - 0x38000000 + 0xfff + ((size >>> 13) & 1)) >>> 13);
    } else {
      // Below 2^-14 a half is a multiple of 2^-24, and adding 1/2 leaves exactly that multiple in the last bits of a single.
      halves[i] = sign | nearestMultiple(Math.abs(values[i]!));
    }
  }
  return halves;
}

const sum = new Float32Array(1);
const sumBits = new Uint32Array(sum.buffer);

function nearestMultiple(size: number): number {
  sum[0] = size + 0.5;
  return sumBits[0]! - 0x3f000000;
}
