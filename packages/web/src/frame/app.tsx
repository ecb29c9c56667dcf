// The frame around the pages: name, navigation, game, theme, what the app says, and the region that screen readers listen to. On
// a phone a note takes the place of the name, where it covers nothing.

import { GAME_NAMES, parseGame } from 'afterstate';
import { useLayoutEffect } from 'preact/hooks';
import PlayPage from '../play/play-page.tsx';
import { hrefOf, page } from '../shell/address.ts';
import { isWide } from '../shell/media.ts';
import { announcement, note } from '../shell/notes.ts';
import { entryOf } from '../shell/pages.ts';
import { gameName, theme, THEMES } from '../shell/settings.ts';
import { Icon } from '../widgets/icon.tsx';
import { Said } from '../widgets/said.tsx';
import { LaterPage } from './later-pages.tsx';
import { Navigation } from './navigation.tsx';

export function App() {
  document.title = page.value === 'play' ? 'afterstate' : `${entryOf(page.value).title} · afterstate`;
  // Before the page's effects, which may scroll elsewhere.
  useLayoutEffect(() => scrollTo(0, 0), [page.value]);
  return (
    <>
      <header class={!isWide.value && note.value ? 'top says' : 'top'}>
        <a class="name" href={hrefOf('play')}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <rect x="2" y="2" width="13" height="13" rx="3" opacity=".35" />
            <rect x="17" y="2" width="13" height="13" rx="3" opacity=".55" />
            <rect x="2" y="17" width="13" height="13" rx="3" opacity=".75" />
            <rect x="17" y="17" width="13" height="13" rx="3" />
          </svg>
          afterstate
        </a>
        <Navigation />
        {entryOf(page.value).game && <GameChoice />}
        <ThemeButton />
        {!isWide.value && <Said />}
      </header>
      {isWide.value && page.value !== 'play' && <Said />}
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
          {parseGame(name).title}
        </button>
      ))}
    </div>
  );
}

function ThemeButton() {
  const next = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
  const label = `Theme: ${theme.value === 'system' ? 'system' : theme.value}`;
  return (
    <button type="button" class="plain theme" aria-label={label} title={label} onClick={() => (theme.value = next)}>
      <Icon name={theme.value} />
    </button>
  );
}
