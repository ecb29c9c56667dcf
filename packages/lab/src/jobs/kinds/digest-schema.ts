// A digest in the parameters and results of jobs.

import { z } from 'zod';
import { DIGEST } from '../digest.ts';

export const digest = z.string().regex(DIGEST, 'it must be a SHA-256 digest, in 64 hexadecimal digits');
