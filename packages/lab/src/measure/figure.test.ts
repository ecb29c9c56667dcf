// Figures: what is drawn stands where its numbers say, and the file is well-formed.

import { describe, expect, test } from 'vitest';
import type { Figure } from './figure.ts';
import { drawFigure, scaleOf } from './figure.ts';

describe('an axis', () => {
  test('has round ticks that hold all values', () => {
    const { ticks, at } = scaleOf({ label: '', fromZero: true }, [312, 11_300]);
    expect(ticks).toEqual([0, 5000, 10_000, 15_000]);
    expect([at(0), at(7500), at(15_000)]).toEqual([0, 0.5, 1]);
  });

  test('of whole numbers has no others', () => {
    expect(scaleOf({ label: '', fromZero: true, whole: true }, [1, 2]).ticks).toEqual([0, 1, 2]);
    expect(scaleOf({ label: '', fromZero: true }, [1, 2]).ticks).toContain(0.5);
  });

  test('that is logarithmic has powers of ten, and refuses 0', () => {
    const { ticks, at } = scaleOf({ label: '', scale: 'log' }, [4, 800]);
    expect(ticks).toEqual([1, 10, 100, 1000]);
    expect(at(10)).toBeCloseTo(1 / 3);
    expect(() => scaleOf({ label: '', scale: 'log' }, [0, 1])).toThrow('logarithmic');
  });

  test('over one value still has a length', () => {
    const { at } = scaleOf({ label: '' }, [7, 7]);
    expect(at(7)).toBe(0.5);
  });
});

const FIGURE: Figure = {
  title: 'a < b & "c"',
  x: { label: 'games', fromZero: true },
  y: { label: 'score', fromZero: true },
  series: [
    {
      name: 'first',
      points: [
        { x: 0, y: 0 },
        { x: 100, y: 50, interval: [40, 60] },
      ],
    },
    { name: 'second', points: [{ x: 50, y: 100, label: '4x6' }], draw: 'points' },
  ],
};

test('a figure has its points, intervals, labels and legend where they belong, and is the same each time', () => {
  const svg = drawFigure(FIGURE);
  expect(drawFigure(FIGURE)).toBe(svg);
  expect(svg).toContain('<title>a &lt; b &amp; &quot;c&quot;</title>');
  // The plot is 470 wide from 76 and 340 high from 384 upwards.
  expect(svg).toContain('d="M76 384L546 214"');
  expect(svg).toContain('<line x1="546" y1="248" x2="546" y2="180" stroke="#0072b2"/>');
  expect(svg).toContain('<circle cx="311" cy="44" r="3.5" fill="#d55e00"/>');
  expect(svg).toContain('>4x6</text>');
  expect(svg).toContain('>second</text>');
  // One path: points that stand by themselves are not joined.
  expect(svg.match(/<path/g)).toHaveLength(1);
  const open = svg.match(/<(svg|title|text|path|rect|line|circle|polygon)\b/g)!.length;
  const closed = svg.match(/\/>|<\/(svg|title|text)>/g)!.length;
  expect(closed).toBe(open);
});

test('the legend shows what a series is drawn with', () => {
  const legendOf = (svg: string, name: string): string => svg.split(`>${name}</text>`)[0]!.split('\n').at(-2)!;
  const points = [{ x: 1, y: 1 }];
  const svg = drawFigure({
    ...FIGURE,
    series: [
      { name: 'joined', points },
      { name: 'apart', points, draw: 'points' },
      { name: 'theirs', points, draw: 'points', isPublished: true },
    ],
  });
  expect(legendOf(svg, 'joined')).toMatch(/^<line .*stroke="#0072b2"/);
  expect(legendOf(svg, 'apart')).toMatch(/^<circle .*fill="#d55e00"/);
  expect(legendOf(svg, 'theirs')).toMatch(/^<circle .*fill="#fff" stroke="#767676"/);
});

test('words below the axis are level where they fit, and slanted within the picture where they do not', () => {
  const named = (words: readonly string[]): string =>
    drawFigure({
      ...FIGURE,
      x: { label: '', names: Object.fromEntries(words.map((word, i) => [i + 1, word])) },
      series: [{ points: words.map((_, i) => ({ x: i + 1, y: 1 })) }],
    });
  const word = '17×4-tuples, TD (Szubert & Jaśkowski)';
  expect(named([word, word])).not.toContain('rotate(-40)');
  const svg = named(Array.from({ length: 8 }, () => word));
  const [, x, y] = /translate\(([\d.]+) ([\d.]+)\) rotate\(-40\)/.exec(svg)!.map(Number);
  const [, , height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)!.map(Number);
  // Letters of 6 at 40 degrees.
  expect(x! - 0.766 * 6 * word.length).toBeGreaterThan(0);
  expect(y! + 0.643 * 6 * word.length).toBeLessThan(height!);
});

test('many points are a line with a band, without a legend for one series', () => {
  const points = Array.from({ length: 60 }, (_, x) => ({ x, y: x, interval: [x - 1, x + 1] as const }));
  const svg = drawFigure({ ...FIGURE, series: [{ name: 'only', points }] });
  expect(svg).toContain('<polygon');
  expect(svg).not.toContain('<circle');
  expect(svg).not.toContain('>only<');
});

test('a figure without points is an error', () => {
  expect(() => drawFigure({ ...FIGURE, series: [] })).toThrow('needs points');
});
