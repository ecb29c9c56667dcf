// The display of a long training: a title, a table that grows line by line and, on a terminal, a live status line below it. The
// status line is cleared before the table gets its next line, and drawn at most ten times per second, however often a caller asks.

import { paintFor } from './colour.ts';

export interface GrowingTable {
  /** A line that stays. */
  print(text: string): void;
  /** A line that stays, less prominent: a heading, a note. */
  printQuiet(text: string): void;
  /** Draws the status line; empty parts are left out. */
  draw(parts: () => readonly string[]): void;
  /** Removes the status line. */
  clear(): void;
}

const INTERVAL_MS = 100;

export function growingTable(title: string, out: NodeJS.WriteStream): GrowingTable {
  const { bold, dim } = paintFor(out);
  let drawn = -Infinity;
  const clear = (): void => {
    if (out.isTTY) out.write('\r\x1b[K');
    drawn = -Infinity;
  };
  const print = (text: string): void => {
    clear();
    out.write(`${text}\n`);
  };
  out.write(`${bold(title)}\n`);
  return {
    print,
    printQuiet: (text) => print(dim(text)),
    draw(parts) {
      const now = performance.now();
      if (!out.isTTY || now - drawn < INTERVAL_MS) return;
      drawn = now;
      const text = parts().filter(Boolean).join('  ');
      out.write(`\r${text.slice(0, (out.columns || 80) - 1)}\x1b[K`);
    },
    clear,
  };
}
