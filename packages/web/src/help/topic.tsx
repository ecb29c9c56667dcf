// An idea of the help page: a few sentences and one picture. Its address is `#/help?about=` and its name.

import type { ComponentChildren } from 'preact';

interface TopicProps {
  readonly of: string;
  readonly title: string;
  readonly picture: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Topic({ of, title, picture, children }: TopicProps) {
  return (
    <section class="topic" id={`about-${of}`}>
      <div class="topic-text">
        <h3>{title}</h3>
        {children}
      </div>
      {picture}
    </section>
  );
}
