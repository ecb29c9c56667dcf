// A full-screen picture on the terminal's alternate screen. Frames are drawn over one another, line by line and in
// one write, so that nothing flickers; leaving gives the terminal back as it was, however the process ends.

import type { Writable } from 'node:stream';

/** Where frames are drawn: stdout, or any stream in a test. */
export type ScreenTarget = Writable & { isTTY?: boolean; rows?: number };

export interface Screen {
  draw(lines: readonly string[]): void;
  close(): void;
}

const ENTER = '\x1b[?1049h\x1b[?25l\x1b[2J';
const LEAVE = '\x1b[?25h\x1b[?1049l';
/** Terminals that know it show nothing between the two; others pass it over. */
const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';

export function openScreen(target: ScreenTarget): Screen {
  let shown = '';
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    process.off('exit', close);
    target.off('resize', redraw);
    target.write(LEAVE);
  };
  const redraw = (): void => {
    target.write(`\x1b[2J${shown}`);
  };
  target.write(ENTER);
  process.on('exit', close);
  target.on('resize', redraw);
  return {
    draw(lines) {
      const fitting = target.rows ? lines.slice(0, target.rows) : lines;
      const frame = `${BEGIN}\x1b[H${fitting.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J${END}`;
      if (open && frame !== shown) target.write((shown = frame));
    },
    close,
  };
}
