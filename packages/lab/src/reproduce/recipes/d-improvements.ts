// Yeh et al., figures 17 and 24: more features, a smaller step size at the end, and TD(λ), one after the other.

import { mean, meanInterval } from 'afterstate/measure';
import { learningCurves } from '../cells.ts';
import type { BlockMetrics } from '../../learn/trainer.ts';
import type { Recipe, Settings, Step } from '../recipe.ts';
import { alphaFinalOf, alphaOf, NETWORK, STAGE_GAMES } from '../yeh.ts';

const MORE = ' empty distinct merge double';

const VARIANTS: readonly {
  readonly name: string;
  readonly id: string;
  readonly features?: boolean;
  readonly smaller?: boolean;
  readonly more?: Settings;
}[] = [
  { name: 'TD(0)', id: 'base' },
  { name: '+ (a) features', id: 'a', features: true },
  { name: '+ (b) smaller steps', id: 'ab', features: true, smaller: true },
  {
    name: '+ (c) TD(λ)',
    id: 'abc',
    features: true,
    smaller: true,
    more: { method: 'td-lambda', lambda: 0.5 },
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
      game === '2048'
        ? 'each adds to the average, the smaller step size most, as the paper says, and as soon as the step size falls.'
        : 'all of them together are above TD(0) from the beginning, and further once the step size falls.',
    readings: [
      '“Once saturated” is read at full as `--alpha-final` has it: a line through the later half of the averages, 100 or more, rises by less than 2%.',
      'TD(λ) is the paper’s five-step return with λ = 0.5 (formula 6).',
    ],
    deviations: [
      `At short, ${STAGE_GAMES[game].short.toLocaleString('en')} games of the first stage instead of 5 million; one seed.`,
      'At short learning is far from saturated when it ends, so the step size falls after three quarters of the games (`--alpha-drop`).',
    ],
    coreSeconds: { smoke: game === '2048' ? 8 : 5, short: game === '2048' ? 300 : 35, full: 200_000 },

    steps: (scale): Step[] =>
      variants.map(({ id, features, smaller, more }) => {
        const network = NETWORK[scale] + (features ? MORE : '');
        const games = STAGE_GAMES[game][scale];
        return {
          kind: 'train',
          name: id,
          settings: {
            network,
            method: 'td',
            alpha: alphaOf(network, game),
            games,
            block: scale === 'smoke' ? 20 : 1000,
            ...(game === 'threes' && { game }),
            seed: 1,
            threads: 1,
            ...(smaller && { alphaFinal: alphaFinalOf(network, game) }),
            // At full, once learning is saturated; the other scales end long before that.
            ...(smaller && scale !== 'full' && { alphaDrop: (3 * games) / 4 }),
            ...more,
          },
        };
      }),

    outcome(results) {
      return {
        tables: [
          {
            items: [`d/figure${figure}`],
            title: 'The last tenth of learning',
            page,
            columns: [
              { key: 'games', label: 'games learned from' },
              { key: 'lowered', label: 'smaller steps after' },
              { key: 'average', label: 'average score' },
            ],
            rows: variants.map(({ name, id }) => {
              const lines = results.trained(id).metrics;
              const last = lines
                .slice(-Math.max(2, Math.floor(lines.length / 10)))
                .map((line) => line.averageScore ?? 0);
              const average = { value: mean(last), ci95: meanInterval(last) ?? null };
              const lowered = loweredAfter(lines);
              const cells = { games: lines.at(-1)!.games, ...(lowered !== undefined && { lowered }), average };
              return { label: label(name), ours: [{ label: 'here', cells }] };
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

/** The games after which the step size fell. */
function loweredAfter(lines: readonly BlockMetrics[]): number | undefined {
  const first = lines.findIndex(({ alpha }) => alpha < lines[0]!.alpha);
  return first > 0 ? lines[first - 1]!.games : undefined;
}

export const improvements2048 = improvements('2048', 17, 8);
export const improvementsThrees = improvements('threes', 24, 10);
