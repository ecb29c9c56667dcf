// The pages by name. A wide screen has room for all of them; otherwise the pages that people use most are in the bar and the
// others in a sheet behind More.

import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { hrefOf, page } from '../shell/address.ts';
import { isLearning } from '../shell/busy.ts';
import { isRoomy } from '../shell/media.ts';
import { entryOf, type Page, PAGE_NAMES, placeOf } from '../shell/pages.ts';
import { Icon, IconPath } from '../widgets/icon.tsx';
import { Sheet } from '../widgets/sheet.tsx';
import { fetchAhead } from './later-pages.tsx';

const moreOpen = signal(false);
const SHOWN = PAGE_NAMES.filter((name) => placeOf(name) === name);
const OTHERS = SHOWN.filter((name) => entryOf(name).more);

export function Navigation() {
  const all = isRoomy.value;
  const here = placeOf(page.value);
  const hidden = !all && OTHERS.includes(here);
  useLayoutEffect(() => void (moreOpen.value = false), [page.value, all]);
  return (
    <>
      <nav aria-label="Pages">
        {SHOWN.filter((name) => all || !entryOf(name).more).map((name) => (
          <PageLink key={name} name={name} />
        ))}
        {!all && (
          <button
            type="button"
            class="more-pages"
            aria-haspopup="dialog"
            aria-current={hidden ? 'page' : undefined}
            onClick={() => (moreOpen.value = true)}
          >
            {hidden ? <IconPath path={entryOf(here).icon} /> : <Icon name="more" />}
            {hidden ? entryOf(here).title : 'More'}
          </button>
        )}
      </nav>
      {!all && (
        <Sheet title="More pages" open={moreOpen.value} onClose={() => (moreOpen.value = false)}>
          <div class="page-list">
            {OTHERS.map((name) => (
              <PageLink key={name} name={name} />
            ))}
          </div>
        </Sheet>
      )}
    </>
  );
}

function PageLink({ name }: { name: Page }) {
  const { title, icon } = entryOf(name);
  return (
    <a
      href={hrefOf(name)}
      aria-current={placeOf(page.value) === name ? 'page' : undefined}
      onPointerEnter={() => fetchAhead(name)}
      onFocus={() => fetchAhead(name)}
      // Even if the page is already in view.
      onClick={() => (moreOpen.value = false)}
    >
      <IconPath path={icon} />
      {title}
      {name === 'learn' && isLearning.value && (
        <i class="busy" title="A network is learning in this tab">
          <span class="unseen">, a network is learning</span>
        </i>
      )}
    </a>
  );
}
