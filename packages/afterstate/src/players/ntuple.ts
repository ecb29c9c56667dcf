// Plays by an n-tuple network: the move with the largest gain and value, by one ply or by search.

import { DOWNGRADE, PLAYER } from '../kernel/layout.ts';
import { Learner } from '../networks/learner.ts';
import { readModel } from '../networks/read-model.ts';
import { stageGuess } from '../networks/stages.ts';
import { loadWeights } from '../networks/weights.ts';
import type { State } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { allowOptions, formatSpec } from '../rules/spec.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { GameResults, PlayOptions } from './player.ts';
import type { PlayerKind } from './registry.ts';
import {
  formatDowngrade,
  formatSearch,
  isSearch,
  readDowngrade,
  readSearch,
  type SearchOptions,
  SEARCH_FORM,
  SEARCH_KEYS,
  setSearch,
  tableBytes,
} from './search.ts';

const NETWORK = 2;

export class NetworkPlayer extends KernelPlayer {
  readonly #learner: Learner;
  readonly #search: SearchOptions;

  constructor(spec: string, learner: Learner, search: SearchOptions) {
    super(spec, learner.kernel, isSearch(search) ? search : undefined);
    this.#learner = learner;
    this.#search = search;
    learner.kernel.setInt(PLAYER, NETWORK);
    setSearch(learner.kernel, search, learner.tables);
  }

  async playOn(state: State, options: PlayOptions): Promise<GameResults> {
    const { kernel, tables } = this.#learner;
    setSearch(kernel, { ...this.#search, least: 1, most: 1, ms: 0 }, tables);
    try {
      return await this.play(options, state);
    } finally {
      setSearch(kernel, this.#search, tables);
    }
  }

  protected override stageOf(state: State): number {
    return stageGuess(this.#learner.network.stages, state.board, (exponent) => this.game.tile(exponent));
  }
}

export const ntuple: PlayerKind = {
  name: 'ntuple',
  summary: 'an n-tuple network',
  form: `ntuple[:MODEL]?${SEARCH_FORM}&downgrade=auto`,
  async open(spec, { platform, game, threads, onProgress }) {
    allowOptions(spec, [...SEARCH_KEYS, 'downgrade']);
    const search = readSearch(spec);
    // A wrong spec is said before a model is read.
    readDowngrade(spec, game, undefined);
    const name = spec.model ?? (await platform.champion(game.name));
    if (name === undefined)
      throw new InputError(`no network for ${game.name} ships with the project yet; give one: ntuple:FILE`);
    const source = await platform.openModel(name, onProgress);
    try {
      const model = await readModel(source);
      if (model.network.description.game !== game.name) {
        throw new InputError(
          `'${name}' is a network for ${model.network.description.game}, not for ${game.name}; give --game ${model.network.description.game}`,
        );
      }
      if (isSearch(search) && model.network.description.values !== 'afterstate') {
        throw new InputError(
          `'${name}' values ${model.network.description.values}s, and only values of afterstates are searched; leave ply and ms out`,
        );
      }
      const tables = isSearch(search) ? tableBytes(search.table, threads) : 0;
      const { network } = model;
      const { trainedLargest } = model.header;
      const known = readDowngrade(spec, game, trainedLargest);
      const learner = await Learner.open(platform, { game, network, threads, coherent: false, tables });
      learner.kernel.setInt(DOWNGRADE, known);
      try {
        await loadWeights(learner, model, { fresh: true, ...(onProgress && { onProgress }) });
      } catch (error) {
        await learner.close();
        throw error;
      }
      const options = { ...formatSearch(search), downgrade: formatDowngrade(known, game, trainedLargest) };
      return new NetworkPlayer(formatSpec('ntuple', options, spec.model), learner, search);
    } finally {
      await source.close?.();
    }
  },
};
