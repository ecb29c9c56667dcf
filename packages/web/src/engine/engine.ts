// Whom the app asks: its engine worker, which starts with the first question, and again after `interrupt`; or the server, if a
// person has switched that on.

import { NEURAL_PLAYERS, parseSpec } from 'afterstate';
import { SHIPPED } from 'virtual:models';
import { localModels, onLocalModel, onRuntime, runtime } from './local-models.ts';
import type { Answers, Job, Told } from './messages.ts';
import { askServer, interruptServer, serverBusyFor, serverPlays } from './server.ts';
import { InterruptedError, WorkerLink } from './worker-link.ts';

export class Engine {
  #link: WorkerLink<Job, Answers> | undefined;
  readonly #keep: number | undefined;

  /** `keep`: how many players it keeps open; if omitted, the worker decides. */
  constructor(keep?: number) {
    this.#keep = keep;
    onLocalModel((name, blob) => this.#link?.tell({ model: { name, blob } } satisfies Told));
    onRuntime((blob) => this.#link?.tell({ runtime: blob } satisfies Told));
  }

  /** How long it has been at work, in ms; 0 if it is idle. */
  get busyFor(): number {
    return Math.max(this.#link?.busyFor ?? 0, serverBusyFor());
  }

  async ask<J extends Job>(job: J): Promise<Answers[J['kind']]> {
    // Whole games go another way: server-games.ts.
    if ('player' in job && job.kind !== 'games' && serverPlays(job.player)) {
      const answer = await askServer(job);
      if (answer !== undefined) return answer;
      // A caller whose player lacks its model asks again for the one that plays meanwhile.
      if (!hasModel(job.player)) throw new InterruptedError('interrupted');
    }
    return this.#own(job);
  }

  #own<J extends Job>(job: J): Promise<Answers[J['kind']]> {
    return (this.#link ??= this.#start()).ask(job);
  }

  /** Ends whatever is under way; those waiting get an `InterruptedError`. */
  interrupt(): void {
    interruptServer();
    if (!this.#link?.isBusy) return;
    const link = this.#link;
    this.#link = undefined;
    link.end();
  }

  /** Ends the worker, whatever it is doing. */
  close(): void {
    const link = this.#link;
    this.#link = undefined;
    link?.end();
  }

  #start(): WorkerLink<Job, Answers> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const link = new WorkerLink<Job, Answers>(worker, () => {
      if (this.#link === link) this.#link = undefined;
    });
    link.tell({ base: document.baseURI } satisfies Told);
    if (this.#keep !== undefined) link.tell({ keep: this.#keep } satisfies Told);
    for (const [name, blob] of localModels()) link.tell({ model: { name, blob } } satisfies Told);
    const wasm = runtime();
    if (wasm) link.tell({ runtime: wasm } satisfies Told);
    return link;
  }
}

/** Whether the worker can open a player without fetching what nobody has asked for. */
function hasModel(spec: string): boolean {
  const { name, model } = parseSpec(spec);
  if (NEURAL_PLAYERS.some((other) => other === name) && !runtime()) return false;
  return model === undefined || localModels().has(model) || SHIPPED.some((one) => one.name === model && one.small);
}

/** The engine that pages share: a network may take a gigabyte, and their questions are short. */
export const engine = new Engine();
