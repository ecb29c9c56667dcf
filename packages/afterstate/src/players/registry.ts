// Every player there is, by name: what turns a player spec into a player.

import type { Platform } from '../kernel/platform.ts';
import { InputError } from '../rules/input-error.ts';
import type { Game } from '../rules/game.ts';
import type { Spec } from '../rules/spec.ts';
import { parseSpec } from '../rules/spec.ts';
import { cycle } from './cycle.ts';
import { expectimax } from './expectimax.ts';
import { alphabeta, minimax } from './minimax.ts';
import { montecarlo } from './montecarlo.ts';
import { nneonneo } from './nneonneo.ts';
import { ntuple } from './ntuple.ts';
import { ovolve } from './ovolve.ts';
import type { Player } from './player.ts';
import { random } from './random.ts';

export interface PlayerContext {
  readonly platform: Platform;
  readonly game: Game;
  readonly threads: number;
  /** Bytes of a model that have arrived, of all. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface PlayerKind {
  readonly name: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Its spec with every option. */
  readonly form: string;
  open(spec: Spec, context: PlayerContext): Promise<Player>;
}

const kinds: PlayerKind[] = [random, cycle, expectimax, minimax, alphabeta, montecarlo, ovolve, nneonneo, ntuple];

/** Those that come with the library, and those that were added. */
export const PLAYERS: readonly PlayerKind[] = kinds;

/** Makes further players known, which need what the library does not have: a runtime for neural networks. */
export function addPlayers(...more: readonly PlayerKind[]): void {
  for (const kind of more) {
    if (kinds.some(({ name }) => name === kind.name)) throw new Error(`there is a player ${kind.name} already`);
    kinds.push(kind);
  }
}

export async function openPlayerOn(platform: Platform, text: string, game: Game, threads = 1): Promise<Player> {
  const spec = parseSpec(text);
  const kind = PLAYERS.find(({ name }) => name === spec.name);
  if (!kind)
    throw new InputError(`unknown player '${spec.name}'; there are ${PLAYERS.map(({ name }) => name).join(', ')}`);
  return kind.open(spec, { platform, game, threads });
}
