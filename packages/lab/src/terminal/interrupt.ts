// Ctrl-C: the first one asks the work to stop, through its signal; a second one ends the process as usual.

const STATUS = { SIGINT: 130, SIGTERM: 143 } as const;

/** The work was stopped from outside; the status is what a shell reports for a process ended by the signal. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly status: number;

  constructor(status: number, message = 'stopped before the end') {
    super(message);
    this.status = status;
  }

  /** The interruption that a signal asked for, with the outcome of the work. */
  static by(signal: AbortSignal, message: string): Interrupted {
    const status = signal.reason instanceof Interrupted ? signal.reason.status : STATUS.SIGINT;
    return new Interrupted(status, message);
  }
}

/** Work that saves and ends by itself when its signal asks: whatever it returns or throws stands. */
export async function stoppable<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: keyof typeof STATUS): void => controller.abort(new Interrupted(STATUS[signal]));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

/** Work that fails when it is stopped: any failure after that counts as an interruption. */
export function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return stoppable(async (signal) => {
    try {
      return await work(signal);
    } catch (error) {
      if (!(error instanceof Interrupted)) signal.throwIfAborted();
      throw error;
    }
  });
}
