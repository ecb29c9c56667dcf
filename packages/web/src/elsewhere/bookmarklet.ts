// The bookmarklet: it adds the hint's script to the page in view. Putting the whole script into the bookmark was refused: it contains a network and
// a kernel, and Firefox keeps no bookmark beyond 64 kB. If a page lets no script in, the bookmarklet says so and
// offers to open the app with the board, which needs nothing from the page.

import { tilesOnPage } from './page-tiles.ts';

/** The hint's script, also a userscript; it lies beside the page. */
export const SCRIPT = 'afterstate-hint.user.js';

/** All the code in the bookmark; it is turned into text, so it uses nothing but its arguments and the browser. */
function load(app: string, script: string, tiles: typeof tilesOnPage): void {
  const refuse = (): void => {
    const found = tiles();
    const why =
      'This page does not allow the hint script: it forbids other scripts, or it is secure and the app is not.';
    if (!Array.isArray(found)) alert(`${why} It has no board to open in the app either.`);
    else if (confirm(`${why} Open the app with this board instead?`)) {
      const board = [0, 4, 8, 12].map((from) => found.slice(from, from + 4).join()).join('/');
      open(`${app}#/play?game=2048&board=${board}`, '_blank', 'noopener');
    }
  };
  try {
    const element = document.createElement('script');
    element.dataset['afterstate'] = app;
    element.addEventListener('error', refuse);
    element.addEventListener('load', () => element.remove());
    element.src = app + script;
    document.documentElement.append(element);
  } catch {
    refuse();
  }
}

/** `app`: the folder of the app, with a slash at its end. */
export function bookmarklet(app: string): string {
  const code = `(${load.toString()})(${JSON.stringify(app)},${JSON.stringify(SCRIPT)},${tilesOnPage.toString()})`;
  return `javascript:${encodeURIComponent(code)}`;
}
