// One recipe of a paper, behind a line that says what it is for and which results exist.

import { itemNames, type PaperLetter, type RecipeData } from '@afterstate/lab/papers';
import { count } from '../shell/numbers.ts';
import { PaperFigure } from './paper-figure.tsx';
import { Prose, ProseList } from './prose.tsx';
import { ResultTable } from './result-table.tsx';
import { RunHere } from './run-here.tsx';

export function RecipeView({ recipe, letter, open }: { recipe: RecipeData; letter: PaperLetter; open: boolean }) {
  const { title, items, expectation, readings, deviations, result, pageSeconds } = recipe;
  return (
    <details class="recipe" open={open}>
      <summary>
        <span class="recipe-title">
          <h3>{title}</h3>
          <small>
            {itemNames(items, letter) || 'from the text'}
            {' · '}
            {stateOf(recipe)}
          </small>
        </span>
      </summary>
      <div class="recipe-body">
        {expectation !== '' && (
          <p>
            <strong>Expected:</strong> <Prose text={expectation} />
          </p>
        )}
        {result?.tables.map((table, i) => (
          <ResultTable key={i} table={table} letter={letter} />
        ))}
        {result && result.figures.length > 0 && (
          <details>
            <summary>{result.figures.length === 1 ? 'Figure' : `${result.figures.length} figures`}</summary>
            {result.figures.map((figure, i) => (
              <PaperFigure key={i} figure={figure} />
            ))}
          </details>
        )}
        {pageSeconds !== undefined && <RunHere recipe={recipe} letter={letter} />}
        <ProseList title="What differs" items={deviations} />
        <ProseList title="Where the paper is silent" items={readings} />
        <Origin recipe={recipe} />
      </div>
    </details>
  );
}

function stateOf({ result, pageSeconds }: RecipeData): string {
  if (result) return result.scale === 'earlier' ? 'an earlier measurement by hand' : 'ours beside the paper’s';
  return pageSeconds === undefined ? 'not run yet' : 'not run yet; a small form runs here';
}

const SCALES = { smoke: 'smallest', short: 'short', full: 'full' } as const;

/** Where the numbers come from, and the commands that make them. */
function Origin({ recipe: { id, result } }: { recipe: RecipeData }) {
  if (!result)
    return (
      <p class="about">
        Nobody has run it for the manual yet. <code>npx afterstate reproduce {id} --scale short</code> does, on a
        computer.
      </p>
    );
  const { scale, machine, seconds = 0, finished = '', commands } = result;
  return (
    <>
      <p class="about">
        {scale === 'earlier'
          ? 'Measured by hand, before there were recipes.'
          : `Measured at the ${SCALES[scale]} scale in ${duration(seconds)}${machine ? ` on ${machine.cpu}, ${machine.cores} cores` : ''}${finished === '' ? '' : `, ${finished.slice(0, 10)}`}. Intervals are 95%.`}
      </p>
      {commands.length > 0 && (
        <details>
          <summary>{commands.length === 1 ? 'The command' : `The ${commands.length} commands`}</summary>
          <div class="table-scroll" tabIndex={0} role="region" aria-label="Commands">
            <pre>{commands.join('\n')}</pre>
          </div>
        </details>
      )}
    </>
  );
}

function duration(seconds: number): string {
  if (seconds < 90) return `${count(Math.max(1, seconds))} s`;
  return seconds < 5400 ? `${count(seconds / 60)} minutes` : `${count(seconds / 3600)} hours`;
}
