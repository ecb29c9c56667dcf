// A writer of animated GIFs (GIF89a): one palette for all frames, frames that only replace a rectangle, LZW. An existing encoder
// was refused: the usual ones choose colours for photographs, and a board has a known palette.

export type Colour = readonly [red: number, green: number, blue: number];

/** A rectangle of the picture that changes: pixels are indices of the palette, row by row. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
  /** How long the picture then stays, in hundredths of a second. */
  readonly delay: number;
}

export class GifWriter {
  readonly #bytes = new Bytes();
  readonly #bits: number;

  /** At most 256 colours. The animation repeats forever. */
  constructor(width: number, height: number, palette: readonly Colour[]) {
    if (palette.length > 256) throw new RangeError(`a GIF has at most 256 colours, not ${palette.length}`);
    // LZW needs at least two bits.
    this.#bits = Math.max(2, Math.ceil(Math.log2(palette.length)));
    const bytes = this.#bytes;
    bytes.text('GIF89a');
    bytes.short(width);
    bytes.short(height);
    bytes.add(0x80 | 0x70 | (this.#bits - 1), 0, 0);
    for (let i = 0; i < 1 << this.#bits; i++) bytes.add(...(palette[i] ?? [0, 0, 0]));
    bytes.add(0x21, 0xff, 11);
    bytes.text('NETSCAPE2.0');
    bytes.add(3, 1, 0, 0, 0);
  }

  /** Bytes so far. */
  get length(): number {
    return this.#bytes.length;
  }

  add({ x, y, width, height, pixels, delay }: Frame): void {
    const bytes = this.#bytes;
    // The frame stays where it is, and the next is drawn over it.
    bytes.add(0x21, 0xf9, 4, 1 << 2);
    bytes.short(delay);
    bytes.add(0, 0, 0x2c);
    for (const n of [x, y, width, height]) bytes.short(n);
    bytes.add(0, this.#bits);
    const packed = compress(pixels, this.#bits);
    for (let at = 0; at < packed.length; at += 255) {
      const block = packed.subarray(at, at + 255);
      bytes.add(block.length);
      bytes.all(block);
    }
    bytes.add(0);
  }

  /** The whole file. Nothing can be added after it. */
  finish(): Uint8Array<ArrayBuffer> {
    this.#bytes.add(0x3b);
    return this.#bytes.whole();
  }
}

/** Codes have at most twelve bits. */
const MOST_CODES = 4096;

/** LZW as in GIF: codes of growing length, lowest bit first, a clear code at the start and whenever the table is full. */
export function compress(pixels: Uint8Array, bits: number): Uint8Array {
  const clear = 1 << bits;
  const end = clear + 1;
  const bytes = new Bytes();
  let buffer = 0;
  let held = 0;
  let size = bits + 1;
  const put = (code: number): void => {
    buffer |= code << held;
    held += size;
    for (; held >= 8; held -= 8, buffer >>>= 8) bytes.add(buffer & 255);
  };
  // The code of a known sequence followed by a pixel; 0 if that is unknown.
  const table = new Uint16Array(MOST_CODES << bits);
  let next = end + 1;
  put(clear);
  let known = pixels[0] ?? 0;
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i]!;
    const longer = table[(known << bits) | pixel]!;
    if (longer !== 0) {
      known = longer;
      continue;
    }
    put(known);
    if (next < MOST_CODES) {
      table[(known << bits) | pixel] = next;
      // The reader learns a code one step later, and its codes grow with it.
      if (next === 1 << size) size++;
      next++;
    } else {
      put(clear);
      table.fill(0);
      next = end + 1;
      size = bits + 1;
    }
    known = pixel;
  }
  if (pixels.length > 0) put(known);
  // The reader adds one more code to its table after the last pixel.
  if (next === 1 << size && size < 12) size++;
  put(end);
  if (held > 0) bytes.add(buffer & 255);
  return bytes.whole();
}

/** Bytes that grow as needed. */
class Bytes {
  #bytes = new Uint8Array(1024);
  length = 0;

  add(...values: readonly number[]): void {
    this.#reserve(values.length);
    for (const value of values) this.#bytes[this.length++] = value;
  }

  all(values: Uint8Array): void {
    this.#reserve(values.length);
    this.#bytes.set(values, this.length);
    this.length += values.length;
  }

  /** Two bytes, low byte first. */
  short(n: number): void {
    this.add(n & 255, n >> 8);
  }

  text(text: string): void {
    for (const letter of text) this.add(letter.charCodeAt(0));
  }

  whole(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#bytes.length, this.length + more));
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}
