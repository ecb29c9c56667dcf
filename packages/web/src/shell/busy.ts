// What runs in the background, whichever page is in view.

import { signal } from '@preact/signals';

/** Whether a network is learning in this tab. */
export const isLearning = signal(false);
