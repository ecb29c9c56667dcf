// The smallest form of a recipe, run in this tab: a button, the progress, and its tables beside the paper's.

import type { RecipeData, PaperLetter } from '@afterstate/lab/papers';
import { count, small } from '../shell/numbers.ts';
import type { RecipeReport } from './messages.ts';
import { PaperFigure } from './paper-figure.tsx';
import { outcomes, runRecipe, running, stopRecipe } from './recipe-run.ts';
import { ResultTable } from './result-table.tsx';

export function RunHere({ recipe, letter }: { recipe: RecipeData; letter: PaperLetter }) {
  const own = running.value?.recipe === recipe.id;
  const outcome = outcomes.value[recipe.id];
  return (
    <section class="run-here panel" aria-label={`Run here: ${recipe.title}`}>
      <p>
        The smallest form runs in this tab, in about {seconds(recipe.pageSeconds ?? 1)}. It shows how the recipe works:
        with so few games, its numbers say little.
      </p>
      {own ? (
        <RunProgress progress={running.value?.progress} />
      ) : (
        <button
          type="button"
          class="primary"
          aria-disabled={running.value !== undefined}
          onClick={() => void runRecipe(recipe.id)}
        >
          {outcome ? 'Run again' : 'Run here'}
        </button>
      )}
      {!own && running.value && <p class="about">Another recipe is running; wait until it ends.</p>}
      {outcome && 'problem' in outcome && (
        <p class="problem" role="alert">
          {outcome.problem}
        </p>
      )}
      {outcome && 'tables' in outcome && (
        <>
          <p role="status">Done in {small(outcome.seconds)} s.</p>
          {outcome.tables.map((table, i) => (
            <ResultTable key={i} table={table} letter={letter} label=", run here" />
          ))}
          <details>
            <summary>{outcome.figures.length === 1 ? 'Figure of this run' : 'Figures of this run'}</summary>
            {outcome.figures.map((figure, i) => (
              <PaperFigure key={i} figure={figure} />
            ))}
          </details>
        </>
      )}
    </section>
  );
}

const DOES: Readonly<Record<RecipeReport['does'], string>> = {
  games: 'playing',
  learning: 'learning',
  counting: 'counting',
};

function RunProgress({ progress }: { progress: RecipeReport | undefined }) {
  const share = progress
    ? (progress.step + (progress.games > 0 ? progress.done / progress.games : 0)) / progress.steps
    : 0;
  return (
    <div class="run-progress">
      <progress value={share} aria-label="Progress" />
      <span>
        {progress
          ? `Step ${progress.step + 1} of ${progress.steps}, ${DOES[progress.does]}${progress.games > 0 ? `: ${count(progress.done)} of ${count(progress.games)} games` : ''}`
          : 'Starting'}
      </span>
      <button type="button" onClick={stopRecipe}>
        Stop
      </button>
    </div>
  );
}

function seconds(n: number): string {
  return n === 1 ? 'a second' : `${count(n)} seconds`;
}
