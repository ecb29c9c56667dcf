// Auto-run: the chosen player plays on the board in view. At a pace that the eye can follow, every move is shown and
// slides; beyond that, the worker plays batches of about twenty milliseconds and the page shows the end of each. The
// next batch is requested when the last has arrived, so frames are dropped and never queued. A run may begin a new game when one ends,
// and stop at a tile (run-choices.ts); the games it plays are counted (run-count.ts).

import { batch, effect, signal } from '@preact/signals';
import { slideMs } from '../board/board.ts';
import { engine } from '../engine/engine.ts';
import { InterruptedError } from '../engine/worker-link.ts';
import * as session from '../game/session.ts';
import { player } from '../players/chosen-player.ts';
import { say } from '../shell/notes.ts';
import { speed, SPEEDS } from '../shell/settings.ts';
import { advise, explain, playerProblem, tooFastForValues } from './advice.ts';
import { again, stops, stopTile } from './run-choices.ts';

const BATCH_MS = 20;
/** More moves per second cannot be seen one by one. */
const FASTEST_SEEN = 50;
/** When the run is stopped, it does not wait for a move that has taken longer than this. */
const PATIENCE_MS = 700;
/** How long the last board of a game stays in view before another begins, if moves can be seen. */
const OVER_MS = 1500;

/** The outcome of a move or a batch: another is next, the game has ended, the tile is made, or nothing may follow. */
type Outcome = 'on' | 'ended' | 'tile' | 'stop';

export const running = signal(false);
/** Moves per second over the last half second; undefined before the first measurement. */
export const rate = signal<number | undefined>(undefined);

/** Counts games; a run without it, offline before the app was kept, counts none. */
let counting: Promise<typeof import('./run-count.ts') | undefined> | undefined;

/** The run under way; when it is stopped, another one replaces it, or none. */
let run: object | undefined;

export function start(): void {
  if (running.peek() || (session.view.peek().over && !again.peek())) return;
  const mine = (run = {});
  batch(() => {
    running.value = true;
    rate.value = undefined;
  });
  void playOn(mine);
}

export function stop(): void {
  if (!running.peek()) return;
  run = undefined;
  if (engine.busyFor > PATIENCE_MS) engine.interrupt();
  batch(() => {
    running.value = false;
    tooFastForValues.value = false;
  });
}

/** One move of the player. */
export async function step(): Promise<void> {
  stop();
  const { state, over } = session.view.peek();
  if (over) return;
  const by = player.peek();
  const choice = await advise();
  if (session.view.peek().state !== state || !choice) return;
  if (!choice.best || !session.move(choice.best, { by })) say('The player makes no further move.');
}

async function playOn(mine: object): Promise<void> {
  const counts = await (counting ??= import('./run-count.ts').catch(() => (counting = undefined)));
  const meter = new Meter();
  let due = performance.now();
  while (run === mine) {
    if (session.view.peek().over) await session.nextGame();
    if (run !== mine) return;
    const perSecond = SPEEDS[speed.peek()]!;
    const fast = perSecond > FASTEST_SEEN;
    tooFastForValues.value = fast;
    const before = session.view.peek().moves;
    const by = player.peek();
    const outcome = fast ? await playBatch(mine, perSecond, due) : await playMove(mine, perSecond, due);
    if (run !== mine) return;
    const made = session.view.peek().moves - before;
    if (made > 0) counts?.addMoves(session.currentGame(), by, made);
    // Late moves are not caught up on.
    due = Math.max(due + (1000 * Math.max(1, made)) / perSecond, performance.now());
    meter.add(made);
    if (outcome === 'ended' || session.view.peek().over) counts?.endGame(session.currentGame(), by);
    if (outcome === 'ended') await end(mine, fast);
    else if (outcome !== 'on') stop();
  }
}

/** The game is over, or the player makes no further move: another game begins, or the run stops. */
async function end(mine: object, fast: boolean): Promise<void> {
  if (!again.peek()) {
    if (!session.view.peek().over) say('The player makes no further move.');
    return stop();
  }
  const { state } = session.view.peek();
  if (!fast) await until(performance.now() + OVER_MS);
  if (run === mine && session.view.peek().state === state) await session.nextGame();
}

/** What a position means for the run: whether it has just made the tile to stop at. */
function outcomeOf(before: number, ended = false): Outcome {
  const { game, state, over } = session.view.peek();
  const tile = stopTile(game);
  const largest = Math.max(...state.board);
  if (stops.peek() && before < tile && largest >= tile) {
    say(`${game.tile(largest)} reached: auto-run stopped.`);
    return 'tile';
  }
  return over || ended ? 'ended' : 'on';
}

async function playMove(mine: object, perSecond: number, due: number): Promise<Outcome> {
  const { state } = session.view.peek();
  const by = player.peek();
  const choice = await advise();
  await until(due);
  if (run !== mine || session.view.peek().state !== state) return 'stop';
  // Interrupted, because another player was chosen or a better model came: that one is asked next.
  if (!choice) return playerProblem.peek() === undefined ? 'on' : 'stop';
  if (!choice.best) return 'ended';
  session.move(choice.best, { by, ms: slideMs(perSecond) });
  return outcomeOf(Math.max(...state.board));
}

async function playBatch(mine: object, perSecond: number, due: number): Promise<Outcome> {
  await until(due);
  if (run !== mine) return 'stop';
  const { game, state, score } = session.view.peek();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const before = Math.max(...state.board);
  const tile = stopTile(game);
  const by = player.peek();
  try {
    const answer = await engine.ask({
      kind: 'play',
      game: game.spec,
      player: by,
      state,
      score,
      seed,
      ms: BATCH_MS,
      most: Math.ceil((perSecond * BATCH_MS) / 1000),
      // A board that already has it does not stop the run.
      ...(stops.peek() && before < tile && { until: tile }),
    });
    if (run !== mine || session.view.peek().state !== state) return 'stop';
    if (answer.plies.length > 0) session.extend(answer.plies, answer, by);
    return outcomeOf(before, answer.ended);
  } catch (error) {
    if (!(error instanceof InterruptedError)) explain(error);
    return error instanceof InterruptedError ? 'on' : 'stop';
  }
}

async function until(time: number): Promise<void> {
  const wait = time - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}

/** Counts moves, and updates the rate twice a second. */
class Meter {
  #moves = 0;
  #since = performance.now();

  add(moves: number): void {
    this.#moves += moves;
    const now = performance.now();
    if (now - this.#since < 500) return;
    rate.value = (1000 * this.#moves) / (now - this.#since);
    this.#moves = 0;
    this.#since = now;
  }
}

/** Starts stopping the run whenever another game comes into view. */
export function startAutoRun(): void {
  let last = session.view.peek().game.name;
  effect(() => {
    const { name } = session.view.value.game;
    if (name !== last) stop();
    last = name;
  });
}
