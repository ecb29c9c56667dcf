// The animation a person asks for: which moves, how large, how fast; the estimate of its size; the one being made, and the finished
// one.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import { InterruptedError, WorkerLink } from '../engine/worker-link.ts';
import { messageOf } from '../shell/errors.ts';
import { tone } from '../shell/tone.ts';
import type { GifAnswers, GifJob, GifReport, Stretch } from './gif-job.ts';
import { replayed } from './replay.ts';
import { makeStage } from './sprites.ts';

/** The board's width in pixels. */
export const WIDTHS = [240, 360, 480] as const;
/** Moves per second. */
export const SPEEDS = [2, 4, 8] as const;
/** With this many moves, the file can still be passed on. */
export const MOST_MOVES = 500;
/** The choices of how many last moves to show. */
export const LASTS = [10, 30, 100, 300] as const;

export interface Wish {
  /** A number of the last moves, or those between two positions. */
  readonly last: number | undefined;
  readonly from: number;
  readonly to: number;
  readonly width: (typeof WIDTHS)[number];
  readonly perSecond: (typeof SPEEDS)[number];
  readonly slides: boolean;
}

export const wish = signal<Wish>({ last: 30, from: 0, to: 0, width: 360, perSecond: 4, slides: true });
/** Approximate size in bytes; undefined until it is known. */
export const estimate = signal<number | undefined>(undefined);
/** The share done; undefined if nothing is being made. */
export const progress = signal<number | undefined>(undefined);
export const made = signal<Blob | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);

/** The two positions of the stretch, or why there is none. */
export const stretch = computed((): readonly [from: number, to: number] | string => {
  const moves = replayed.value?.moves ?? 0;
  const { last, from, to } = wish.value;
  if (last !== undefined) return [Math.max(0, moves - last), moves];
  if (!(from >= 0 && to <= moves && from < to))
    return `Choose a first move before the last one, between 0 and ${moves}.`;
  return to - from > MOST_MOVES ? `An animation may have at most ${MOST_MOVES} moves.` : [from, to];
});

/** Hundredths of a second between two boards. */
function delayOf(perSecond: number): number {
  return Math.round(100 / perSecond);
}

type Link = WorkerLink<GifJob, GifAnswers, GifReport>;
let link: Link | undefined;

function linked(): Link {
  if (link) return link;
  const worker = new Worker(new URL('./gif-worker.ts', import.meta.url), { type: 'module' });
  const mine: Link = new WorkerLink(
    worker,
    () => (link = link === mine ? undefined : link),
    (share) => (progress.value = share),
  );
  return (link = mine);
}

function end(): void {
  link?.end();
  link = undefined;
}

function jobOf(): Stretch | undefined {
  const now = replayed.peek();
  const found = stretch.peek();
  if (!now || typeof found === 'string') return undefined;
  const { width, perSecond, slides } = wish.peek();
  const [from, to] = found;
  const exponents = new Set<number>();
  for (let ply = from; ply <= to; ply++)
    for (const exponent of now.timeline.positionAt(ply).state.board) if (exponent > 0) exponents.add(exponent);
  return {
    stage: makeStage(now.game, exponents, tone.peek(), width),
    timing: { delay: delayOf(perSecond), slides },
    record: now.shared.record,
    earlier: now.shared.earlier,
    from,
    to,
  };
}

/** Until the returned function is called, keeps the size of the wanted animation known, and drops a finished one that is no longer wanted. */
export function followWish(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = effect(() => {
    void [wish.value, replayed.value, tone.value];
    untracked(() => {
      cancel();
      batch(() => {
        made.value = undefined;
        problem.value = undefined;
        estimate.value = undefined;
      });
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), 150);
    });
  });
  return () => {
    stop();
    clearTimeout(timer);
    cancel();
    end();
  };
}

async function ask(): Promise<void> {
  const job = jobOf();
  const asked = wish.peek();
  if (!job) return;
  try {
    const bytes = await linked().ask({ ...job, kind: 'estimate' });
    if (wish.peek() === asked) estimate.value = bytes;
  } catch (error) {
    explain(error);
  }
}

export async function make(): Promise<void> {
  const job = jobOf();
  if (!job || progress.peek() !== undefined) return;
  batch(() => {
    made.value = undefined;
    problem.value = undefined;
    progress.value = 0;
  });
  try {
    const bytes = await linked().ask({ ...job, kind: 'make' });
    made.value = new Blob([bytes], { type: 'image/gif' });
  } catch (error) {
    explain(error);
  }
  progress.value = undefined;
}

/** Gives up the animation being made. */
export function cancel(): void {
  if (progress.peek() === undefined) return;
  end();
  progress.value = undefined;
}

function explain(error: unknown): void {
  if (!(error instanceof InterruptedError)) problem.value = messageOf(error);
}
