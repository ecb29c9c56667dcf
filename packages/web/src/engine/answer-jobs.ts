// The worker's side of worker-link.ts: jobs are answered one at a time, in the order they came.

import { InputError } from 'afterstate';
import { messageOf } from '../shell/errors.ts';
import type { JobMessage, WorkerMessage } from './worker-link.ts';

/** Returns a function that takes the page's jobs; each answer, or the reason for having none, goes back to the page. */
export function answerJobs<Job>(answer: (job: Job) => Promise<unknown>): (message: JobMessage<Job>) => void {
  let last = Promise.resolve();
  return ({ id, job }) => {
    last = last.then(async () => {
      let message: WorkerMessage<unknown, never>;
      try {
        message = { id, answer: await answer(job) };
      } catch (error) {
        message = { id, error: { message: messageOf(error), input: error instanceof InputError } };
      }
      self.postMessage(message);
    });
  };
}
