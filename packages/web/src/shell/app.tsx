// The frame around the pages: name, navigation, game, theme, and the region that screen readers listen to.

import { GAME_NAMES } from 'afterstate';
import { PlayPage } from '../play/play-page.tsx';
import { isLearning } from './busy.ts';
import { hrefOf, page, type Page, PAGES } from './address.ts';
import { Icon, type IconName } from './icon.tsx';
import { LaterPage } from './later-page.tsx';
import { announcement } from './notes.ts';
import { gameName, theme, THEMES } from './settings.ts';

const NAMES: Readonly<Record<Page, readonly [title: string, icon: IconName]>> = {
  play: ['Play', 'board'],
  learn: ['Learn', 'learn'],
  analyse: ['Analyse', 'analyse'],
  runs: ['Runs', 'runs'],
  help: ['Help', 'help'],
};

export function App() {
  document.title = page.value === 'play' ? 'afterstate' : `${NAMES[page.value][0]} · afterstate`;
  return (
    <>
      <header class="top">
        <a class="name" href={hrefOf('play')}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect x="2" y="2" width="13" height="13" rx="3" opacity=".35" />
            <rect x="17" y="2" width="13" height="13" rx="3" opacity=".55" />
            <rect x="2" y="17" width="13" height="13" rx="3" opacity=".75" />
            <rect x="17" y="17" width="13" height="13" rx="3" />
          </svg>
          afterstate
        </a>
        <nav aria-label="Pages">
          {PAGES.map((target) => (
            <a key={target} href={hrefOf(target)} aria-current={page.value === target ? 'page' : undefined}>
              <Icon name={NAMES[target][1]} />
              {NAMES[target][0]}
              {target === 'learn' && isLearning.value && (
                <i class="busy" title="A network learns in this tab">
                  <span class="unseen">, a network learns</span>
                </i>
              )}
            </a>
          ))}
        </nav>
        <GameChoice />
        <ThemeButton />
      </header>
      {page.value === 'play' ? <PlayPage /> : <LaterPage name={page.value} />}
      <div class="unseen" role="status" aria-live="polite">
        {announcement.value}
      </div>
    </>
  );
}

function GameChoice() {
  return (
    <div class="choice" role="group" aria-label="Game">
      {GAME_NAMES.map((name) => (
        <button key={name} type="button" aria-pressed={gameName.value === name} onClick={() => (gameName.value = name)}>
          {name === 'threes' ? 'Threes' : name}
        </button>
      ))}
    </div>
  );
}

function ThemeButton() {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
  const label = `Theme: ${theme.value === 'system' ? "the system's" : theme.value}`;
  return (
    <button type="button" class="plain theme" aria-label={label} title={label} onClick={() => (theme.value = next)}>
      <Icon name={theme.value} />
    </button>
  );
}
