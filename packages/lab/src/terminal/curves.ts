// Numbers drawn with text: bars and sparklines of eighths of a character.

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];
const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** A bar that fills a fraction of the width, padded to the width. */
export function bar(fraction: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, fraction)) * width * 8);
  return ('█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7]!).padEnd(width);
}

/** One character per value, from the lowest block for 0 to the full one for the largest. */
export function sparkline(values: readonly number[]): string {
  const top = Math.max(...values, Number.MIN_VALUE);
  return values.map((value) => HEIGHTS[Math.max(0, Math.min(7, Math.ceil((value / top) * 8) - 1))]!).join('');
}

/** At most this many values, each the mean of its share of the given ones. */
export function condense(values: readonly number[], most: number): number[] {
  if (values.length <= most) return [...values];
  return Array.from({ length: most }, (_, i) => {
    const part = values.slice(Math.floor((i * values.length) / most), Math.floor(((i + 1) * values.length) / most));
    return part.reduce((sum, value) => sum + value, 0) / part.length;
  });
}
