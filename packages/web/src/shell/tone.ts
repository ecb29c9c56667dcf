// Whether the page is light or dark at the moment, for what is drawn outside of style sheets.

import { computed } from '@preact/signals';
import { systemIsDark } from './media.ts';
import { theme } from './settings.ts';

export const tone = computed((): 'light' | 'dark' =>
  theme.value === 'system' ? (systemIsDark.value ? 'dark' : 'light') : theme.value,
);
