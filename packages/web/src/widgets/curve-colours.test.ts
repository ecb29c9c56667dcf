// Curves can be told apart, and their names read, in both themes.

import { describe, expect, test } from 'vitest';
import { CURVE_COLOURS, curveColour } from './curve-colours.ts';

type Rgb = readonly [number, number, number];

const rgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;

const luminance = ([r, g, b]: Rgb): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(rgb(a)), luminance(rgb(b))].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

/** A colour's place in OKLab. */
function oklab(hex: string): Rgb {
  const [r, g, b] = rgb(hex);
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt) as unknown as Rgb;
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const GROUNDS = { light: '#faf7f2', dark: '#181614' } as const;

describe.each(['light', 'dark'] as const)('in the %s theme', (tone) => {
  const colours = Array.from({ length: CURVE_COLOURS }, (_, i) => curveColour(i)[tone]);

  test('the name of every curve has the contrast of text', () => {
    for (const colour of colours) expect(contrast(colour, GROUNDS[tone]), colour).toBeGreaterThanOrEqual(4.5);
  });

  test('no two of five neighbours look alike', () => {
    colours.forEach((a, i) => {
      for (let by = 1; by < 5; by++) {
        const b = colours[(i + by) % colours.length]!;
        const [x, y] = [oklab(a), oklab(b)];
        expect(Math.hypot(...x.map((value, axis) => value - y[axis]!)), `${a} ${b}`).toBeGreaterThan(0.08);
      }
    });
  });
});
