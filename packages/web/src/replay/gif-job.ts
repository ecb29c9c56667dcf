// What the page asks of the worker that makes animations, and how it does it: a stretch of moves becomes a GIF, or an estimate of its size.

import { type GameRecord, type Move, parseGame, replay, startScore, type State } from 'afterstate';
import { count } from '../shell/numbers.ts';
import { Animator, type Stage, type Timing } from './frames.ts';
import { type Frame, GifWriter } from './gif.ts';

export interface Stretch {
  readonly stage: Stage;
  readonly timing: Timing;
  readonly record: GameRecord;
  /** The score before the record's start. */
  readonly earlier: number;
  /** Positions, as numbers of moves: the first in view and the last. */
  readonly from: number;
  readonly to: number;
}

export type GifJob = (Stretch & { readonly kind: 'estimate' }) | (Stretch & { readonly kind: 'make' });

export interface GifAnswers {
  /** Approximate size in bytes. */
  estimate: number;
  make: Uint8Array<ArrayBuffer>;
}

/** The share done. */
export type GifReport = number;

/** How long the first and the last board are shown, in hundredths of a second. */
const FIRST_DELAY = 60;
const LAST_DELAY = 200;
/** How many moves suffice to estimate the size of all. */
const SAMPLE = 12;

interface Shown {
  readonly state: State;
  readonly score: string;
  /** The move that led here. */
  readonly move: Move | undefined;
}

/** The positions of the stretch. */
function positionsOf({ record, earlier, from, to }: Stretch): Shown[] {
  const game = parseGame(record.game);
  const positions: Shown[] = [];
  const add = (at: number, state: State, score: number, move?: Move): void => {
    if (at >= from && at <= to) positions.push({ state, score: count(earlier + score), move });
  };
  const begun = startScore(record.start, game);
  add(0, record.start, begun);
  for (const { ply, move, after, score } of replay(record, game)) {
    if (ply > to) break;
    add(ply, after, score, move);
  }
  return positions;
}

function framesOf(animator: Animator, before: Shown, after: Shown): Frame[] {
  return animator.move(before.state, after.move!, after.state.board, after.score, before.score);
}

export function makeGif(job: Stretch, report: (share: GifReport) => void = () => undefined): Uint8Array<ArrayBuffer> {
  const { writer, animator } = begin(job);
  const positions = positionsOf(job);
  writer.add(animator.first(positions[0]!.state.board, positions[0]!.score, FIRST_DELAY));
  for (let i = 1; i < positions.length; i++) {
    const frames = framesOf(animator, positions[i - 1]!, positions[i]!);
    const last = i === positions.length - 1;
    frames.forEach((frame, k) => writer.add(last && k === frames.length - 1 ? { ...frame, delay: LAST_DELAY } : frame));
    report(i / (positions.length - 1));
  }
  return writer.finish();
}

/** Makes some of the moves for real, spread over the stretch. */
export function estimateGif(job: Stretch): number {
  const { writer, animator } = begin(job);
  const positions = positionsOf(job);
  const moves = positions.length - 1;
  writer.add(animator.first(positions[0]!.state.board, positions[0]!.score, FIRST_DELAY));
  const fixed = writer.length;
  const sample = Math.min(moves, SAMPLE);
  let bytes = 0;
  for (let i = 0; i < sample; i++) {
    const at = Math.floor((i * moves) / sample);
    animator.first(positions[at]!.state.board, positions[at]!.score, FIRST_DELAY);
    const before = writer.length;
    for (const frame of framesOf(animator, positions[at]!, positions[at + 1]!)) writer.add(frame);
    bytes += writer.length - before;
  }
  return Math.round(fixed + (sample === 0 ? 0 : (bytes * moves) / sample));
}

function begin({ stage, timing, record }: Stretch): { writer: GifWriter; animator: Animator } {
  const { width, height } = stage.ground;
  return {
    writer: new GifWriter(width, height, stage.palette),
    animator: new Animator(stage, parseGame(record.game), timing),
  };
}
