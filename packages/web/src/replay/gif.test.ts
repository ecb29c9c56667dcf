import { parseGame, Random, replay } from 'afterstate';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playRandomly } from '../game/random-game.testing.ts';
import { type Sprite, type Stage } from './frames.ts';
import { estimateGif, makeGif, type Stretch } from './gif-job.ts';
import { type Colour, GifWriter } from './gif.ts';
import { decodeGif } from './gif.testing.ts';
import { cornerOf, layoutOf } from './picture.ts';

const grey = (n: number): Colour => [n, n, n];

describe('a GIF', () => {
  it('has exactly the pixels put in', () => {
    const anyFrames = fc
      .record({
        width: fc.integer({ min: 1, max: 70 }),
        height: fc.integer({ min: 1, max: 70 }),
        colours: fc.constantFrom(2, 3, 4, 16, 100, 256),
        seed: fc.nat(),
        flat: fc.boolean(),
      })
      .map(({ width, height, colours, seed, flat }) => {
        const random = Random.forGame(seed, 0);
        let run = 0;
        const pixel = (): number => (flat && random.below(9) > 0 ? run : (run = random.below(colours)));
        const frames = Array.from({ length: 3 }, (_, i) => {
          const [x, y] = i === 0 ? [0, 0] : [random.below(width), random.below(height)];
          const size =
            i === 0 ? { width, height } : { width: 1 + random.below(width - x), height: 1 + random.below(height - y) };
          return { x, y, ...size, pixels: Uint8Array.from({ length: size.width * size.height }, pixel), delay: 2 + i };
        });
        return { width, height, colours, frames };
      });
    fc.assert(
      fc.property(anyFrames, ({ width, height, colours, frames }) => {
        const palette = Array.from({ length: colours }, (_, i) => grey(i));
        const writer = new GifWriter(width, height, palette);
        for (const frame of frames) writer.add(frame);
        const read = decodeGif(writer.finish());
        expect(read).toMatchObject({ width, height });
        expect(read.palette.slice(0, colours)).toEqual(palette);
        expect(read.frames).toEqual(frames);
      }),
      { numRuns: 60 },
    );
  });

  it('even past the size at which the LZW table is full', () => {
    const random = Random.forGame(1, 0);
    const pixels = Uint8Array.from({ length: 150 * 150 }, () => random.below(256));
    const writer = new GifWriter(
      300,
      300,
      Array.from({ length: 256 }, (_, i) => grey(i)),
    );
    writer.add({ x: 0, y: 0, width: 150, height: 150, pixels, delay: 5 });
    expect(decodeGif(writer.finish()).frames[0]!.pixels).toEqual(pixels);
  });

  it('with more colours than it can have is refused', () => {
    expect(
      () =>
        new GifWriter(
          1,
          1,
          Array.from({ length: 257 }, () => grey(0)),
        ),
    ).toThrow('at most 256 colours');
  });
});

describe.each(['2048', 'threes'])('an animation of %s', (spec) => {
  const game = parseGame(spec);
  // The first that is long enough.
  let record = playRandomly(spec, 0, 60);
  for (let seed = 1; record.moves < 60; seed++) record = playRandomly(spec, seed, 60);
  const boards = [record.start.board, ...[...replay(record)].map(({ after }) => after.board)];

  // Tiles of one colour each, whose index is their exponent.
  const layout = layoutOf(game, 40);
  const sprite = (width: number, height: number, index: number): Sprite => ({
    width,
    height,
    pixels: new Uint8Array(width * height).fill(index),
  });
  const head = 6;
  const stage: Stage = {
    palette: Array.from({ length: 40 }, (_, i) => grey(i)),
    layout,
    ground: sprite(layout.width, head + layout.height, 0),
    head,
    tiles: Array.from({ length: 18 }, (_, exponent) => sprite(layout.cell, layout.cell, exponent)),
    digits: Object.fromEntries([...'0123456789,'].map((digit, i) => [digit, sprite(2, 4, 20 + i)])),
  };
  const job = (more: Partial<Stretch> = {}): Stretch => ({
    stage,
    timing: { delay: 25, slides: true },
    record,
    earlier: 0,
    from: 10,
    to: 50,
    ...more,
  });

  /** The board in a picture, read from the middles of its cells. */
  const boardIn = (picture: Uint8Array): number[] =>
    Array.from({ length: 16 }, (_, cell) => {
      const [x, y] = cornerOf(layout, Math.floor(cell / 4), cell % 4);
      const middle = Math.floor(layout.cell / 2);
      return picture[(head + y + middle) * layout.width + x + middle]!;
    });

  it.each([true, false])('shows each board of the stretch in turn; tiles slide: %s', (slides) => {
    const { frames, width, height } = decodeGif(makeGif(job({ timing: { delay: 25, slides } })));
    const picture = new Uint8Array(width * height);
    const seen: number[][] = [];
    const delays: number[] = [];
    for (const frame of frames) {
      for (let y = 0; y < frame.height; y++)
        picture.set(frame.pixels.subarray(y * frame.width, (y + 1) * frame.width), (frame.y + y) * width + frame.x);
      // Frames in between are short.
      if (frame.delay > 3) seen.push(boardIn(picture));
      delays.push(frame.delay);
    }
    expect(seen).toEqual(boards.slice(10, 51));
    const total = delays.reduce((sum, delay) => sum + delay, 0);
    // The first and the last board stay longer.
    expect(total).toBe(60 + 39 * 25 + 200 + (slides ? 6 : 0));
    expect(frames.length).toBe(1 + (slides ? 3 : 1) * 40);
  });

  it('is about as large as estimated, and reports its progress', () => {
    const shares: number[] = [];
    const { length } = makeGif(job(), (share) => shares.push(share));
    expect(shares).toHaveLength(40);
    expect(shares.at(-1)).toBe(1);
    expect(estimateGif(job()) / length).toBeGreaterThan(0.8);
    expect(estimateGif(job()) / length).toBeLessThan(1.25);
  });

  it('of the first moves begins with the start', () => {
    const { frames } = decodeGif(makeGif(job({ from: 0, to: 1 })));
    expect(boardIn(frames[0]!.pixels)).toEqual(boards[0]);
  });
});
