// What a board is worth by hand-written rules, as named in specs: a weighted sum of He et al.'s heuristics,
// `snake*1+empty*200`, or the evaluation of one of two known players. kernel/src/heuristics.ts defines each of them.

import type { Kernel } from '../kernel/kernel.ts';
import * as at from '../kernel/layout.ts';
import { parseNumber } from '../rules/option-types.ts';
import type { Option, ValueType } from '../rules/options.ts';
import { option, readOption } from '../rules/options.ts';
import type { Spec } from '../rules/spec.ts';

/** Their numbers in the kernel, and their labels for people. */
const TERMS = {
  snake: [at.HEURISTIC_SNAKE, 'snake'],
  score: [at.HEURISTIC_SCORE, 'score'],
  monotonicity: [at.HEURISTIC_MONOTONICITY, 'monotonicity'],
  smoothness: [at.HEURISTIC_SMOOTHNESS, 'smoothness'],
  empty: [at.HEURISTIC_EMPTY, 'empty cells'],
} as const;
export type Heuristic = keyof typeof TERMS;
export const HEURISTICS = Object.keys(TERMS) as readonly Heuristic[];
/** The weight of each heuristic in a sum; those left out have none. */
export type Weights = ReadonlyMap<Heuristic, number>;

/** The largest weight: it keeps the values of boards far from the largest number. */
const MOST = 1e12;

export type Evaluation = Weights | 'nneonneo' | 'ovolve';

const weights: ValueType<Weights> = {
  shape: () => ({
    kind: 'weights',
    possible: `a sum of ${HEURISTICS.join(', ')}, each with a weight if it is not 1: snake+empty*200`,
    choices: [
      ...HEURISTICS.map((name) => [name, TERMS[name][1]] as const),
      ['snake+empty*200', 'snake and empty cells'],
    ],
  }),
  read(text, { wrong }) {
    const read = new Map<Heuristic, number>();
    for (const term of text.split('+')) {
      const [name, weight = '1', ...rest] = term.split('*');
      const heuristic = HEURISTICS.find((candidate) => candidate === name);
      const value = parseNumber(weight);
      if (!heuristic || rest.length > 0 || value === undefined) throw wrong(term);
      if (Math.abs(value) > MOST) throw wrong(term, `has a weight above ${MOST}`);
      if (read.has(heuristic)) throw wrong(heuristic, 'appears twice; name each heuristic once');
      read.set(heuristic, value);
    }
    return read;
  },
  write: formatWeights,
};

export const EVAL: Option<Weights> = option(weights, {
  default: new Map([['snake', 1]]),
  always: true,
  label: 'evaluation',
  about: 'how boards are judged at the end of a line',
});

/** The weights that a spec's option `eval` has. */
export function readWeights(spec: Spec): Weights {
  return readOption(spec, 'eval', EVAL);
}

export function formatWeights(weights: Weights): string {
  return [...weights].map(([name, weight]) => (weight === 1 ? name : `${name}*${formatWeight(weight)}`)).join('+');
}

/** Without the plus sign that JavaScript writes in large exponents: it would begin another term. */
function formatWeight(weight: number): string {
  return String(weight).replace('e+', 'e');
}

/** Makes the kernel value leaves this way. */
export async function setEvaluation(kernel: Kernel, evaluation: Evaluation): Promise<void> {
  const known = { nneonneo: at.EVALUATION_BY_NNEONNEO, ovolve: at.EVALUATION_BY_OVOLVE };
  kernel.setInt(at.EVALUATION, typeof evaluation === 'string' ? known[evaluation] : at.EVALUATION_BY_SUM);
  for (const name of HEURISTICS) {
    const weight = typeof evaluation === 'string' ? 0 : (evaluation.get(name) ?? 0);
    kernel.setFloat(at.EVALUATION_WEIGHTS + 4 * TERMS[name][0], weight);
  }
  await kernel.threads.call(0, 'buildHeuristics');
}
