// Games to watch: a player's, move by move as it chooses them, or recorded ones. The user can pause, step and set the speed. Like
// own-game.ts, it uses given streams, so that a test can press keys and read the screen.

import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { drawBoard } from 'afterstate';
import type { Choice, Timeline } from 'afterstate';
import type { Paint } from './colour.ts';
import { readKeys } from './keys.ts';
import type { KeySource } from './keys.ts';
import { openScreen } from './screen.ts';
import type { ScreenTarget } from './screen.ts';
import { decimal } from './table.ts';
import { beside, drawChoice, drawTiles, nextTile } from './tiles.ts';

/** Where the moves of one game come from. */
export interface WatchedGame {
  readonly timeline: Timeline;
  readonly title: string;
  /** Makes the next move on the timeline; undefined if the game is over or its player stops. */
  advance(): Promise<{ choice: Choice | undefined } | undefined>;
}

export interface WatchOptions {
  /** The next game to watch; undefined after the last. */
  readonly nextGame: () => WatchedGame | undefined;
  /** Moves per second. */
  readonly speed: number;
  readonly input: KeySource;
  readonly output: ScreenTarget;
  readonly paint: Paint;
  readonly signal?: AbortSignal | undefined;
  /** Called with each game when it ends or is left. */
  readonly onGame?: (game: WatchedGame) => void;
}

export const MAX_SPEED = 1000;
const MIN_SPEED = 0.125;
/** The eye cannot follow more frames per second than this. */
const FRAME = 1000 / 30;
const HELP = ['space pause · . one move · + faster · - slower', 'n next game · q quit'];

export async function watchGames(options: WatchOptions): Promise<void> {
  const { input, output, paint } = options;
  let { speed } = options;
  let current = options.nextGame();
  if (!current) return;
  let choice: Choice | undefined;
  let paused = false;
  let ended = false;
  let steps = 0;
  let left = false;
  let wantsNext = false;
  let drawn = -Infinity;
  let moved = -Infinity;
  /** Aborted by every key, so that any wait checks again. */
  let key = new AbortController();

  const screen = openScreen(output);
  const draw = (game: WatchedGame): void => {
    drawn = performance.now();
    const { state, score } = game.timeline.position;
    const status = ended
      ? paint.bold(game.timeline.isOver ? 'Game over.' : 'The player stops here.')
      : paused
        ? 'paused'
        : `${speed} moves/s`;
    const panel = [
      paint.bold(game.title),
      paint.dim(game.timeline.game.spec),
      `score  ${paint.bold(decimal(score))}`,
      `moves  ${decimal(game.timeline.moves)}`,
      ...(state.next === undefined ? [] : [`next   ${paint.bold(nextTile(state.next))}`]),
      status,
      '',
      ...(choice && !ended ? [paint.dim('the last choice'), ...drawChoice(choice, paint)] : []),
    ];
    screen.draw(
      [
        '',
        ...beside(
          drawTiles(state, game.timeline.game, paint, game.timeline.lastPly?.spawn.cell),
          panel,
          game.timeline.game.columns,
        ),
        '',
        ...HELP.map((line) => paint.dim(line)),
      ],
      [
        paint.bold(game.title),
        ...drawBoard(state, game.timeline.game).split('\n'),
        `score ${paint.bold(decimal(score))}  ${status}`,
        paint.dim('space pause · n next · q quit'),
      ],
    );
  };

  const onKey = (name: string): void => {
    if (name === 'q' || name === 'ctrl-c' || name === 'ctrl-d') left = true;
    else if (name === 'space') paused = !paused;
    else if (name === '.') {
      paused = true;
      steps++;
    } else if (name === '+' || name === '=') speed = Math.min(MAX_SPEED, speed * 2);
    else if (name === '-' || name === '_') speed = Math.max(MIN_SPEED, speed / 2);
    else if (name === 'n') wantsNext = true;
    else return;
    if (current) draw(current);
    key.abort();
  };
  const wait = async (milliseconds: number | undefined): Promise<void> => {
    if (left || wantsNext) return;
    if (key.signal.aborted) key = new AbortController();
    // A long sleep keeps the process alive while it waits only for a key.
    await sleep(milliseconds ?? 2 ** 31 - 1, undefined, { signal: key.signal }).catch(() => {});
  };
  const leave = (): void => {
    left = true;
    key.abort();
  };

  const stopReading = readKeys(input, onKey);
  input.once('end', leave);
  options.signal?.addEventListener('abort', leave, { once: true });
  try {
    while (!left) {
      if (wantsNext) {
        wantsNext = false;
        options.onGame?.(current);
        const next = options.nextGame();
        if (!next) return;
        current = next;
        choice = undefined;
        ended = false;
      }
      if (ended || (paused && steps === 0)) {
        draw(current);
        await wait(undefined);
        continue;
      }
      // A key cuts the wait short, so recompute the rest of it at the current speed.
      const rest = moved + 1000 / speed - performance.now();
      if (steps === 0 && rest > 0) {
        await wait(rest);
        continue;
      }
      moved = performance.now();
      const made = await current.advance();
      if (steps > 0) steps--;
      if (made) choice = made.choice;
      else ended = true;
      if (performance.now() - drawn >= FRAME || paused) draw(current);
      // A player that answers at once must not block reading keys.
      await nextTurn();
    }
    options.onGame?.(current);
  } finally {
    input.off('end', leave);
    stopReading();
    screen.close();
  }
}
