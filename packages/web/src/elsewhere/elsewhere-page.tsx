// Elsewhere: hints on other 2048 pages, by a bookmark or a userscript, and boards from other pages in this app.

import { useSignal } from '@preact/signals';
import { hrefOf } from '../shell/address.ts';
import { say } from '../shell/notes.ts';
import { Icon } from '../widgets/icon.tsx';
import { FileButton } from '../widgets/file-button.tsx';
import { openPicture } from '../play/picture.ts';
import { bookmarklet, SCRIPT } from './bookmarklet.ts';
import '../style/elsewhere.css';

export default function ElsewherePage() {
  const app = new URL('./', document.baseURI).href;
  const address = bookmarklet(app);
  const dragged = useSignal(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(address);
      say('Copied. Make a bookmark and paste this as its address.');
    } catch {
      say('The browser blocks copying. Drag the button to the bookmarks instead.');
    }
  };
  return (
    <main class="page elsewhere">
      <h1>Elsewhere</h1>
      <p class="about">
        See the best move while you play 2048 on another page. The hint reads that page’s board, thinks in that page
        with the small network 2048-tiny, three plies deep, and sends nothing anywhere.
      </p>

      <section class="panel">
        <h2>A bookmark</h2>
        <p>
          Drag this button to your browser’s bookmarks. On a page with 2048, click the bookmark: a small panel shows
          what each move is worth and follows the game. Click it again to close the panel. If you cannot drag, as on a
          phone, copy it, bookmark any page, and replace that bookmark’s address with it.
        </p>
        <div class="buttons">
          <a
            class="button primary bookmarklet"
            href={address}
            onClick={(event) => {
              event.preventDefault();
              dragged.value = true;
            }}
          >
            <Icon name="hint" />
            2048 hint
          </a>
          <button type="button" onClick={() => void copy()}>
            <Icon name="copy" />
            Copy
          </button>
        </div>
        {dragged.value && (
          <p role="status">
            It does nothing here: drag it to the bookmarks, or copy it and paste it as the address of a new bookmark.
          </p>
        )}
      </section>

      <section class="panel">
        <h2>A userscript</h2>
        <p>
          With a userscript extension such as Tampermonkey or Violentmonkey, the panel appears by itself on pages whose
          address contains 2048. The script is one file and works without this app.
        </p>
        <div class="buttons">
          <a class="button" href={`./${SCRIPT}`}>
            <Icon name="new" />
            Install
          </a>
          <a class="button" href={`./${SCRIPT}`} download={SCRIPT}>
            <Icon name="download" />
            Download
          </a>
        </div>
      </section>

      <section class="panel">
        <h2>A board from elsewhere</h2>
        <p>
          Paste a screenshot or a board as text on the <a href={hrefOf('play')}>Play</a> page, drop a picture anywhere,
          or choose one. It opens in the editor, where you can correct it. The picture stays in this page.
        </p>
        <div class="buttons">
          <FileButton
            label="Choose a picture"
            what="A picture of a board"
            accept="image/png,image/jpeg,image/webp"
            onPick={(file) => void openPicture(file)}
          />
        </div>
      </section>

      <section class="limits">
        <h2>Where it works</h2>
        <ul>
          <li>On pages with a 4×4 board that draw tiles as the classic 2048 does or keep its saved game.</li>
          <li>
            The bookmark fetches its script from this app, at <code>{app}</code>. Pages over https allow that only if
            the app is on https too or runs on this machine, and the browser may ask you first.
          </li>
          <li>
            Some pages forbid other sites’ scripts. Then the bookmark says so and offers to open the app with the board;
            some also forbid WebAssembly, and the panel says that it cannot think there.
          </li>
        </ul>
      </section>
    </main>
  );
}
