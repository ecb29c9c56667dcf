// A histogram: bars of equal width between round numbers.

import { axisNumber, count } from '../shell/numbers.ts';

const MOST_BARS = 20;

interface HistogramProps {
  readonly title: string;
  readonly values: readonly number[];
}

export interface Bins {
  /** Where the first bar begins, and how wide each is. */
  readonly from: number;
  readonly width: number;
  readonly counts: readonly number[];
}

/** At most this many bars, each 1, 2 or 5 times a power of ten wide, with whole numbers at their ends. */
export function binsOf(values: readonly number[], most = MOST_BARS): Bins {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  for (let power = 0; ; power++)
    for (const digit of [1, 2, 5]) {
      const width = digit * 10 ** power;
      const from = Math.floor(low / width) * width;
      const bars = Math.floor((high - from) / width) + 1;
      if (bars > most) continue;
      const counts = Array.from({ length: bars }, () => 0);
      for (const value of values) counts[Math.floor((value - from) / width)]!++;
      return { from, width, counts };
    }
}

export function Histogram({ title, values }: HistogramProps) {
  const { from, width, counts } = binsOf(values);
  const highest = Math.max(...counts);
  const fullest = from + counts.indexOf(highest) * width;
  const to = from + counts.length * width;
  return (
    <figure class="histogram">
      <figcaption>{title}</figcaption>
      <div
        class="bars"
        role="img"
        aria-label={`From ${count(from)} to ${count(to)}; most, ${count(highest)}, between ${count(fullest)} and ${count(fullest + width)}`}
      >
        {counts.map((number, i) => (
          <i
            key={i}
            style={{ height: `${(100 * number) / highest}%` }}
            title={`${count(from + i * width)} to ${count(from + (i + 1) * width)}: ${count(number)}`}
          />
        ))}
      </div>
      <div class="ends" aria-hidden="true">
        <span>{axisNumber(from)}</span>
        <span>{axisNumber(to)}</span>
      </div>
    </figure>
  );
}
