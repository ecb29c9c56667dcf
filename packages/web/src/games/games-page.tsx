// The Games page: every game played here, the networks that were kept, and everything as one file.

import { parseGame } from 'afterstate';
import { useEffect } from 'preact/hooks';
import { hrefOf } from '../shell/address.ts';
import { KEEPING_WORDS, keepingProblem } from '../shell/keeping.ts';
import { megabytes } from '../shell/numbers.ts';
import { gameName } from '../shell/settings.ts';
import { dateWords } from '../shell/words.ts';
import { titleOf } from '../players/models.ts';
import { FileButton } from '../widgets/file-button.tsx';
import { Icon } from '../widgets/icon.tsx';
import { GameList } from './game-list.tsx';
import {
  downloadNetwork,
  dropNetwork,
  exportAll,
  importAll,
  imported,
  importProblem,
  list,
  networks,
  playNetwork,
  taken,
} from './games.ts';
import './games.css';

export default function GamesPage() {
  useEffect(() => {
    const look = (): void => void list();
    look();
    // Another tab may have played in the meantime.
    addEventListener('focus', look);
    return () => removeEventListener('focus', look);
  }, []);
  const problem = keepingProblem.value;
  return (
    <main class="page games">
      <h1>Games</h1>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {KEEPING_WORDS[problem]}
        </p>
      )}
      <GameList game={gameName.value} />
      <p class="quiet">
        A game from elsewhere, as a record file: <a href={hrefOf('replay')}>Replay</a> opens it.
      </p>
      <Networks />
      <OneFile />
    </main>
  );
}

function Networks() {
  const all = networks.value;
  return (
    <section aria-label="Networks">
      <h2>Networks</h2>
      {all.length === 0 ? (
        <p class="quiet">
          Networks that you keep on <a href={hrefOf('learn')}>Learn</a>, play with or open from a file stay here and are
          offered among the players.
        </p>
      ) : (
        <ul class="kept-list">
          {all.map((model) => (
            <li key={model.name}>
              <div class="what">
                <b>{titleOf(model.name)}</b>
                <span class="quiet">
                  {parseGame(model.game).title}, {megabytes(model.size)}, {dateWords(model.at)}
                </span>
              </div>
              <div class="buttons">
                <button type="button" onClick={() => playNetwork(model)}>
                  Play with it
                </button>
                <button type="button" class="plain" onClick={() => downloadNetwork(model)}>
                  Download
                </button>
                <button type="button" class="plain" onClick={() => void dropNetwork(model)}>
                  Delete
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function OneFile() {
  return (
    <section aria-label="Everything as one file">
      <h2>Everything as one file</h2>
      <p class="quiet">
        Games, networks, trainings, analyses, tournaments, statistics, the notebook and settings, to keep elsewhere or
        take to another browser. An import adds to what is here and deletes nothing.
        {taken.value !== undefined && ` The browser keeps ${megabytes(taken.value)} for this page.`}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => void exportAll()}>
          <Icon name="download" />
          Export everything
        </button>
        <FileButton
          label="Import a file"
          what="An exported file"
          accept=".backup"
          onPick={(file) => void importAll(file)}
        />
      </div>
      <p role="status" class="quiet">
        {imported.value}
      </p>
      {importProblem.value !== undefined && (
        <p class="problem" role="alert">
          {importProblem.value}
        </p>
      )}
    </section>
  );
}
