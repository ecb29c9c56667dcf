// Ctrl-C: the first asks the work to stop, by its signal; a second ends the process as ever.

/** The work was stopped from outside; the status is the one that a shell gives a process ended by the signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly status: number;

  constructor(status: number) {
    super('stopped before the end');
    this.status = status;
  }
}

const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: keyof typeof STATUS): void => controller.abort(new Interrupted(STATUS[signal]));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    // What was stopped may have its own way of saying so.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
