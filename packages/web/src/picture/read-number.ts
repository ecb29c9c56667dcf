// Which number stands on a tile. A board has few numbers, so each is drawn whole in a few fonts, brought to one size and compared with
// what is seen. Reading digit by digit was refused: in small and compressed pictures they touch.

/** How much of each point of a number is ink, 0 to 1, row by row; and its ratio of width to height before it was brought to this size. */
export interface Shape {
  readonly ink: Float32Array;
  readonly aspect: number;
}

const WIDTH = 40;
const HEIGHT = 20;

/** The first and the last line with more than specks of ink: compression leaves some at edges. */
function extent(counts: readonly number[], across: number): readonly [number, number] {
  const least = Math.max(1, 0.05 * across);
  return [counts.findIndex((count) => count >= least), counts.findLastIndex((count) => count >= least)];
}

/** The ink of a number within a picture of `width` points per row, or undefined if there is none. `ink` of each point is 0 to 1. */
export function shapeOf(ink: Float32Array, width: number, height: number): Shape | undefined {
  const zeros = (length: number): number[] => Array.from({ length }, () => 0);
  const [inColumn, inRow] = [zeros(width), zeros(height)];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (ink[width * y + x]! > 0.4) {
        inColumn[x]!++;
        inRow[y]!++;
      }
  const [top, bottom] = extent(inRow, 0);
  if (top < 0) return undefined;
  const [left, right] = extent(inColumn, bottom + 1 - top);
  if (left < 0) return undefined;
  const [across, down] = [right + 1 - left, bottom + 1 - top];
  const scaled = new Float32Array(WIDTH * HEIGHT);
  for (let v = 0; v < HEIGHT; v++)
    for (let u = 0; u < WIDTH; u++) {
      const box = [left + (u * across) / WIDTH, top + (v * down) / HEIGHT] as const;
      scaled[WIDTH * v + u] = mean(ink, width, box, [across / WIDTH, down / HEIGHT]);
    }
  return { ink: scaled, aspect: across / down };
}

/** The mean over a box whose edges may cut through points. */
function mean(
  ink: Float32Array,
  width: number,
  [x, y]: readonly [number, number],
  [across, down]: readonly [number, number],
): number {
  let sum = 0;
  for (let row = Math.floor(y); row < Math.ceil(y + down - 1e-6); row++) {
    const high = Math.min(row + 1, y + down) - Math.max(row, y);
    for (let column = Math.floor(x); column < Math.ceil(x + across - 1e-6); column++) {
      const wide = Math.min(column + 1, x + across) - Math.max(column, x);
      sum += high * wide * (ink[width * row + column] ?? 0);
    }
  }
  return sum / (across * down);
}

/** The fonts of the classic page and of common systems; the browser replaces a missing one. */
const FONTS = [
  '700 % system-ui, sans-serif',
  '700 % "Clear Sans", "Helvetica Neue", Arial, sans-serif',
  '700 % Verdana, "DejaVu Sans", sans-serif',
  '700 % "Trebuchet MS", "Open Sans", sans-serif',
  '400 % "Helvetica Neue", Arial, sans-serif',
  '700 % Georgia, serif',
];

const SIZE = 48;
const drawn = new Map<string, readonly Shape[]>();

/** A text in each of the fonts. */
function drawnShapes(text: string): readonly Shape[] {
  let shapes = drawn.get(text);
  if (!shapes) {
    const [width, height] = [SIZE * (text.length + 1), 2 * SIZE];
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
    shapes = FONTS.map((font) => {
      context.clearRect(0, 0, width, height);
      context.font = font.replace('%', `${SIZE}px`);
      context.fillText(text, SIZE / 2, 1.5 * SIZE);
      const { data } = context.getImageData(0, 0, width, height);
      const ink = Float32Array.from({ length: width * height }, (_, i) => data[4 * i + 3]! / 255);
      return shapeOf(ink, width, height)!;
    });
    drawn.set(text, shapes);
  }
  return shapes;
}

/** How much what is seen resembles a number: 1 if they are the same, about 0 if they have nothing in common. */
export function likeness(seen: Shape, number: number): number {
  return Math.max(
    ...drawnShapes(String(number)).map(
      (shape) => correlation(seen.ink, shape.ink) - 0.5 * Math.abs(Math.log(seen.aspect / shape.aspect)),
    ),
  );
}

function correlation(a: Float32Array, b: Float32Array): number {
  const average = (points: Float32Array): number => points.reduce((sum, point) => sum + point, 0) / points.length;
  const [meanA, meanB] = [average(a), average(b)];
  let [both, ownA, ownB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]! - meanA, b[i]! - meanB];
    both += x * y;
    ownA += x * x;
    ownB += y * y;
  }
  return both / Math.sqrt(ownA * ownB || 1);
}
