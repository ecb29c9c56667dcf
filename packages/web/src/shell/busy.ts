// What goes on behind the page in view.

import { signal } from '@preact/signals';

/** Whether a network learns in this tab. */
export const isLearning = signal(false);
