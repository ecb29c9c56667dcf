// The worker that makes animations, so that the page stays quick; the page ends it to cancel.

import { answerJobs } from '../engine/answer-jobs.ts';
import type { JobMessage } from '../engine/worker-link.ts';
import { estimateGif, type GifJob, makeGif } from './gif-job.ts';

const REPORT_MS = 50;

const answer = answerJobs<GifJob>(async (job) => {
  if (job.kind === 'estimate') return estimateGif(job);
  let said = performance.now();
  return makeGif(job, (share) => {
    if (performance.now() - said < REPORT_MS) return;
    said = performance.now();
    self.postMessage({ report: share });
  });
});

self.addEventListener('message', ({ data }: MessageEvent<JobMessage<GifJob>>) => answer(data));
