// Labels stand at their usual place where it is free, and nowhere on each other while there is room.

import { Random } from 'afterstate';
import { uniform } from 'afterstate/measure';
import { expect, test } from 'vitest';
import type { Box, Labelled } from './figure-labels.ts';
import { placeLabels } from './figure-labels.ts';

const BOUNDS: Box = { left: 0, right: 500, top: 0, bottom: 400 };
const markerOf = ({ x, y }: Labelled): Box => ({ left: x - 4, right: x + 4, top: y - 4, bottom: y + 4 });

/** What the letters cover at least. */
function inked(label: Labelled, { x, y, anchor }: { x: number; y: number; anchor: string }): Box {
  const width = 6 * label.text.length;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - 9, bottom: y + 3 };
}

const meet = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

test('a label by itself stands to the right of its point, at the right edge to the left, and needs no line', () => {
  const [one, late] = placeLabels(
    [
      { x: 100, y: 100, text: '4x6' },
      { x: 490, y: 300, text: '8x6' },
    ],
    [],
    BOUNDS,
  );
  expect(one).toEqual({ x: 108, y: 94, anchor: 'start', isAway: false });
  expect(late).toEqual({ x: 482, y: 294, anchor: 'end', isAway: false });
});

test('labels of points that lie together cover neither each other nor the points, and lines lead to those further away', () => {
  let away = 0;
  for (let round = 0; round < 200; round++) {
    const random = Random.forGame(9, round);
    const labels = Array.from({ length: 6 }, (_, i): Labelled => ({
      x: 200 + 60 * uniform(random),
      y: 150 + 60 * uniform(random),
      text: 'x'.repeat(3 + 2 * i),
    }));
    const drawn = labels.map(markerOf);
    const placed = placeLabels(labels, drawn, BOUNDS);
    const boxes = placed.map((place, i) => inked(labels[i]!, place));
    for (const [i, box] of boxes.entries()) {
      expect(boxes.filter((other, j) => j !== i && meet(box, other))).toEqual([]);
      expect(drawn.filter((marker) => meet(box, marker))).toEqual([]);
    }
    away += placed.filter(({ isAway }) => isAway).length;
  }
  expect(away).toBeGreaterThan(0);
});
