// The Papers page: five papers, what their systems were, their tables and figures with ours beside them, and their players to try.
// The measurements are the page's own data, loaded when the page is first opened.

import type { PaperData } from '@afterstate/lab/papers';
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { address, hrefOf } from '../shell/address.ts';
import { RecipeView } from './recipe-view.tsx';
import { Tries } from './tries.tsx';
import '../style/papers.css';

const papers = signal<readonly PaperData[] | undefined>(undefined);
const failed = signal(false);

async function loadPapers(): Promise<void> {
  failed.value = false;
  try {
    papers.value ??= (await import('virtual:papers')).PAPERS;
  } catch {
    failed.value = true;
  }
}

export default function PapersPage() {
  useEffect(() => void loadPapers(), []);
  const all = papers.value;
  const wanted = address.value.parameters.get('paper');
  const paper = all?.find(({ key }) => key === wanted) ?? all?.[0];
  return (
    <main class="papers" aria-busy={!paper && !failed.value}>
      <h1>Papers</h1>
      <p class="quiet">
        The project repeats five papers: each of their numbered tables and figures has a recipe, which puts our numbers
        beside theirs with 95% intervals. Small forms of some recipes run in this tab.
      </p>
      {failed.value && (
        <div class="empty">
          <p>The results could not be loaded: you are offline, or a newer version of the app is available.</p>
          <button type="button" class="primary" onClick={() => void loadPapers()}>
            Try again
          </button>
        </div>
      )}
      {all && paper && (
        <>
          <nav class="paper-list" aria-label="The five papers">
            {all.map(({ key, name }) => (
              <a
                key={key}
                href={hrefOf('papers', { paper: key })}
                aria-current={key === paper.key ? 'true' : undefined}
              >
                {name}
              </a>
            ))}
          </nav>
          <PaperView key={paper.key} paper={paper} />
        </>
      )}
    </main>
  );
}

function PaperView({ paper }: { paper: PaperData }) {
  const { letter, name, title, about, tries, tables, figures, recipes } = paper;
  const measured = recipes.findIndex(({ result }) => result !== undefined);
  return (
    <article aria-labelledby="paper">
      <div class="paper-about">
        <h2 id="paper">{name}</h2>
        <p>
          <cite>{title}</cite>
        </p>
        <p>{about}</p>
      </div>
      <Tries tries={tries} />
      <section aria-labelledby="recipes">
        <h3 id="recipes">{contents(tables, figures)}</h3>
        <div class="recipes">
          {recipes.map((recipe, i) => (
            <RecipeView key={recipe.id} recipe={recipe} letter={letter} open={i === Math.max(0, measured)} />
          ))}
        </div>
      </section>
    </article>
  );
}

function contents(tables: number, figures: number): string {
  const of = (n: number, one: string): string => (n === 1 ? `1 ${one}` : `${n} ${one}s`);
  return [of(tables, 'table'), ...(figures > 0 ? [of(figures, 'figure')] : [])].join(' and ');
}
