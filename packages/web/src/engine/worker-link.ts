// The page's side of a worker that answers questions. Each job has one answer, and jobs are done in the order they were
// asked; what the worker says unasked is a report. A busy worker hears nothing, so a job that takes too long is ended
// together with its worker. answer-jobs.ts is the worker's side.

/** The request is impossible: the person is shown the message as it is. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}

/** The worker was ended before it answered. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

export interface JobMessage<Job> {
  readonly id: number;
  readonly job: Job;
}

export type WorkerMessage<Answer, Report> =
  | { readonly id: number; readonly answer: Answer }
  /** `input`: the request is impossible, and the message tells the person why. */
  | { readonly id: number; readonly error: { readonly message: string; readonly input: boolean } }
  | { readonly report: Report };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** `Answers` maps each kind of job to its answer. */
export class WorkerLink<Job extends { readonly kind: keyof Answers }, Answers, Report = never> {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting<Answers[keyof Answers]>>();
  #next = 0;
  #busySince = 0;

  /** Takes ownership of the worker. `onFailure`: it could not be loaded, or threw; it is ended. */
  constructor(worker: Worker, onFailure: (error: Error) => void, onReport: (report: Report) => void = () => undefined) {
    this.#worker = worker;
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerMessage<Answers[keyof Answers], Report>>) => {
      if ('report' in data) return onReport(data.report);
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      this.#busySince = performance.now();
      if ('answer' in data) waiting?.resolve(data.answer);
      else waiting?.reject(new (data.error.input ? RefusedError : Error)(data.error.message));
    });
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      const error = new Error(event.message || 'the worker could not be loaded; reload the page');
      this.end(error);
      onFailure(error);
    });
  }

  /** How long it has been at work, in ms; 0 if it is idle. */
  get busyFor(): number {
    return this.#waiting.size > 0 ? performance.now() - this.#busySince : 0;
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0;
  }

  ask<J extends Job>(job: J): Promise<Answers[J['kind']]> {
    const id = this.#next++;
    if (!this.isBusy) this.#busySince = performance.now();
    const answered = new Promise<Answers[keyof Answers]>((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject }),
    );
    this.#worker.postMessage({ id, job } satisfies JobMessage<Job>);
    return answered as Promise<Answers[J['kind']]>;
  }

  /** Sends something that has no answer. */
  tell(message: object): void {
    this.#worker.postMessage(message);
  }

  /** Ends the worker; those waiting for an answer get the error. */
  end(error: Error = new InterruptedError('interrupted')): void {
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
