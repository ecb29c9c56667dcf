// Auto-run: the chosen player plays on the board in view. At a pace that the eye can follow every move is shown and
// slides; faster than that, the worker plays batches of some twenty milliseconds and the page shows where each one
// led. The next batch is asked for when the last has come, so frames are dropped and never queued.

import { batch, effect, signal } from '@preact/signals';
import { SLIDE_MS } from '../board/board.ts';
import { InterruptedError } from '../engine/engine.ts';
import * as session from '../game/session.ts';
import { say } from '../shell/notes.ts';
import { speed, SPEEDS } from '../shell/settings.ts';
import { advise, engine, explain, player, tooFastForValues } from './advice.ts';

const BATCH_MS = 20;
/** More moves a second are not seen one by one. */
const FASTEST_SEEN = 50;
/** A move that has been thought about for longer is not waited for when the run is stopped. */
const PATIENCE_MS = 700;

export const running = signal(false);
/** Moves a second over the last second or so; undefined before there is a measure. */
export const rate = signal<number | undefined>(undefined);

/** The run under way; another one, or none, takes its place when it is stopped. */
let run: object | undefined;

export function start(): void {
  if (running.peek() || session.view.peek().over) return;
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
  const choice = await advise();
  if (session.view.peek().state !== state || !choice) return;
  if (!choice.best || !session.move(choice.best, { by: 'player' })) say('The player does not go on from here.');
}

async function playOn(mine: object): Promise<void> {
  const meter = new Meter();
  let due = performance.now();
  while (run === mine) {
    const perSecond = SPEEDS[speed.peek()]!;
    const fast = perSecond > FASTEST_SEEN;
    tooFastForValues.value = fast;
    const before = session.view.peek().moves;
    const goesOn = fast ? await playBatch(mine, perSecond, due) : await playMove(mine, perSecond, due);
    if (run !== mine) return;
    const made = session.view.peek().moves - before;
    // What was missed is not made up for.
    due = Math.max(due + (1000 * Math.max(1, made)) / perSecond, performance.now());
    meter.add(made);
    if (!goesOn) stop();
  }
}

async function playMove(mine: object, perSecond: number, due: number): Promise<boolean> {
  const { state } = session.view.peek();
  const choice = await advise();
  await until(due);
  if (run !== mine) return false;
  if (!choice || session.view.peek().state !== state) return false;
  if (!choice.best) return gaveUp();
  const ms = perSecond > 30 ? 0 : Math.min(SLIDE_MS, 700 / perSecond);
  session.move(choice.best, { by: 'player', ms });
  return !session.view.peek().over;
}

async function playBatch(mine: object, perSecond: number, due: number): Promise<boolean> {
  await until(due);
  if (run !== mine) return false;
  const { game, state, score } = session.view.peek();
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  try {
    const answer = await engine.ask({
      kind: 'play',
      game: game.spec,
      player: player.peek(),
      state,
      score,
      seed,
      ms: BATCH_MS,
      most: Math.ceil((perSecond * BATCH_MS) / 1000),
    });
    if (run !== mine || session.view.peek().state !== state) return false;
    if (answer.plies.length > 0) session.extend(answer.plies, answer);
    if (session.view.peek().over) return false;
    return answer.ended ? gaveUp() : true;
  } catch (error) {
    if (!(error instanceof InterruptedError)) explain(error);
    return error instanceof InterruptedError;
  }
}

function gaveUp(): boolean {
  say('The player does not go on from here.');
  return false;
}

async function until(time: number): Promise<void> {
  const wait = time - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
}

/** Counts moves and says how many a second there were, twice a second. */
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

// Another game in view, or one that is over: nothing is left to run.
let last = session.view.peek().game.name;
effect(() => {
  const { game, over } = session.view.value;
  if (game.name !== last || over) stop();
  last = game.name;
});
