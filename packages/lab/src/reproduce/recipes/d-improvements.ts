// Yeh et al., figures 17 and 24: more features, a smaller step size at the end, and TD(λ), one after the other.

import { mean, meanInterval } from 'afterstate/measure';
import { learningCurves } from '../cells.ts';
import type { Recipe, Scale, Settings, Step } from '../recipe.ts';
import { ALPHA, ALPHA_FINAL, NETWORK, STAGE_GAMES } from '../yeh.ts';

const MORE = ' empty distinct merge double';
const VARIANTS: readonly {
  readonly name: string;
  readonly id: string;
  readonly settings: (scale: Scale) => Settings;
}[] = [
  { name: 'TD(0)', id: 'base', settings: () => ({}) },
  { name: '+ (a) features', id: 'a', settings: (scale) => ({ network: NETWORK[scale] + MORE }) },
  {
    name: '+ (b) smaller steps',
    id: 'ab',
    settings: (scale) => ({ network: NETWORK[scale] + MORE, alphaFinal: ALPHA_FINAL }),
  },
  {
    name: '+ (c) TD(λ)',
    id: 'abc',
    settings: (scale) => ({
      network: NETWORK[scale] + MORE,
      alphaFinal: ALPHA_FINAL,
      method: 'td-lambda',
      lambda: 0.5,
    }),
  },
];

function improvements(game: '2048' | 'threes', figure: number, page: number): Recipe {
  // In Threes the paper shows only all of them together.
  const variants = game === '2048' ? VARIANTS : [VARIANTS[0]!, VARIANTS[3]!];
  const label = (name: string): string => (game === '2048' || name === 'TD(0)' ? name : '(a), (b) and (c)');
  return {
    id: `d-figure${figure}`,
    paper: 'd',
    title: `${game === 'threes' ? 'Threes: more' : 'More'} features, a smaller step size, TD(λ)`,
    serves: [`figure${figure}`],
    expectation:
      'each adds to the average, the smaller step size most, once learning is near its end; at short it is not, so smaller steps come too early or not at all.',
    readings: [
      '“Once saturated” is read as `--alpha-final` has it: a line through the later half of the averages, 100 or more, rises by less than 2%.',
      'TD(λ) is the paper’s five-step return with λ = 0.5 (formula 6).',
    ],
    deviations: ['At short, 60,000 games of the first stage instead of 5 million; one seed.'],
    coreSeconds: { smoke: game === '2048' ? 8 : 5, short: game === '2048' ? 1800 : 500, full: 200_000 },

    steps: (scale): Step[] =>
      variants.map(({ id, settings }) => ({
        kind: 'train',
        name: id,
        settings: {
          network: NETWORK[scale],
          method: 'td',
          alpha: ALPHA,
          games: STAGE_GAMES[scale],
          block: scale === 'smoke' ? 20 : 1000,
          ...(game === 'threes' && { game }),
          seed: 1,
          threads: 1,
          ...settings(scale),
        },
      })),

    outcome(results) {
      return {
        tables: [
          {
            items: [`d/figure${figure}`],
            title: 'The last tenth of learning',
            page,
            columns: [
              { key: 'games', label: 'games learned from' },
              { key: 'average', label: 'average score' },
            ],
            rows: variants.map(({ name, id }) => {
              const lines = results.trained(id).metrics;
              const last = lines
                .slice(-Math.max(2, Math.floor(lines.length / 10)))
                .map((line) => line.averageScore ?? 0);
              const average = { value: mean(last), ci95: meanInterval(last) ?? null };
              return { label: label(name), ours: [{ label: 'here', cells: { games: lines.at(-1)!.games, average } }] };
            }),
          },
        ],
        figures: [
          {
            title: `Yeh et al. 2016, figure ${figure}`,
            x: { label: 'games' },
            y: { label: 'average score', fromZero: true },
            series: variants.flatMap(({ name, id }) =>
              learningCurves(label(name), results.trained(id).metrics, 'averageScore'),
            ),
          },
        ],
      };
    },
  };
}

export const improvements2048 = improvements('2048', 17, 8);
export const improvementsThrees = improvements('threes', 24, 10);
