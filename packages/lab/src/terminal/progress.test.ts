import { describe, expect, test } from 'vitest';
import { paintFor } from './colour.ts';
import { bar, condense, sparkline } from './curves.ts';
import { growingTable } from './growing-table.ts';
import { progressLine } from './progress.ts';
import { decimal, duration, percent, rate, table } from './table.ts';

function stream(isTTY: boolean) {
  const writes: string[] = [];
  return {
    writes,
    stream: { isTTY, columns: 200, write: (text: string) => writes.push(text) } as unknown as NodeJS.WriteStream,
  };
}

describe('the progress line', () => {
  test('comes after a second, with rate and time left, and goes away', () => {
    const { writes, stream: stderr } = stream(true);
    let time = 0;
    const progress = progressLine({ total: 1000, unit: 'games', stream: stderr, now: () => time });
    time = 900;
    progress.update(90);
    expect(writes).toEqual([]);
    time = 2000;
    progress.update(250);
    expect(writes).toHaveLength(1);
    expect(writes[0]).toContain('250/1,000 games');
    expect(writes[0]).toContain('125 games/s');
    expect(writes[0]).toContain('6.0 s left');
    progress.clear();
    expect(writes.at(-1)).toBe('\r\x1b[K');
  });

  test('is drawn at most ten times per second, and never if stderr is not a terminal', () => {
    const { writes, stream: stderr } = stream(true);
    let time = 0;
    const progress = progressLine({ total: 1000, unit: 'games', stream: stderr, now: () => time });
    for (time = 1000; time < 2000; time += 10) progress.update(time / 10);
    expect(writes).toHaveLength(10);

    const piped = stream(false);
    let later = 0;
    const silent = progressLine({ total: 1000, unit: 'games', stream: piped.stream, now: () => (later += 5000) });
    silent.update(10);
    silent.clear();
    expect(piped.writes).toEqual([]);
  });
});

describe('a table that grows', () => {
  test('wipes the status line before each of its own, and draws it again afterwards', () => {
    const { writes, stream: stdout } = stream(true);
    const shown = growingTable('a training', stdout);
    expect(writes.join('')).toContain('a training');
    writes.length = 0;
    shown.draw(() => ['one', '', 'two']);
    shown.draw(() => ['too soon']);
    shown.print('a row');
    shown.draw(() => ['x'.repeat(300)]);
    shown.clear();
    expect(writes).toEqual(['\rone  two\x1b[K', '\r\x1b[K', 'a row\n', `\r${'x'.repeat(199)}\x1b[K`, '\r\x1b[K']);
  });

  test('is only its lines where it is piped', () => {
    const { writes, stream: stdout } = stream(false);
    const shown = growingTable('a training', stdout);
    shown.printQuiet('heading');
    shown.draw(() => ['one']);
    shown.print('a row');
    shown.clear();
    expect(writes).toEqual(['a training\n', 'heading\n', 'a row\n']);
  });
});

describe('text', () => {
  test('bars fill their width by eighths', () => {
    expect(bar(0.5, 4)).toBe('██  ');
    expect(bar(1 / 32, 4)).toBe('▏   ');
    expect(bar(2, 3)).toBe('███');
    expect(sparkline([0, 1, 8, 4])).toBe('▁▁█▄');
    expect(condense([1, 3, 5, 7, 9, 11], 3)).toEqual([2, 6, 10]);
    expect(condense([1, 3], 3)).toEqual([1, 3]);
  });

  test('numbers are written as people read them', () => {
    expect([
      decimal(1234567.25, 1),
      percent(0.12345),
      percent(0.00012),
      rate(41_954_011),
      rate(12_345),
      rate(3.21),
    ]).toEqual(['1,234,567.3', '12.35%', '0.0120%', '42.0M', '12.3k', '3.2']);
    expect([0.42, 5.04, 59.4, 185, 7385].map(duration)).toEqual(['0.42 s', '5.0 s', '59 s', '3:05', '2:03:05']);
  });

  test('columns are aligned', () => {
    expect(
      table(
        [
          ['a', 'n'],
          ['long', '10'],
        ],
        ['left', 'right'],
      ),
    ).toEqual(['a      n', 'long  10']);
  });

  test('NO_COLOR and a pipe give no colours', () => {
    expect(paintFor({ isTTY: true }, {}).bold('x')).toBe('\x1b[1mx\x1b[0m');
    expect(paintFor({ isTTY: true }, { NO_COLOR: '1' }).bold('x')).toBe('x');
    expect(paintFor({}, {}).bold('x')).toBe('x');
  });
});
