// A reader of the GIFs that gif.ts writes, from the specification (GIF89a, LZW by its appendix F) and not from the writer.

import type { Colour, Frame } from './gif.ts';

export interface ReadGif {
  readonly width: number;
  readonly height: number;
  readonly palette: readonly Colour[];
  readonly frames: readonly Frame[];
}

export function decodeGif(bytes: Uint8Array): ReadGif {
  let at = 0;
  const byte = (): number => {
    if (at >= bytes.length) throw new Error('the file ends too early');
    return bytes[at++]!;
  };
  const short = (): number => byte() | (byte() << 8);
  const expectText = (text: string): void => {
    const found = String.fromCharCode(...bytes.subarray(at, at + text.length));
    if (found !== text) throw new Error(`'${found}' is not '${text}'`);
    at += text.length;
  };
  const blocks = (): number[] => {
    const all: number[] = [];
    for (let length = byte(); length > 0; length = byte()) for (let i = 0; i < length; i++) all.push(byte());
    return all;
  };

  expectText('GIF89a');
  const [width, height] = [short(), short()];
  const flags = byte();
  at += 2;
  const palette = Array.from({ length: 2 << (flags & 7) }, (): Colour => [byte(), byte(), byte()]);
  const frames: Frame[] = [];
  let delay = 0;
  for (;;) {
    const kind = byte();
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = byte();
      const data = blocks();
      if (label === 0xf9) delay = data[1]! | (data[2]! << 8);
      continue;
    }
    if (kind !== 0x2c) throw new Error(`a block of kind ${kind}`);
    const [x, y, wide, high] = [short(), short(), short(), short()];
    if (byte() !== 0) throw new Error('a frame with a palette of its own');
    const bits = byte();
    const pixels = expand(blocks(), bits);
    if (pixels.length !== wide * high) throw new Error(`${pixels.length} pixels instead of ${wide * high}`);
    frames.push({ x, y, width: wide, height: high, pixels: Uint8Array.from(pixels), delay });
  }
  if (at !== bytes.length) throw new Error('there is something after the end');
  return { width, height, palette, frames };
}

/** LZW; the end code must come, and nothing after it. */
function expand(bytes: readonly number[], bits: number): number[] {
  const [clear, end] = [1 << bits, (1 << bits) + 1];
  let table: number[][] = [];
  let size = bits + 1;
  const reset = (): void => {
    table = Array.from({ length: end + 1 }, (_, code) => (code < clear ? [code] : []));
    size = bits + 1;
  };
  reset();
  const pixels: number[] = [];
  let last: number[] | undefined;
  for (let place = 0; ;) {
    let code = 0;
    for (let i = 0; i < size; i++, place++) code |= ((bytes[place >> 3]! >> (place & 7)) & 1) << i;
    if (place > 8 * bytes.length) throw new Error('there is no end code');
    if (code === end) {
      if (8 * bytes.length - place >= 8) throw new Error('there is something after the end code');
      return pixels;
    }
    if (code === clear) {
      reset();
      last = undefined;
      continue;
    }
    const entry = code < table.length ? table[code]! : last && code === table.length ? [...last, last[0]!] : undefined;
    if (!entry) throw new Error(`code ${code} is not known yet`);
    for (const pixel of entry) pixels.push(pixel);
    if (last && table.length < 4096) table.push([...last, entry[0]!]);
    if (table.length === 1 << size && size < 12) size++;
    last = entry;
  }
}
