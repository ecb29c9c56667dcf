// The page's side of learning. It lives as long as the app: one may go to play and come back while the network learns on.

import { batch, effect, signal } from '@preact/signals';
import { type Game, METHODS, parseGame } from 'afterstate';
import { addModel } from '../players/models.ts';
import { playWith } from '../players/open-model.ts';
import { go } from '../shell/address.ts';
import { isLearning } from '../shell/busy.ts';
import { say } from '../shell/notes.ts';
import { gameName } from '../shell/settings.ts';
import { load, save } from '../shell/storage.ts';
import { extended, type Point } from './curve.ts';
import type { LearnChoice, LearnReport, LearnRequest, Watched } from './messages.ts';

export type Phase = 'idle' | 'opening' | 'learning' | 'paused';

/** The networks that the page offers, the one for a first try first; others are typed. */
export const NETWORK_CHOICES: readonly (readonly [value: string, label: string])[] = [
  ['5x4', 'five 4-tuples'],
  ['17x4', 'seventeen 4-tuples'],
  ['4x5', 'four 5-tuples'],
  ['szubert', 'two 4- and two 6-tuples'],
  ['4x6', 'four 6-tuples'],
  ['8x6', 'eight 6-tuples'],
];

/** Methods that one loop of the kernel carries out from the first game to the last, on afterstates. */
export const METHOD_CHOICES: readonly (readonly [value: string, label: string])[] = [
  ['tc', 'TC'],
  ['td', 'TD'],
  ['tc-lambda', 'TC(λ)'],
  ['td-lambda', 'TD(λ)'],
  ['backward', 'backward TC'],
];

export const phase = signal<Phase>('idle');
effect(() => {
  isLearning.value = phase.value === 'learning' || phase.value === 'opening';
});
export const points = signal<readonly Point[]>([]);
export const watched = signal<Watched | undefined>(undefined);
export const opened = signal<{ threads: number; bytes: number; weights: number } | undefined>(undefined);
export const problem = signal<string | undefined>(undefined);
/** What is being learned; the sentence on the page may say something else already. */
export const learned = signal<LearnChoice | undefined>(undefined);
export const exporting = signal(false);

const cores = crossOriginIsolated ? Math.max(1, navigator.hardwareConcurrency || 1) : 1;
export const THREAD_CHOICES = Array.from({ length: cores }, (_, i) => i + 1);

function alphaOf(method: string): number {
  return METHODS.find(({ name }) => name === method)?.alpha ?? 0.1;
}

/** What the sentence says. */
export const choice = signal<Omit<LearnChoice, 'game' | 'seed'>>(
  load('learn', ({ network, method, alpha, threads }) => {
    if (typeof network !== 'string' || typeof alpha !== 'number') throw new Error('no choice');
    const known = METHOD_CHOICES.find(([name]) => name === method);
    return {
      network,
      method: known?.[0] ?? 'tc',
      alpha,
      threads: THREAD_CHOICES.includes(threads as number) ? (threads as number) : cores,
    };
  }) ?? { network: '5x4', method: 'tc', alpha: alphaOf('tc'), threads: cores },
);
effect(() => save('learn', choice.value));

export function choose(change: Partial<LearnChoice>): void {
  const next = { ...choice.peek(), ...change };
  // Each method has a step size of its own that suits it.
  if (change.method !== undefined) next.alpha = alphaOf(change.method);
  choice.value = next;
}

let worker: Worker | undefined;
let received: ((report: Extract<LearnReport, { kind: 'exported' }>) => void) | undefined;

function ask(request: LearnRequest): void {
  worker?.postMessage(request);
}

/** With a model, its weights are where learning begins. */
export function start(model?: { blob: Blob; network: string; game: Game['name'] }): void {
  reset();
  if (model) {
    gameName.value = model.game;
    choose({ network: model.network });
  }
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const full = { ...choice.peek(), game: gameName.peek(), seed };
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const mine = worker;
  mine.addEventListener('message', ({ data }: MessageEvent<LearnReport>) => mine === worker && hear(data));
  mine.addEventListener('error', (event) => {
    event.preventDefault();
    if (mine === worker) fail(event.message || 'the learner could not be loaded');
  });
  batch(() => {
    phase.value = 'opening';
    learned.value = full;
  });
  ask({ kind: 'start', choice: full, ...(model && { model: model.blob }) });
}

export function pause(): void {
  ask({ kind: 'pause' });
}

export function resume(): void {
  ask({ kind: 'resume' });
  phase.value = 'learning';
}

export function reset(): void {
  worker?.terminate();
  worker = undefined;
  received = undefined;
  batch(() => {
    phase.value = 'idle';
    points.value = [];
    watched.value = undefined;
    opened.value = undefined;
    problem.value = undefined;
    learned.value = undefined;
    exporting.value = false;
  });
}

function fail(message: string): void {
  reset();
  problem.value = message;
}

function hear(report: LearnReport): void {
  switch (report.kind) {
    case 'opened':
      opened.value = report;
      phase.value = 'learning';
      return;
    case 'block':
      points.value = extended(points.peek(), report.block);
      return;
    case 'watched':
      watched.value = report.watched;
      return;
    case 'paused':
      phase.value = 'paused';
      return;
    case 'exported':
      exporting.value = false;
      received?.(report);
      received = undefined;
      return;
    case 'problem':
      return fail(report.message);
  }
}

function exported(form: 'compact' | 'safetensors'): Promise<Blob> {
  exporting.value = true;
  return new Promise((resolve) => {
    received = ({ blob }) => resolve(blob);
    ask({ kind: 'export', form });
  });
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
  const model = { game, players: ['ntuple'] };
  playWith(addModel(name, model, blob), model);
  go('play');
  say('The network plays as it is now; it goes on learning behind.');
}

export async function download(form: 'compact' | 'safetensors'): Promise<void> {
  const name = `${title()}.${form}`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await exported(form));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The tiles whose rates are told: those that are neither always nor never reached, and 2048 or its like in any case. */
export function toldTiles(game: Game['name'], rates: (exponent: number) => number): number[] {
  const { maxExponent } = parseGame(game);
  const exponents = Array.from({ length: maxExponent }, (_, i) => i + 1).filter((e) => rates(e) > 0 && rates(e) < 1);
  return exponents.slice(-5);
}
