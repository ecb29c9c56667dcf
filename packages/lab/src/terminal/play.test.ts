// Games in the terminal, played through streams: keys go in, and what the screen then shows comes out.

import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  InputError,
  parseBoard,
  parseGame,
  printBoard,
  Random,
  readRecord,
  replay,
  Timeline,
  writeRecord,
} from 'afterstate';
import type { Choice, GameRecord, State } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { paint } from './colour.ts';
import { playOwnGame } from './own-game.ts';
import { watchGames } from './watched-game.ts';

const ENTER_SCREEN = '\x1b[?1049h';
const LEAVE_SCREEN = '\x1b[?25h\x1b[?1049l';

/** A terminal: what was written to it, and what it shows now. */
function terminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  let written = '';
  output.on('data', (chunk: Buffer) => (written += chunk.toString()));
  return {
    input,
    output,
    written: () => written,
    screen: () =>
      written
        .slice(written.lastIndexOf('\x1b[H') + 3)
        // oxlint-disable-next-line no-control-regex
        .replaceAll(/\x1b\[[?\d;]*[a-zA-Z]/g, ''),
    async press(...keys: string[]): Promise<void> {
      for (const key of keys) {
        input.write(key);
        await sleep(5);
      }
    },
  };
}

/** The board that a screen in boxes shows, in board notation. */
function boardOn(screen: string): string {
  const rows = screen.split('\n').filter((line) => line.startsWith('│'));
  return rows
    .map((row) =>
      row
        .split('│')
        .slice(1, 5)
        .map((cell) => cell.trim().replace('·', '0'))
        .join(','),
    )
    .join('/');
}

const UP = '\x1b[A';
const LEFT = '\x1b[D';

describe('a game of one’s own', () => {
  const game = parseGame('2048');
  const start = parseBoard('2,2,0,0/0,0,0,0/0,0,0,0/4,0,0,4', game);
  const hint = (): Promise<{ by: string; choice: Choice }> => Promise.reject(new Error('nobody was to be asked'));

  function begin(more: { seed?: number; start?: State; hint?: typeof hint; game?: typeof game } = {}) {
    const screen = terminal();
    const options = {
      game,
      seed: 1,
      start,
      hint,
      input: screen.input,
      output: screen.output,
      paint: paint(false),
      ...more,
    };
    const records: Promise<GameRecord[]> = playOwnGame(options);
    return { ...screen, records };
  }

  test('shows the board, moves it by arrows, WASD and HJKL, and restores the terminal', async () => {
    for (const key of [LEFT, '\x1bOD', 'a', 'h', 'A']) {
      const { press, screen, written, records } = begin();
      expect(boardOn(screen())).toBe(printBoard(start, game));
      await press(key);
      expect(screen()).toContain('score  12');
      expect(screen()).toContain('moves  1');
      expect(boardOn(screen())).toMatch(/^4,/);
      await press('q');
      const [record] = await records;
      expect(record).toMatchObject({ score: 12, moves: 1, player: 'human' });
      expect(written().startsWith(ENTER_SCREEN)).toBe(true);
      expect(written().endsWith(LEAVE_SCREEN)).toBe(true);
    }
  });

  test('undoes to the very start and redoes the same spawns', async () => {
    const { press, screen, records } = begin();
    const boards = [boardOn(screen())];
    for (const key of [LEFT, UP, LEFT, UP]) {
      await press(key);
      boards.push(boardOn(screen()));
    }
    for (let i = 3; i >= 0; i--) {
      await press('u');
      expect(boardOn(screen())).toBe(boards[i]);
    }
    await press('u');
    expect(screen()).toContain('nothing to undo');
    for (let i = 1; i <= 4; i++) {
      await press('r');
      expect(boardOn(screen())).toBe(boards[i]);
    }
    await press('r');
    expect(screen()).toContain('nothing to redo');
    await press('q');
    const [record] = await records;
    expect(record!.moves).toBe(4);
    // Undo and redo leave a record that the rules accept.
    expect(readRecord(writeRecord(record!))).toEqual(record);
  });

  test('reports a move that moves nothing, and does not count it', async () => {
    const { press, screen, records } = begin({ start: parseBoard('2,0,0,0/4,0,0,0/2,0,0,0/4,0,0,0', game) });
    await press(LEFT);
    expect(screen()).toContain('left moves nothing');
    expect(screen()).toContain('moves  0');
    await press('q');
    expect(await records).toEqual([]);
  });

  test('shows a hint: the best move and the value of each', async () => {
    const choice: Choice = {
      best: 'left',
      moves: [
        { move: 'up', value: 10.5, gain: 0 },
        { move: 'left', value: 12, gain: 12 },
      ],
    };
    const { press, screen, records } = begin({ hint: async () => ({ by: 'someone', choice }) });
    await press('?');
    expect(screen()).toContain('hint by someone');
    expect(screen()).toContain('← left    12  best');
    expect(screen()).toMatch(/↑ up    10\.5 {2}−1\.500/);
    await press(LEFT);
    expect(screen()).not.toContain('hint by');
    await press('q');
    await records;
  });

  test('continues when a hint fails, with a line that says why', async () => {
    const { press, screen, records } = begin({ hint: () => Promise.reject(new InputError("unknown player 'nobody'")) });
    await press('?');
    expect(screen()).toContain("unknown player 'nobody'");
    await press(LEFT, 'q');
    expect(await records).toHaveLength(1);
  });

  test('n starts the next game of the seed, and both are recorded', async () => {
    const { press, screen, records } = begin();
    await press(LEFT, 'n');
    expect(boardOn(screen())).toBe(printBoard(game.start(Random.forGame(1, 1)), game));
    await press(LEFT, UP, LEFT, UP, 'q');
    const played = await records;
    expect(played.map(({ gameNumber }) => gameNumber)).toEqual([0, 1]);
    for (const record of played) expect([...replay(record)]).toHaveLength(record.moves);
  });

  test('says that the game is over, and an undo brings it back', async () => {
    const { press, screen, records } = begin({ start: parseBoard('2,4,2,4/4,2,4,2/2,4,2,4/4,2,8,8', game), seed: 3 });
    await press(LEFT);
    // One cell was left, at the end of the last row: any tile there but a 4 that meets the 2 or the 16 ends the game.
    const over = game.isOver(parseBoard(boardOn(screen()), game));
    expect(screen().includes('Game over.')).toBe(over);
    await press('u');
    expect(screen()).not.toContain('Game over.');
    await press('q');
    await records;
  });

  test('shows the tile that comes next in Threes', async () => {
    const threes = parseGame('threes');
    const { press, screen, records } = begin({
      game: threes,
      start: parseBoard('3,0,0,0/0,0,0,0/0,0,0,0/0,0,0,1 next=2', threes),
    });
    expect(screen()).toContain('next   2');
    await press('q');
    await records;
  });

  test('ends when the keys end, and keys that come in pieces are one key', async () => {
    const { input, press, screen, records } = begin();
    await press('\x1b', '[', 'D');
    expect(screen()).toContain('moves  1');
    await press('\x1b[15~');
    expect(screen()).toContain('moves  1');
    input.end();
    expect(await records).toHaveLength(1);
  });
});

