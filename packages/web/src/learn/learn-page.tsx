// Where a network learns in the tab. Until the learner is part of the page, it says what will be here, and no more.

import { hrefOf } from '../shell/address.ts';

export function LearnPage() {
  return (
    <main class="page">
      <h1>Learn</h1>
      <div class="empty">
        <p>
          A network starts with nothing and learns by playing itself: after each move it corrects what it thought of the
          board before. Here it will do so before your eyes, in this tab.
        </p>
        <p class="quiet">This build cannot do that yet. The help explains how it works.</p>
        <a href={hrefOf('help', { about: 'learning' })}>How learning works</a>
      </div>
    </main>
  );
}
