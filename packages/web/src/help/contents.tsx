// The contents of the help page: its sections and topics, read from the page itself, so that new topics are listed too.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { hrefOf } from '../shell/address.ts';

interface Entry {
  readonly of: string;
  readonly title: string;
  /** The topics of a section. */
  readonly topics: readonly Omit<Entry, 'topics'>[];
}

function entriesOf(page: Element): readonly Entry[] {
  const entries: { of: string; title: string; topics: { of: string; title: string }[] }[] = [];
  for (const place of page.querySelectorAll('[id^="about-"]')) {
    const of = place.id.replace(/^about-/, '');
    const title = (place.querySelector('h3') ?? place).textContent ?? '';
    if (place.tagName === 'H2') entries.push({ of, title, topics: [] });
    else entries.at(-1)?.topics.push({ of, title });
  }
  return entries;
}

export function Contents() {
  const place = useRef<HTMLElement>(null);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useLayoutEffect(() => setEntries(entriesOf(place.current!.closest('main')!)), []);
  return (
    <nav class="contents" ref={place} aria-label="Contents">
      <ul>
        {entries.map(({ of, title, topics }) => (
          <li key={of}>
            <Link of={of} title={title} />
            {topics.length > 1 && (
              <ul>
                {topics.map((topic) => (
                  <li key={topic.of}>
                    <Link {...topic} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Link({ of, title }: Pick<Entry, 'of' | 'title'>) {
  return (
    <a
      href={hrefOf('help', { about: of })}
      // The address may already be the one in view, with the place scrolled out of sight.
      onClick={() => document.getElementById(`about-${of}`)?.scrollIntoView({ block: 'start' })}
    >
      {title}
    </a>
  );
}
