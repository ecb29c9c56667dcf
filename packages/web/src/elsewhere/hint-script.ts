// The hint's script, which runs on other sites' pages: as a userscript where the address contains 2048, or from the bookmarklet anywhere. It
// contains the kernel and the smallest network and thinks in the page itself. Having the app answer by messages, from a frame or a window,
// was refused: the app would have to be framable or keep its opener, which costs it its isolation, and pages with
// a policy would block it all the same. Nothing is sent anywhere.

import { type Game, parseBoard, parseGame, type Player } from 'afterstate';
import { openPlayer, setPlaces } from 'afterstate/browser';
import { embedded } from 'afterstate/embedded';
import { MODEL, PLAYER } from 'virtual:hint-model';
import { type Overlay, openOverlay, OVERLAY_ID } from './overlay.ts';
import { tilesOnPage } from './page-tiles.ts';

/** How often the board is read, in ms; when two readings agree, it has come to rest. */
const PAUSE = 60;
/** How often while no board has been seen. */
const LONG_PAUSE = 1000;

const NO_BOARD = 'No board of 2048 was found on this page: neither its tiles nor its saved game have a known form.';

/** The folder of the app, if the bookmarklet named it. */
const app = (document.currentScript as HTMLScriptElement | null)?.dataset['afterstate'];

function start(): void {
  const old = document.getElementById(OVERLAY_ID);
  if (old) {
    old.shadowRoot?.querySelector('button')?.click();
    return;
  }
  const game = parseGame('2048');
  let overlay: Overlay | undefined;
  let closed = false;
  let player: Promise<Player> | undefined;
  // No board reads like this, so the first reading never counts as at rest.
  let before = '?';
  let shown: string | undefined;

  const panel = (): Overlay => (overlay ??= openOverlay(() => (closed = true)));

  const look = async (): Promise<number> => {
    const found = tilesOnPage();
    const now = Array.isArray(found) ? printTiles(found) : (found ?? '');
    const rests = now === before;
    before = now;
    if (!rests || now === shown) return Array.isArray(found) || !rests ? PAUSE : LONG_PAUSE;
    shown = now;
    if (Array.isArray(found)) {
      const link = app === undefined ? undefined : `${app}#/play?game=2048&board=${now}`;
      await answer(panel(), game, now, (player ??= think(game)), link);
      return PAUSE;
    }
    // A userscript also runs on pages that merely mention 2048; there it keeps quiet.
    if (found !== undefined || app !== undefined || overlay) panel().say(found ?? NO_BOARD);
    return LONG_PAUSE;
  };
  const loop = (): void => {
    if (closed) void player?.then((opened) => opened.close()).catch(() => undefined);
    else void look().then((pause) => setTimeout(loop, pause));
  };
  loop();
}

function printTiles(tiles: readonly number[]): string {
  return [0, 4, 8, 12].map((from) => tiles.slice(from, from + 4).join()).join('/');
}

async function answer(
  overlay: Overlay,
  game: Game,
  board: string,
  player: Promise<Player>,
  link: string | undefined,
): Promise<void> {
  try {
    const state = parseBoard(board, game);
    overlay.show(await (await player).choose(state), link);
  } catch (error) {
    overlay.say(problemOf(error), link);
  }
}

function problemOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /Content Security Policy|unsafe-eval|CSP/i.test(message)
    ? 'This page does not allow WebAssembly, so the hint cannot think here.'
    : `The hint cannot be shown: ${message}.`;
}

async function think(game: Game): Promise<Player> {
  const bytes = Uint8Array.from(atob(MODEL), (letter) => letter.charCodeAt(0));
  setPlaces({ ...embedded, model: () => new Blob([bytes]) });
  const player = await openPlayer(PLAYER, { game });
  await player.newGame(1, 0);
  return player;
}

start();
