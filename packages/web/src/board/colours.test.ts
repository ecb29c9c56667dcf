import { parseGame } from 'afterstate';
import { describe, expect, it } from 'vitest';
import { TILE_COLOURS, type Tone } from './colours.ts';

type Rgb = [number, number, number];

function linear(hex: string): Rgb {
  const channel = (at: number): number => {
    const c = parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** As WCAG 2 defines it. */
function contrast(a: string, b: string): number {
  const luminance = (hex: string): number => {
    const [r, g, bl] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl;
  };
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** In OKLab, where equal distances look equally far apart; 0.02 is just visible side by side. */
function distance(a: string, b: string): number {
  const lab = (hex: string): Rgb => {
    const [r, g, bl] = linear(hex);
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * bl);
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * bl);
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * bl);
    return [
      0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
      1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
      0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    ];
  };
  const [p, q] = [lab(a), lab(b)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

describe.each(['2048', 'threes'] as const)('the tiles of %s', (name) => {
  describe.each(['light', 'dark'] as const)('in the %s theme', (tone: Tone) => {
    const { tiles, cell } = TILE_COLOURS[name][tone];
    const game = parseGame(name);

    it('each have a colour, up to the largest', () => {
      expect(tiles.length).toBe(game.maxExponent);
    });

    it('carry numbers with a contrast of at least 4.5', () => {
      tiles.forEach(({ ground, ink }, i) =>
        expect(contrast(ground, ink), `${game.tile(i + 1)}`).toBeGreaterThanOrEqual(4.5),
      );
    });

    it('can all be told apart, and from an empty cell', () => {
      tiles.forEach(({ ground }, i) => {
        expect(distance(ground, cell), `${game.tile(i + 1)} and empty`).toBeGreaterThan(0.03);
        tiles
          .slice(0, i)
          .forEach((other, j) =>
            expect(distance(ground, other.ground), `${game.tile(i + 1)} and ${game.tile(j + 1)}`).toBeGreaterThan(
              0.035,
            ),
          );
      });
    });
  });
});
