// Expectimax on a heuristic: every move, everything that chance may do, and so on for `depth` choices; then the afterstate is
// valued, and what was scored on the way counts as much as `score` weighs.
//
// He et al. count a depth as a choice and chance's answer to it, value the board after that answer, know only new 2s, and
// draw one empty cell at random instead of looking at all: `depth=N&leaf=state&spawn=2&sample=1` is their agent.

import { Kernel } from '../kernel/kernel.ts';
import { freeFrom } from '../kernel/kernel.ts';
import { LEAF_STATES, ONLY_TWOS, PLAYER, SAMPLE } from '../kernel/layout.ts';
import type { Game } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import type { Spec } from '../rules/spec.ts';
import { allowNoModel, allowOptions, formatSpec, readChoice, readInteger } from '../rules/spec.ts';
import { formatWeights, readWeights, setEvaluation } from './evaluation.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';
import { formatTable, MOST_PLIES, readCutoff, readTable, setSearch, tableBytes } from './search.ts';

const EXPECTIMAX = 3;
const DEFAULT_DEPTH = 2;

/** How many choices a heuristic player looks ahead. */
export function readDepth(spec: Spec, fallback = DEFAULT_DEPTH): number {
  return readInteger(spec, 'depth', { min: 1, max: MOST_PLIES }, fallback);
}

/** What the searcher believes: which tiles appear, and where it values a line. */
export interface Belief {
  readonly spawn: 'any' | '2';
  readonly leaf: 'after' | 'state';
}

export const BELIEF_KEYS = ['spawn', 'leaf'];
export const BELIEF_FORM = 'spawn=any|2&leaf=after|state';

export function readBelief(spec: Spec, game: Game): Belief {
  const spawn = readChoice(spec, 'spawn', ['any', '2'], 'any');
  if (spawn === '2' && game.name !== '2048')
    throw new InputError(`spawn=2 in '${spec.text}' is for 2048; leave it out in ${game.name}`);
  return { spawn, leaf: readChoice(spec, 'leaf', ['after', 'state'], 'after') };
}

export function formatBelief({ spawn, leaf }: Belief): Record<string, string | undefined> {
  return { spawn: spawn === 'any' ? undefined : spawn, leaf: leaf === 'after' ? undefined : leaf };
}

export function setBelief(kernel: Kernel, { spawn, leaf }: Belief): void {
  kernel.setInt(ONLY_TWOS, spawn === '2' ? 1 : 0);
  kernel.setInt(LEAF_STATES, leaf === 'state' ? 1 : 0);
}

export const expectimax: PlayerKind = {
  name: 'expectimax',
  summary: 'expectimax on a heuristic',
  form: `expectimax?eval=snake&depth=${DEFAULT_DEPTH}&cutoff=0&sample=0|1&${BELIEF_FORM}&table=18`,
  async open(spec, { platform, game, threads }) {
    allowNoModel(spec);
    allowOptions(spec, ['eval', 'depth', 'cutoff', 'sample', ...BELIEF_KEYS, 'table']);
    const weights = readWeights(spec);
    const depth = readDepth(spec);
    const cutoff = readCutoff(spec, 0);
    const sample = readChoice(spec, 'sample', ['0', '1'], '0');
    const belief = readBelief(spec, game);
    const table = readTable(spec);
    const kernel = await Kernel.open(platform, { game, threads, bytes: tableBytes(table, threads) });
    kernel.setInt(PLAYER, EXPECTIMAX);
    kernel.setInt(SAMPLE, Number(sample));
    setBelief(kernel, belief);
    setSearch(kernel, { least: depth, most: depth, by: 'empties', ms: 0, cutoff, table }, freeFrom(0, threads));
    await setEvaluation(kernel, weights);
    return new KernelPlayer(
      formatSpec('expectimax', {
        eval: formatWeights(weights),
        depth,
        cutoff: cutoff === 0 ? undefined : cutoff,
        sample: sample === '0' ? undefined : sample,
        ...formatBelief(belief),
        table: formatTable(table),
      }),
      kernel,
      // Where chance is sampled, threads of different randomness would look at different games.
      sample === '0' ? { most: depth, ms: 0 } : undefined,
    );
  },
};
