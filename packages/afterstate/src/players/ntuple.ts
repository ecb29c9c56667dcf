// Plays with an n-tuple network: the move with the largest sum of gain and value, at one ply or by search.

import { DOWNGRADE as DOWNGRADE_AT, PLAYER, PLAYER_NETWORK } from '../kernel/layout.ts';
import type { ModelFile } from '../networks/model.ts';
import type { Network } from '../networks/network.ts';
import { PlacedNetwork } from '../networks/placed-network.ts';
import { narrowStep } from '../networks/placement.ts';
import type { PlaceOptions } from '../networks/placed-network.ts';
import { stageGuess } from '../networks/stages.ts';
import { loadWeights, TooWide } from '../networks/weights.ts';
import type { Platform } from '../kernel/platform.ts';
import type { State } from '../rules/game.ts';
import { InputError } from '../rules/input-error.ts';
import { KernelPlayer } from './kernel-player.ts';
import { consultEndgames, ENDGAME, endgamesBytes } from './endgames.ts';
import type { PlayerContext } from './kind.ts';
import { definePlayer } from './kind.ts';
import { SEARCH } from './options.ts';
import type { GameResults, PlayOptions } from './player.ts';
import {
  DOWNGRADE,
  isSearch,
  knownByDefault,
  searchOf,
  type SearchOptions,
  setSearch,
  tableBytes,
  usualPlies,
} from './search.ts';

export class NetworkPlayer extends KernelPlayer {
  readonly #placed: PlacedNetwork;
  readonly #search: SearchOptions;

  constructor(spec: string, placed: PlacedNetwork, search: SearchOptions) {
    super(spec, placed.kernel, isSearch(search) ? search : undefined);
    this.#placed = placed;
    this.#search = search;
    placed.kernel.setInt(PLAYER, PLAYER_NETWORK);
    setSearch(placed.kernel, search, placed.extra);
  }

  async playOn(state: State, options: PlayOptions): Promise<GameResults> {
    const { kernel, extra } = this.#placed;
    setSearch(kernel, { ...this.#search, least: 1, most: 1, ms: 0 }, extra);
    try {
      return await this.play(options, state);
    } finally {
      setSearch(kernel, this.#search, extra);
    }
  }

  protected override stageOf(state: State): number {
    return stageOf(this.#placed, state);
  }
}

/** The stage that a network is in on a board. */
export function stageOf({ network, game }: PlacedNetwork, { board }: State): number {
  return stageGuess(network.stages, board, (exponent) => game.tile(exponent));
}

/** The options of a spec. */
export const NTUPLE_OPTIONS = { ...SEARCH, downgrade: DOWNGRADE, endgame: ENDGAME } as const;

/** A network in memory, and what its file says about it. */
export interface LoadedNetwork {
  readonly placed: PlacedNetwork;
  /** For messages. */
  readonly name: string;
  /** The largest exponent that it knows. */
  readonly trained: number;
}

/** Reads a model's file, or the strongest that ships; `extra` bytes follow the weights, if it can be searched. */
export async function loadNetwork(
  { platform, game, threads }: PlayerContext,
  named: string | undefined,
  searched: boolean,
  extra: number,
): Promise<LoadedNetwork> {
  const name = named ?? (await platform.champion(game.name));
  if (name === undefined)
    throw new InputError(
      `no network for ${game.name} is here; give one, ntuple:FILE${platform.modelsRemedy ? `, ${platform.modelsRemedy}` : ''}`,
    );
  const source = await platform.openModel(name);
  try {
    // Code that only shows the players and their options need not load the file readers.
    const { readAnyModel } = await import('../networks/read-model.ts');
    const model = await readAnyModel(source);
    const { network } = model;
    if (network.description.game !== game.name) {
      throw new InputError(
        `'${name}' is a network for ${network.description.game}, not for ${game.name}; give --game ${network.description.game}`,
      );
    }
    if (searched) requireSearchable(network, name);
    const trained = knownByDefault(game, model.header.trainedLargest);
    return { placed: await placeModel(platform, model, { game, network, threads, extra }), name, trained };
  } finally {
    await source.close?.();
  }
}

/** In 16 bits per weight if that is enough. */
async function placeModel(platform: Platform, model: ModelFile, options: PlaceOptions): Promise<PlacedNetwork> {
  const load = async (step: number): Promise<PlacedNetwork> => {
    const placed = await PlacedNetwork.open(platform, { ...options, step });
    try {
      await loadWeights(placed, model, { fresh: true });
      return placed;
    } catch (error) {
      await placed.close();
      throw error;
    }
  };
  const step = narrowStep(model.network, model.step);
  if (step === 0) return load(0);
  return load(step).catch((error: unknown) => {
    if (error instanceof TooWide) return load(0);
    throw error;
  });
}

export function requireSearchable({ description: { values } }: Network, name: string): void {
  if (values === 'afterstate') return;
  throw new InputError(
    `'${name}' values ${values}s, and only values of afterstates are searched; leave ply and ms out`,
  );
}

export const ntuple = definePlayer(
  {
    name: 'ntuple',
    title: 'N-tuple network',
    summary: 'an n-tuple network',
    model: 'optional',
    options: NTUPLE_OPTIONS,
  },
  async ({ text, model, values, canonical }, context) => {
    const search = searchOf(values, text);
    const tables = isSearch(search) ? tableBytes(search.table, context.threads) : 0;
    const extra = tables + endgamesBytes(values.endgame, context.game);
    const { placed, trained } = await loadNetwork(context, model, isSearch(search), extra);
    placed.kernel.setInt(DOWNGRADE_AT, values.downgrade ?? trained);
    await consultEndgames(placed.kernel, values.endgame, placed.extra + tables);
    return new NetworkPlayer(canonical({ ply: usualPlies(search.ms), downgrade: trained }), placed, search);
  },
);
