// The page's side of learning. It lives as long as the app: a person may go and play while the network keeps learning. The worker
// saves the training every few seconds (kept-training.ts); a reload of the tab continues it, and a later visit offers it
// (trainings.ts).

import { batch, signal } from '@preact/signals';
import { type Game, METHODS } from 'afterstate';
import { InterruptedError, RefusedError, WorkerLink } from '../engine/worker-link.ts';
import { addModel } from '../players/models.ts';
import { playWith } from '../players/open-model.ts';
import { go } from '../shell/address.ts';
import { isLearning } from '../shell/busy.ts';
import { messageOf } from '../shell/errors.ts';
import { say } from '../shell/notes.ts';
import { saveFile } from '../shell/save-file.ts';
import { gameName } from '../shell/settings.ts';
import { forget, load, save } from '../shell/storage.ts';
import { KEEPING_WORDS } from '../shell/keeping.ts';
import { newId } from '../shell/database.ts';
import { extended, type Point } from './curve.ts';
import type { KeptTraining } from './kept-training.ts';
import type { ExportForm, LearnAnswers, LearnChoice, LearnJob, LearnReport, Opened, Watched } from './messages.ts';
import { hold, release } from './training-lock.ts';

export type Phase = 'idle' | 'opening' | 'learning' | 'paused';

/** The networks that the page offers, the best first try at the top; others can be typed. */
export const NETWORK_CHOICES: readonly (readonly [value: string, label: string])[] = [
  ['5x4', 'five 4-tuples'],
  ['17x4', 'seventeen 4-tuples'],
  ['4x5', 'four 5-tuples'],
  ['szubert', 'two 4- and two 6-tuples'],
  ['4x6', 'four 6-tuples'],
  ['8x6', 'eight 6-tuples'],
];

/** Methods that value afterstates and use one loop of the kernel from the first game to the last. */
export const METHOD_CHOICES: readonly (readonly [value: string, label: string])[] = METHODS.filter(
  ({ values, hasPhases }) => values === 'afterstate' && !hasPhases,
).map(({ name, title }) => [name, title]);

export const phase = signal<Phase>('idle');
export const points = signal<readonly Point[]>([]);
export const watched = signal<Watched | undefined>(undefined);
export const opened = signal<Opened | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** What is being learned; the choice on the page may already differ. */
export const learned = signal<LearnChoice | undefined>(undefined);
export const exporting = signal(false);
/** When the training was last kept, its bytes, and how often it is kept. */
export const kept = signal<Extract<LearnReport, { kind: 'kept' }> | undefined>(undefined);
/** Why it is not kept. */
export const keptProblem = signal<string | undefined>(undefined);

const cores = crossOriginIsolated ? Math.max(1, navigator.hardwareConcurrency || 1) : 1;
export const THREAD_CHOICES = Array.from({ length: cores }, (_, i) => i + 1);

function alphaOf(method: string): number {
  return METHODS.find(({ name }) => name === method)?.alpha ?? 0.1;
}

/** The command line has the same bounds. */
export const LARGEST_ALPHA = 10;

/** What is wrong with a step size, if anything. */
export function alphaProblem(alpha: number): string | undefined {
  if (alpha > 0 && alpha <= LARGEST_ALPHA) return undefined;
  return `α must be more than 0 and at most ${LARGEST_ALPHA}. It is the share of an error that one update removes: 0.1 suits TD, 1 suits TC.`;
}

/** The choice on the page. */
export const choice = signal<Omit<LearnChoice, 'game' | 'seed'>>(
  load('learn', ({ network, method, alpha, threads }) => {
    if (typeof network !== 'string' || typeof alpha !== 'number' || alphaProblem(alpha))
      throw new Error('not a choice');
    const known = METHOD_CHOICES.find(([name]) => name === method);
    return {
      network,
      method: known?.[0] ?? 'tc',
      alpha,
      threads: THREAD_CHOICES.includes(threads as number) ? (threads as number) : cores,
    };
  }) ?? { network: '5x4', method: 'tc', alpha: alphaOf('tc'), threads: cores },
);
export function choose(change: Partial<LearnChoice>): void {
  const next = { ...choice.peek(), ...change };
  // Each method has its own default step size.
  if (change.method !== undefined) next.alpha = alphaOf(change.method);
  choice.value = next;
  save('learn', next);
}

function setPhase(next: Phase): void {
  phase.value = next;
  isLearning.value = next === 'learning' || next === 'opening';
}

type Link = WorkerLink<LearnJob, LearnAnswers, LearnReport>;
let link: Link | undefined;

/** The worker's answer; undefined if learning was reset meanwhile, or failed. A refusal leaves learning as it was. */
async function ask<J extends LearnJob>(job: J): Promise<LearnAnswers[J['kind']] | undefined> {
  try {
    return await link?.ask(job);
  } catch (error) {
    if (error instanceof RefusedError && job.kind === 'export') problem.value = `${messageOf(error)}.`;
    else if (!(error instanceof InterruptedError)) fail(messageOf(error));
    return undefined;
  }
}

