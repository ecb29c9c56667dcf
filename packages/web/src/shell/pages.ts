// The pages of the app, in the order of the navigation: what the address and the frame know of each. The address of a page is
// `#/NAME`, and its component is the default export of `NAME/NAME-page.tsx`.

interface PageEntry {
  readonly title: string;
  /** Whether the chosen game affects it. */
  readonly game?: boolean;
  /** The page that leads to it and stands for it in the navigation, if it has no entry of its own there. */
  readonly under?: string;
  /** Whether it is under More when the navigation has no room for all. */
  readonly more?: boolean;
  /** Drawn on a grid of 24, like those in widgets/icon.tsx. */
  readonly icon: string;
}

export const PAGES = {
  play: { title: 'Play', game: true, icon: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z' },
  learn: { title: 'Learn', game: true, icon: 'M4 19h16M5 16c4 0 5-9 9-10 2-.4 4-.5 6-.5' },
  networks: {
    title: 'Networks',
    more: true,
    icon: 'M4 4h4v4H4zM10 4h4v4h-4zM16 4h4v4h-4zM4 10h4v4H4zM10 10h4v4h-4zM4 16h4v4H4z',
  },
  analyse: { title: 'Analyse', game: true, icon: 'M4 17l4-5 4 3 4-8 4 4' },
  practise: { title: 'Practise', game: true, more: true, icon: 'M5 4h14v16H5zM9 4v16M12 9h4M12 13h4' },
  games: { title: 'Games', game: true, more: true, icon: 'M5 5h14v4H5zM5 10h14v4H5zM5 15h14v4H5z' },
  replay: { title: 'Replay', under: 'games', icon: 'M8 5.5v13l10.5-6.5z' },
  tournament: {
    title: 'Tournament',
    game: true,
    more: true,
    icon: 'M7 4h10v4a5 5 0 0 1-10 0zM12 13v4M8 20h8M7 6H4v1a3 3 0 0 0 3 3M17 6h3v1a3 3 0 0 1-3 3',
  },
  papers: { title: 'Papers', more: true, icon: 'M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6' },
  runs: { title: 'Runs', more: true, icon: 'M5 6h14M5 12h9M5 18h11' },
  elsewhere: { title: 'Elsewhere', more: true, icon: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6' },
  help: { title: 'Help', more: true, icon: 'M9 9.2A3 3 0 1 1 13 12c-.7.3-1 .9-1 1.6v.6M12 17.6v.2' },
} as const satisfies Readonly<Record<string, PageEntry>>;

export type Page = keyof typeof PAGES;

export function entryOf(page: Page): PageEntry {
  return PAGES[page];
}

export const PAGE_NAMES = Object.keys(PAGES) as readonly Page[];

/** The page that the navigation shows for a page: itself, or the one that leads to it. */
export function placeOf(page: Page): Page {
  const { under } = entryOf(page);
  return under !== undefined && isPage(under) ? under : page;
}

export function isPage(name: string): name is Page {
  return Object.hasOwn(PAGES, name);
}
