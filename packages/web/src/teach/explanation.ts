// Why a move is worse than the best one, for whichever page asks: facts at once, chances by play-outs that arrive in portions, and on
// request the better line. One question at a time: a new one replaces it, and its work under way is dropped.

import { computed, signal } from '@preact/signals';
import { type Game, type Move, printBoard, type State } from 'afterstate';
import { engine } from '../engine/engine.ts';
import type { PlayOutsAnswer } from '../engine/messages.ts';
import { compareMoves, type Comparison } from './facts.ts';
import { leaveLine, lineStep, showLine } from './better-line.ts';

export interface Question {
  readonly game: Game;
  readonly state: State;
  readonly played: Move;
  readonly best: Move;
  /** The spec of the player who judges and plays the games. */
  readonly judge: string;
}

/** How games went when played on after each of the two moves. */
export interface Chances {
  readonly played: PlayOutsAnswer;
  readonly best: PlayOutsAnswer;
  /** The tile to reach: the one after the largest on the board. */
  readonly tile: number;
}

/** Games after each move. */
export const PLAY_OUTS = 200;
/** Fewer games say too little to be shown. */
export const FEWEST = 20;
const PORTION_MS = 40;
/** The wait before anything starts: a person stepping through a game asks for nothing on the way. */
const PAUSE_MS = 250;

export const question = signal<Question | undefined>(undefined);

/** Undefined if nothing was better. */
export const comparison = computed((): Comparison | undefined => {
  const now = question.value;
  if (!now || now.played === now.best) return undefined;
  return compareMoves(now.game, now.state, now.played, now.best);
});

const found = signal<Chances | undefined>(undefined);

/** Undefined until there are enough games to tell. */
export const chances = computed((): Chances | undefined => {
  const now = found.value;
  return now && Math.min(now.played.games, now.best.games) >= FEWEST ? now : undefined;
});

let waiting: ReturnType<typeof setTimeout> | undefined;
let run: object | undefined;

/** Asks why; undefined asks nothing. The same question again changes nothing. */
export function explain(next: Question | undefined): void {
  if (keyOf(next) === keyOf(question.peek())) return;
  clearTimeout(waiting);
  run = undefined;
  found.value = undefined;
  leaveLine();
  question.value = next;
  if (next && next.played !== next.best) waiting = setTimeout(() => void playOut(next), PAUSE_MS);
}

/** Shows the better line, or leaves it. */
export function toggleLine(): void {
  const now = question.peek();
  if (lineStep.peek()) leaveLine();
  else if (now) void showLine(now);
}

function keyOf(of: Question | undefined): string {
  return of ? [of.game.spec, printBoard(of.state, of.game), of.played, of.best, of.judge].join(' ') : '';
}

async function playOut({ game, state, played, best, judge: player }: Question): Promise<void> {
  const mine = (run = {});
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const tile = Math.max(...state.board) + 1;
  const job = { kind: 'play-outs', game: game.spec, player, state, tile, seed, ms: PORTION_MS } as const;
  let sums: Chances = { played: NONE, best: NONE, tile: game.tile(tile) };
  const isDone = (): boolean => Math.min(sums.played.games, sums.best.games) >= PLAY_OUTS;
  try {
    while (!isDone())
      for (const [which, move] of [
        ['played', played],
        ['best', best],
      ] as const) {
        const first = sums[which].games;
        if (first >= PLAY_OUTS) continue;
        const more = await engine.ask({ ...job, move, first, most: PLAY_OUTS - first });
        if (run !== mine || more.games === 0) return;
        sums = { ...sums, [which]: sumOf(sums[which], more) };
        found.value = sums;
      }
  } catch {
    // An interrupted engine is no error: the numbers so far stand.
  }
}

const NONE: PlayOutsAnswer = { games: 0, lost: 0, reached: 0 };

function sumOf(a: PlayOutsAnswer, b: PlayOutsAnswer): PlayOutsAnswer {
  return {
    games: a.games + b.games,
    lost: a.lost + b.lost,
    reached: a.reached === undefined || b.reached === undefined ? undefined : a.reached + b.reached,
  };
}
