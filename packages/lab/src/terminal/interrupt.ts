// Ctrl-C: the first asks the work to stop, by its signal; a second ends the process as ever.

/** The work was stopped by the user; the command ends with status 130, as a shell reports SIGINT. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}

export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new Interrupted('stopped'));
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await work(controller.signal);
  } finally {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}
