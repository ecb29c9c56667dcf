// The player of nneonneo's 2048-ai: expectimax on a heuristic that evolution tuned, deeper the more different tiles are on the
// board, without branches that hardly ever happen.

import { Kernel } from '../kernel/kernel.ts';
import { freeFrom } from '../kernel/kernel.ts';
import { PLAYER } from '../kernel/layout.ts';
import { InputError } from '../rules/input-error.ts';
import { allowNoModel, allowOptions, formatSpec } from '../rules/spec.ts';
import { setEvaluation } from './evaluation.ts';
import { readDepth } from './expectimax.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';
import { formatTable, readCutoff, readTable, setSearch, tableBytes } from './search.ts';

const NNEONNEO = 8;
const DEFAULT_CUTOFF = 1e-4;

export const nneonneo: PlayerKind = {
  name: 'nneonneo',
  summary: 'expectimax on a tuned heuristic, deeper where it is hard',
  form: `nneonneo?depth=auto&cutoff=${DEFAULT_CUTOFF}&table=18`,
  async open(spec, { platform, game, threads }) {
    allowNoModel(spec);
    allowOptions(spec, ['depth', 'cutoff', 'table']);
    const auto = (spec.options.get('depth') ?? 'auto') === 'auto';
    const depth = auto ? 0 : readDepth(spec);
    const cutoff = readCutoff(spec, DEFAULT_CUTOFF);
    const table = readTable(spec);
    if (auto && cutoff === 0)
      throw new InputError(`'${spec.text}' would search up to twelve plies without a cutoff; give a depth`);
    const kernel = await Kernel.open(platform, { game, threads, bytes: tableBytes(table, threads) });
    kernel.setInt(PLAYER, NNEONNEO);
    setSearch(kernel, { least: depth, most: depth, by: 'distinct', ms: 0, cutoff, table }, freeFrom(0, threads));
    await setEvaluation(kernel, 'nneonneo');
    return new KernelPlayer(
      formatSpec('nneonneo', {
        depth: auto ? undefined : depth,
        cutoff: cutoff === DEFAULT_CUTOFF ? undefined : cutoff,
        table: formatTable(table),
      }),
      kernel,
      { most: depth, ms: 0 },
    );
  },
};
