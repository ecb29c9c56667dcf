// Keys of a terminal in raw mode, by name: `up`, `ctrl-c`, `escape`, or the character typed.

import type { Readable } from 'node:stream';

/** A stream of keys: stdin, or any stream in a test. */
export type KeySource = Readable & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };

const NAMED: Readonly<Record<string, string>> = {
  '\x1b[A': 'up',
  '\x1b[B': 'down',
  '\x1b[C': 'right',
  '\x1b[D': 'left',
  '\x1bOA': 'up',
  '\x1bOB': 'down',
  '\x1bOC': 'right',
  '\x1bOD': 'left',
  '\x03': 'ctrl-c',
  '\x04': 'ctrl-d',
  '\x1b': 'escape',
  '\r': 'enter',
  '\n': 'enter',
  ' ': 'space',
};

/** A whole escape sequence, a bare escape (or the beginning of a sequence), or one character. */
// oxlint-disable-next-line no-control-regex
const KEY = /\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|\x1b|[^]/gu;

/** After this long, an escape is the key itself and not the beginning of a sequence. */
const ESCAPE_DELAY = 50;

/** Calls back for every key until the returned function is called, which also restores the terminal. */
export function readKeys(source: KeySource, onKey: (key: string) => void): () => void {
  let held = '';
  let timer: NodeJS.Timeout | undefined;
  const take = (text: string): void => {
    for (const key of text.match(KEY) ?? []) {
      // Ignore a sequence without a name here (a function key), including its letters.
      if (key.length > 1 && !(key in NAMED) && key.startsWith('\x1b')) continue;
      onKey(NAMED[key] ?? key);
    }
  };
  const onData = (chunk: Buffer | string): void => {
    clearTimeout(timer);
    const text = held + chunk.toString();
    // oxlint-disable-next-line no-control-regex
    const cut = /\x1b(\[[0-9;]*|O)?$/.exec(text);
    held = cut ? cut[0] : '';
    take(cut ? text.slice(0, cut.index) : text);
    if (held) {
      timer = setTimeout(() => {
        const rest = held;
        held = '';
        if (rest === '\x1b') take(rest);
      }, ESCAPE_DELAY);
    }
  };
  source.setRawMode?.(true);
  source.on('data', onData);
  source.resume();
  return () => {
    clearTimeout(timer);
    source.off('data', onData);
    source.setRawMode?.(false);
    source.pause();
  };
}
