// A full-screen picture on the terminal's alternate screen. Each frame is drawn over the last, line by line and in one write, so
// that nothing flickers; the terminal is restored however the process ends.

import type { Writable } from 'node:stream';

/** Where frames are drawn: stdout, or any stream in a test. */
export type ScreenTarget = Writable & { isTTY?: boolean; rows?: number; columns?: number };

export interface Screen {
  /** Draws the picture, or the small one if it does not fit, cut to the size of the terminal. */
  draw(lines: readonly string[], small?: readonly string[]): void;
  close(): void;
}

const ENTER = '\x1b[?1049h\x1b[?25l\x1b[2J';
const LEAVE = '\x1b[?25h\x1b[?1049l';
/** Terminals that know these show nothing in between; others ignore them. */
const BEGIN = '\x1b[?2026h';
const END = '\x1b[?2026l';

/** Columns that a picture with a panel needs. */
const ROOMY = 52;

/** A line of at most this many characters; colour sequences take no room and are kept. */
export function cut(line: string, columns: number): string {
  let room = columns;
  // oxlint-disable-next-line no-control-regex
  return line.replaceAll(/\x1b\[[\d;]*m|[^]/gu, (part) => (part.length > 2 || room-- > 0 ? part : ''));
}

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
  let last: { lines: readonly string[]; small: readonly string[] | undefined } = { lines: [], small: undefined };
  const draw = ({ lines, small }: typeof last): void => {
    const { rows = Infinity, columns = Infinity } = target;
    const chosen = small && (lines.length > rows || columns < ROOMY) ? small : lines;
    const fitting = chosen.slice(0, rows).map((line) => cut(line, columns));
    const frame = `${BEGIN}\x1b[H${fitting.map((line) => `${line}\x1b[K`).join('\r\n')}\x1b[J${END}`;
    if (open && frame !== shown) target.write((shown = frame));
  };
  const redraw = (): void => {
    target.write('\x1b[2J');
    shown = '';
    draw(last);
  };
  target.write(ENTER);
  process.on('exit', close);
  target.on('resize', redraw);
  return {
    draw(lines, small) {
      draw((last = { lines, small }));
    },
    close,
  };
}
