// Plays by an n-tuple network: the move with the largest gain and value, by one ply or by search.

import { PLAYER } from '../kernel/layout.ts';
import { Learner } from '../networks/learner.ts';
import { readModel } from '../networks/read-model.ts';
import { stageGuess } from '../networks/stages.ts';
import { loadWeights } from '../networks/weights.ts';
import type { State } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { allowOptions, formatSpec } from '../rules/spec.ts';
import { KernelPlayer } from './kernel-player.ts';
import type { PlayerKind } from './registry.ts';

const NETWORK = 2;

export class NetworkPlayer extends KernelPlayer {
  readonly #learner: Learner;

  constructor(spec: string, learner: Learner) {
    super(spec, learner.kernel);
    this.#learner = learner;
    learner.kernel.setInt(PLAYER, NETWORK);
  }

  protected override stageOf(state: State): number {
    return stageGuess(this.#learner.network.stages, state.board, (exponent) => this.game.tile(exponent));
  }
}

export const ntuple: PlayerKind = {
  name: 'ntuple',
  summary: 'an n-tuple network',
  form: 'ntuple:MODEL',
  async open(spec, { platform, game, threads, onProgress }) {
    allowOptions(spec, []);
    if (spec.model === undefined) throw new InputError(`'${spec.text}' names no model; give one: ntuple:FILE`);
    const source = await platform.openModel(spec.model);
    try {
      const model = await readModel(source);
      if (model.network.description.game !== game.name) {
        throw new InputError(
          `'${spec.model}' is a network for ${model.network.description.game}, not for ${game.name}; give --game ${model.network.description.game}`,
        );
      }
      const learner = await Learner.open(platform, { game, network: model.network, threads, coherent: false });
      try {
        await loadWeights(learner, model, onProgress ? { onProgress } : {});
      } catch (error) {
        await learner.close();
        throw error;
      }
      return new NetworkPlayer(formatSpec('ntuple', {}, spec.model), learner);
    } finally {
      await source.close?.();
    }
  },
};
