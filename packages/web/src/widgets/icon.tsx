// The app's icons, drawn on a grid of 24 with one weight of line.

import { PAGES } from '../shell/pages.ts';

const PATHS = {
  undo: 'M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6',
  redo: 'm15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6',
  edit: 'M4 20h4L19 9l-4-4L4 16zM13 7l4 4',
  share: 'M12 15V4m0 0L8 8m4-4 4 4M5 13v6h14v-6',
  new: 'M4.5 4.5h15v15h-15zM12 8.5v7M8.5 12h7',
  reset: 'M5 12a7 7 0 1 0 2-4.9M7 3v4.1H11',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 6v12M15.5 6v12',
  step: 'M6 6v12l8.5-6zM18 6v12',
  hint: 'M9 17.5h6M10 20.5h4M12 3.5a6 6 0 0 0-3.6 10.8c.5.4.9 1 1 1.7h5.2c.1-.7.5-1.3 1-1.7A6 6 0 0 0 12 3.5z',
  board: PAGES.play.icon,
  analyse: PAGES.analyse.icon,
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
  dark: 'M19 14.5A7.5 7.5 0 0 1 9.5 5a7.5 7.5 0 1 0 9.5 9.5z',
  system: 'M12 4a8 8 0 1 0 0 16zM12 4a8 8 0 0 1 0 16',
  up: 'M12 6 5 17h14z',
  right: 'M18 12 7 5v14z',
  down: 'M12 18 19 7H5z',
  left: 'M6 12 17 19V5z',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  settings:
    'M4 8h9M17 8h3M4 16h3M11 16h9M15 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM9 13.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  download: 'M12 4v11m0 0 4-4m-4 4-4-4M5 19h14',
  open: 'M4 18V6h6l2 2h8v10z',
  first: 'M18 6v12l-9-6zM6 6v12',
  previous: 'M15 6l-7 6 7 6',
  next: 'M9 6l7 6-7 6',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  done: 'm5 12.5 4.5 4.5L19 7.5',
} as const;

const FILLED = new Set<IconName>(['up', 'right', 'down', 'left', 'play', 'step', 'first']);

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return <IconPath path={PATHS[name]} filled={FILLED.has(name)} />;
}

/** An icon from outside the table. */
export function IconPath({ path, filled = false }: { path: string; filled?: boolean }) {
  return (
    <svg class={filled ? 'icon filled' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