/** With a model, learning starts from its weights. */
export async function start(model?: { blob: Blob; network: string; game: Game['name'] }): Promise<void> {
  if (model) {
    gameName.value = model.game;
    choose({ network: model.network });
  }
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const full = { ...choice.peek(), game: gameName.peek(), seed };
  const id = newId();
  void hold(id);
  await open({ kind: 'start', id, choice: full, ...(model && { from: model.blob }) });
}

/** Continues a training from an earlier visit where it was last kept; the caller holds its lock. */
export async function continueTraining(training: KeptTraining, paused = false): Promise<void> {
  const { id, choice, at, bytes } = training;
  const opening = open({ kind: 'start', id, choice, from: 'kept', paused });
  points.value = training.points;
  kept.value = { kind: 'kept', at, bytes, everySeconds: 0 };
  await opening;
}

async function open(job: Extract<LearnJob, { kind: 'start' }>): Promise<void> {
  reset(false);
  const mine: Link = new WorkerLink(
    new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
    (error) => mine === link && fail(error.message),
    (report) => mine === link && hear(report),
  );
  link = mine;
  batch(() => {
    setPhase('opening');
    learned.value = job.choice;
  });
  setTraining(job.id, !job.paused);
  const made = await ask(job);
  if (!made || mine !== link) return;
  batch(() => {
    opened.value = made;
    setPhase(job.paused ? 'paused' : 'learning');
  });
}

/** The training of this tab, which a reload continues. */
let training: string | undefined;

export function trainingOfTab(): { readonly id: string; readonly running: boolean } | undefined {
  return load('training', ({ id, running }) => ({ id: String(id), running: running === true }), 'session');
}

export function currentTraining(): string | undefined {
  return training;
}

function setTraining(id: string | undefined, running: boolean): void {
  if (training !== undefined && training !== id) release(training);
  training = id;
  if (id === undefined) forget('training', 'session');
  else save('training', { id, running }, 'session');
}

export async function pause(): Promise<void> {
  if ((await ask({ kind: 'pause' })) === undefined) return;
  setPhase('paused');
  setTraining(training, false);
}

export function resume(): void {
  problem.value = undefined;
  void ask({ kind: 'resume' });
  setPhase('learning');
  setTraining(training, true);
}

/** Ends the training of this tab; what was kept stays. */
export function reset(leaving = true): void {
  if (leaving) setTraining(undefined, false);
  link?.end();
  link = undefined;
  batch(() => {
    setPhase('idle');
    points.value = [];
    watched.value = undefined;
    opened.value = undefined;
    problem.value = undefined;
    learned.value = undefined;
    exporting.value = false;
    kept.value = undefined;
    keptProblem.value = undefined;
  });
}

export function fail(message: string): void {
  reset();
  problem.value = message;
}

function hear(report: LearnReport): void {
  switch (report.kind) {
    case 'block':
      points.value = extended(points.peek(), report.block);
      return;
    case 'watched':
      watched.value = report.watched;
      return;
    case 'kept':
      keptProblem.value = undefined;
      kept.value = report;
      return;
    case 'unkept':
      keptProblem.value = KEEPING_WORDS[report.full ? 'full' : 'forbidden'];
      return;
    case 'diverged':
      return haveDiverged();
    case 'problem':
      return fail(report.message);
  }
}

function haveDiverged(): void {
  const { method, alpha } = learned.peek()!;
  const title = METHOD_CHOICES.find(([name]) => name === method)?.[1] ?? method;
  setPhase('paused');
  setTraining(training, false);
  problem.value = `The values grow without limit, so learning has stopped: α ${alpha} is too large for ${title}. Reset, and start again with ${alphaOf(method)} or less.`;
}

async function exported(form: ExportForm): Promise<Blob | undefined> {
  exporting.value = true;
  const blob = await ask({ kind: 'export', form });
  exporting.value = false;
  return blob;
}

function title(): string {
  const { game, network, method } = learned.peek()!;
  const games = points.peek().at(-1)?.at ?? 0;
  return `${game}-${network.replace(/\s+/g, '+')}-${method}-${games}`;
}

export async function playWithIt(): Promise<void> {
  const { game } = learned.peek()!;
  const name = title();
  const blob = await exported('compact');
  if (!blob) return;
  const model = { game, players: ['ntuple'] };
  playWith(addModel(name, model, blob), model);
  go('play');
  say('The network plays as it is now; training continues in the background.');
}

export async function download(form: ExportForm): Promise<void> {
  const name = `${title()}.${form}`;
  const blob = await exported(form);
  if (blob) saveFile(blob, name);
}

/** The name a network is kept under unless a person gives another. */
export function usualName(): string {
  return learned.peek() ? title() : '';
}

/** Keeps the network as it is now among the players, for later visits too. */
export async function keepNetwork(name: string): Promise<void> {
  const { game } = learned.peek()!;
  const blob = await exported('compact');
  if (!blob) return;
  addModel(name, { game, players: ['ntuple'] }, blob);
  // Asks the browser not to clear it when the disk is full; most browsers decide without asking the person.
  void navigator.storage?.persist?.();
}
