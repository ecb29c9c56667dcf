// The stages of a training compared with their normalised scores (Yeh et al., IV.B): curves, and their final numbers.

import { mean, meanInterval } from 'afterstate/measure';
import type { BlockMetrics } from '../learn/trainer.ts';
import type { Figure, Series } from '../measure/figure.ts';
import { learningCurves } from './cells.ts';
import type { Row, Table } from './table.ts';

/** The metrics of the trainings that taught the stages, the first stages first; a later training takes the stages of earlier ones. */
export type StageRuns = readonly (readonly BlockMetrics[])[];

export const MAXIMA_READING =
  'Maximum scores of a stage are over all its games; the paper takes as many of them as would have reached the stage.';

/** The final score of games that reached a split, by the weights before it; `null` if none did. */
interface Normalised {
  readonly stage: number;
  readonly score: number | null;
  readonly games: number;
}

/**
 * For each stage after the first. A training that takes stages from another collects their boards again; the last collection
 * counts.
 */
function normalisedScores(runs: StageRuns): Normalised[] {
  const found = new Map<number, Normalised>();
  for (const { phase, normalisedScore, reachedGames = 0 } of runs.flat()) {
    const stage = Number(/^boards of stage (\d+)$/.exec(phase)?.[1]);
    if (normalisedScore !== undefined) found.set(stage, { stage, score: normalisedScore, games: reachedGames });
  }
  return [...found.values()].sort((a, b) => a.stage - b.stage);
}

function stageNumber(phase: string): number {
  return Number(/^stage (\d+)$/.exec(phase)?.[1]);
}

/** Scores while each stage learns, and for averages the normalised score that it has to beat, in the colour of the stage before. */
export function stageCurves(title: string, runs: StageRuns, key: 'averageScore' | 'maxScore'): Figure {
  const curves = runs.flatMap((metrics) => learningCurves('', metrics, key)).map(named);
  const end = Math.max(1, ...curves.flatMap(({ points }) => points.map(({ x }) => x)));
  const levels = key === 'maxScore' ? [] : normalisedScores(runs);
  return {
    title,
    x: { label: 'games of the stage' },
    y: { label: `${key === 'averageScore' ? 'average' : 'maximum'} score`, fromZero: true },
    series: [
      ...curves,
      ...levels.map(({ stage, score }): Series => ({
        name: `normalised ${stage - 1}-${stage}`,
        isLevel: true,
        points:
          score === null
            ? []
            : [
                { x: 0, y: score },
                { x: end, y: score },
              ],
      })),
    ].filter(({ points }) => points.length > 0),
  };
}

/** The curve of a single training is named after its phase alone. */
function named({ name = '', ...series }: Series): Series {
  return { ...series, name: name.replace(/^, /, '') || 'stage 1' };
}

/** The last tenth of each stage next to the normalised score of the stage before. */
export function stageTable(
  items: readonly string[],
  title: string,
  page: number,
  strategies: readonly (readonly [name: string, runs: StageRuns])[],
): Table {
  return {
    items,
    title,
    page,
    columns: [
      { key: 'games', label: 'games learned from' },
      { key: 'average', label: 'last tenth: average score' },
      { key: 'reached', label: 'games that reached the split' },
      { key: 'normalised', label: 'normalised score of the stage before' },
    ],
    rows: strategies.flatMap(([name, runs]) => stageRows(name, runs)),
  };
}

function stageRows(name: string, runs: StageRuns): Row[] {
  const levels = normalisedScores(runs);
  const stages = [...new Set(runs.flat().map(({ phase }) => stageNumber(phase)))].filter((stage) => stage > 0);
  return stages.map((stage): Row => {
    const lines = runs
      .flat()
      .filter(({ phase, averageScore }) => stageNumber(phase) === stage && averageScore !== null);
    const last = lines.slice(-Math.max(2, Math.floor(lines.length / 10))).map(({ averageScore }) => averageScore ?? 0);
    const level = levels.find((one) => one.stage === stage);
    return {
      label: `${name}, stage ${stage}`,
      ours: [
        {
          label: 'here',
          cells: {
            ...(last.length > 0 && {
              games: learnedGames(runs, stage),
              average: { value: mean(last), ci95: meanInterval(last) ?? null },
            }),
            ...(level && { reached: level.games }),
            ...(level && level.score !== null && { normalised: level.score }),
          },
        },
      ],
    };
  });
}

function learnedGames(runs: StageRuns, stage: number): number {
  const run = runs.find((metrics) => metrics.some(({ phase }) => stageNumber(phase) === stage)) ?? [];
  const first = run.findIndex(({ phase }) => stageNumber(phase) === stage);
  const last = run.findLast(({ phase }) => stageNumber(phase) === stage);
  return (last?.games ?? 0) - (run[first - 1]?.games ?? 0);
}
