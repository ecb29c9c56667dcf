// The progress line: one line on stderr, redrawn in place, once something has taken longer than a second; none if stderr is not a
// terminal. It disappears when the work is done.

import { bar } from './curves.ts';
import { decimal, duration, rate } from './table.ts';

export interface Progress {
  /** How much is done; `extra` follows it, such as a rate of moves. */
  update(done: number, extra?: string): void;
  /** Removes the line; the next update draws it again. */
  clear(): void;
}

export interface ProgressOptions {
  readonly total: number;
  /** What is counted, in the plural: games. */
  readonly unit: string;
  readonly label?: string;
  readonly stream?: NodeJS.WriteStream;
  /** Milliseconds, from any origin. */
  readonly now?: () => number;
}

const PATIENCE = 1000;
const INTERVAL = 100;

export function progressLine({
  total,
  unit,
  label,
  stream = process.stderr,
  now = () => performance.now(),
}: ProgressOptions): Progress {
  if (!stream.isTTY) return { update: () => {}, clear: () => {} };
  const start = now();
  let drawn = -Infinity;
  let visible = false;
  return {
    update(done, extra) {
      const time = now();
      if (time - start < PATIENCE || time - drawn < INTERVAL) return;
      drawn = time;
      visible = true;
      const seconds = (time - start) / 1000;
      const perSecond = done / seconds;
      const left = done > 0 ? `${duration((total - done) / perSecond)} left` : '';
      const parts = [
        label,
        `${bar(done / total, 20)} ${decimal(done)}/${decimal(total)} ${unit}`,
        `${rate(perSecond)} ${unit}/s`,
        extra,
        left,
      ];
      const text = parts.filter(Boolean).join('  ');
      stream.write(`\r${text.slice(0, (stream.columns || 80) - 4)}\x1b[K`);
    },
    clear() {
      if (visible) stream.write('\r\x1b[K');
      visible = false;
    },
  };
}
