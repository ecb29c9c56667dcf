// The server thinks: if the app comes from `afterstate serve`, a switch lets the server choose moves, on its own threads and with
// models that the page need not load. If it is gone or busy, or refuses, the page thinks by itself, and says so.

import { computed, effect, signal } from '@preact/signals';
import { type Choice, parseGame, parseSpec, printBoard } from 'afterstate';
import { say } from '../shell/notes.ts';
import { load, save } from '../shell/storage.ts';
import type { Answers, ChooseJob, Job, PlayJob } from './messages.ts';
import { playOn } from './play-on.ts';
import { InterruptedError } from './worker-link.ts';

/** How often to look for a server that is gone. */
const LOOK_MS = 5000;

/** Whether the app came from a server that thinks: then there is a switch. */
export const hasServer = signal(false);
/** Whether a person has switched it on. */
export const serverOn = signal(load('server', (fields) => fields)?.['on'] === true);
/** Whether it answers now; undefined until that is known. */
const answers = signal<boolean | undefined>(undefined);
const thinks = computed(() => serverOn.value && answers.value === true);
/** Whether it is still open who thinks: nothing large is fetched before that is known. */
export const serverAwaited = computed(() => serverOn.value && answers.value === undefined);

/** Whether the server chooses for a player: it knows what ships, but nothing that was learned or dropped here. */
export function serverPlays(spec: string): boolean {
  if (!thinks.value) return false;
  const { name, model } = parseSpec(spec);
  // Without a model the page takes its smallest network, and the server its largest.
  return model === undefined ? name !== 'ntuple' : model.startsWith('models/');
}

/** Starts watching for a server, and keeps the switch. */
export function startServer(): void {
  void look();
  let kept = serverOn.peek();
  effect(() => {
    if (serverOn.value === kept) return;
    kept = serverOn.value;
    save('server', { on: kept });
  });
  effect(() => {
    if (!hasServer.value || !serverOn.value || answers.value !== false) return undefined;
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => clearInterval(timer);
  });
}

/** Requests the head of the page itself, which every host has: a server that thinks names itself there. */
async function look(): Promise<void> {
  const found = await fetch('./', { method: 'HEAD', cache: 'no-store' }).catch(() => undefined);
  answers.value = found?.ok === true && found.headers.get('server') === 'afterstate';
  if (answers.peek()) hasServer.value = true;
}

/** Why the page must think by itself. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Whether it is worth asking again soon. */
  readonly busy: boolean;

  constructor(message: string, busy = false) {
    super(message);
    this.busy = busy;
  }
}

/** Questions now with the server, and when they began. */
const asked = new Map<AbortController, number>();

export function interruptServer(): void {
  for (const controller of asked.keys()) controller.abort();
}

/** How long the server has been at work for this page, in ms; 0 if it is idle. */
export function serverBusyFor(): number {
  return asked.size > 0 ? performance.now() - Math.min(...asked.values()) : 0;
}

/** The server's answer; undefined if the page must find one by itself, and then the person has been told. */
export async function askServer<J extends Job>(job: J): Promise<Answers[J['kind']] | undefined> {
  if (!('player' in job) || !serverPlays(job.player)) return undefined;
  try {
    return (await answerTo(job)) as Answers[J['kind']] | undefined;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    say(`${error.message} This page thinks by itself.`);
    return undefined;
  }
}

async function answerTo(job: Job): Promise<Answers[Job['kind']] | undefined> {
  if (job.kind === 'open') return null;
  if (job.kind === 'choose') return choose(job, job.state);
  if (job.kind === 'play') return playOn(parseGame(job.game), (state) => choose(job, state), job);
  return undefined;
}

async function choose({ game, player }: ChooseJob | PlayJob, state: ChooseJob['state']): Promise<Choice> {
  const controller = new AbortController();
  asked.set(controller, performance.now());
  try {
    const body = { game, player, board: printBoard(state, parseGame(game)) };
    return await post('./api/move', body, controller.signal, async (response) => {
      const { best, moves } = (await response.json()) as Choice;
      return { best: best ?? undefined, moves };
    });
  } finally {
    asked.delete(controller);
  }
}

/** What `read` makes of the answer; a `NoAnswer` if there is none, and an `InterruptedError` once the signal has aborted. */
export async function post<T>(
  address: string,
  body: object,
  signal: AbortSignal,
  read: (response: Response) => Promise<T>,
): Promise<T> {
  try {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), signal });
    if (response.ok) return await read(response);
    const refused = (await response.json()) as { error?: { code?: string; message?: string } };
    throw noAnswer(refused.error);
  } catch (error) {
    if (error instanceof NoAnswer) throw error;
    if (signal.aborted) throw new InterruptedError('interrupted');
    answers.value = false;
    throw new NoAnswer('The server does not answer.');
  }
}

/** A server's error in words for the person. */
export function noAnswer({ code, message }: { code?: string; message?: string } = {}): NoAnswer {
  if (code === 'busy') return new NoAnswer('The server is busy.', true);
  if (code === 'time_limit') return new NoAnswer('The server did not answer in time.');
  return new NoAnswer(`The server refuses: ${message ?? 'it does not say why'}.`);
}