describe('a watched game', () => {
  const game = parseGame('2048');

  /** A game played by the rules: always the first legal move. */
  function watched(seed: number) {
    const random = Random.forGame(seed, 0);
    const timeline = new Timeline(game, game.start(random));
    return {
      timeline,
      title: 'first legal move',
      async advance() {
        const [move] = timeline.isOver ? [] : game.legalMoves(timeline.position.state);
        if (!move) return undefined;
        timeline.play(move, random);
        return { choice: undefined };
      },
    };
  }

  test('pauses, steps by single moves, and leaves', async () => {
    const { press, input, output, screen, written } = terminal();
    const current = watched(1);
    let left = 0;
    const watching = watchGames({
      nextGame: () => current,
      speed: 20,
      input,
      output,
      paint: paint(false),
      onGame: () => left++,
    });
    await expect.poll(() => current.timeline.moves).toBeGreaterThan(1);
    await press(' ');
    expect(screen()).toContain('paused');
    await sleep(60);
    const { moves } = current.timeline;
    await sleep(120);
    expect(current.timeline.moves).toBe(moves);
    await press('.', '.');
    expect(current.timeline.moves).toBe(moves + 2);
    expect(boardOn(screen())).toBe(printBoard(current.timeline.position.state, game));
    await press('q');
    await watching;
    expect(left).toBe(1);
    expect(written().endsWith(LEAVE_SCREEN)).toBe(true);
  });

  test('fits a terminal of 30 by 10, and one that grows', async () => {
    const { press, input, output, written, screen } = terminal();
    Object.assign(output, { columns: 30, rows: 10 });
    const watching = watchGames({ nextGame: () => watched(2), speed: 1, input, output, paint: paint(true) });
    await press('.', '.');
    const lines = screen().split('\r\n');
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines.filter((line) => line.length > 30)).toEqual([]);
    expect(screen()).toContain('score ');
    expect(screen()).toContain('q quit');
    Object.assign(output, { columns: 80, rows: 24 });
    output.emit('resize');
    await sleep(5);
    expect(written()).toContain('\x1b[2J');
    expect(screen()).toContain('+ faster · - slower');
    await press('q');
    await watching;
  });

  test('gets faster by + and slower by -', async () => {
    const { press, input, output, screen } = terminal();
    const watching = watchGames({ nextGame: () => watched(2), speed: 1, input, output, paint: paint(false) });
    await press('+', '+', '+');
    await expect.poll(screen).toContain('8 moves/s');
    await press('-');
    await expect.poll(screen).toContain('4 moves/s');
    await press('q');
    await watching;
  });

  test('says when the game is over, and n shows the next until there is none', async () => {
    const { press, input, output, screen } = terminal();
    const games = [watched(1), watched(2)];
    const [first, second] = [...games];
    const watching = watchGames({ nextGame: () => games.shift(), speed: 1000, input, output, paint: paint(false) });
    while (!first!.timeline.isOver) await sleep(20);
    await expect.poll(screen).toContain('Game over.');
    await press('n');
    while (!second!.timeline.isOver) await sleep(20);
    await press('n');
    await watching;
  });
});
