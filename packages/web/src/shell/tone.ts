// Whether the page is light or dark now, for drawing outside style sheets.

import { computed } from '@preact/signals';
import { systemIsDark } from './media.ts';
import { theme } from './settings.ts';

export const tone = computed((): 'light' | 'dark' =>
  theme.value === 'system' ? (systemIsDark.value ? 'dark' : 'light') : theme.value,
);
