// What a board is worth by hand-written rules, as specs name it: a sum of He et al.'s heuristics with weights,
// `snake*1+empty*200`, or one of two known players' own. kernel/src/heuristics.ts says what each of them is.

import type { Kernel } from '../kernel/kernel.ts';
import { EVALUATION, EVALUATION_WEIGHTS } from '../kernel/layout.ts';
import { InputError } from '../rules/input-error.ts';
import type { Spec } from '../rules/spec.ts';
import { readText } from '../rules/spec.ts';

/** The order is the kernel's. */
export const HEURISTICS = ['snake', 'score', 'monotonicity', 'smoothness', 'empty'] as const;
export type Heuristic = (typeof HEURISTICS)[number];
/** What each heuristic of a sum weighs; those that are left out weigh nothing. */
export type Weights = ReadonlyMap<Heuristic, number>;

export type Evaluation = Weights | 'nneonneo' | 'ovolve';

/** Reads the option `eval`; `snake` unless it is given. */
export function readWeights(spec: Spec): Weights {
  const text = readText(spec, 'eval', 'snake');
  const weights = new Map<Heuristic, number>();
  for (const term of text.split('+')) {
    const [name = '', weight = '1', ...rest] = term.split('*');
    const heuristic = HEURISTICS.find((candidate) => candidate === name);
    if (!heuristic || rest.length > 0 || !/^-?(\d+\.?\d*|\.\d+)(e-?\d+)?$/i.test(weight)) {
      throw new InputError(
        `'${term}' in eval=${text} of '${spec.text}' is not possible; eval is a sum of ${HEURISTICS.join(', ')}, each with a weight if it is not 1: snake+empty*200`,
      );
    }
    if (weights.has(heuristic)) throw new InputError(`'${heuristic}' stands twice in eval=${text} of '${spec.text}'`);
    weights.set(heuristic, Number(weight));
  }
  return weights;
}

export function formatWeights(weights: Weights): string {
  return [...weights].map(([name, weight]) => (weight === 1 ? name : `${name}*${formatWeight(weight)}`)).join('+');
}

/** Without the plus sign that JavaScript gives large exponents: it would begin another term. */
function formatWeight(weight: number): string {
  return String(weight).replace('e+', 'e');
}

/** Has the kernel value leaves this way. */
export async function setEvaluation(kernel: Kernel, evaluation: Evaluation): Promise<void> {
  kernel.setInt(EVALUATION, evaluation === 'nneonneo' ? 2 : evaluation === 'ovolve' ? 3 : 1);
  HEURISTICS.forEach((name, i) => {
    const weight = typeof evaluation === 'string' ? 0 : (evaluation.get(name) ?? 0);
    kernel.setFloat(EVALUATION_WEIGHTS + 4 * i, weight);
  });
  await kernel.threads.call(0, 'buildHeuristics');
}
