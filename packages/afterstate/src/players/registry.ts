// All players by name: what turns a player spec into a player.

import type { Platform } from '../kernel/platform.ts';
import { InputError } from '../rules/input-error.ts';
import type { Game } from '../rules/game.ts';
import { parseSpec } from '../rules/spec.ts';
import { cycle } from './cycle.ts';
import { expectimax } from './expectimax.ts';
import type { PlayerKind } from './kind.ts';
import { alphabeta, minimax } from './minimax.ts';
import { montecarlo } from './montecarlo.ts';
import { nneonneo } from './nneonneo.ts';
import { ntuple } from './ntuple.ts';
import { ovolve } from './ovolve.ts';
import type { Player } from './player.ts';
import { random } from './random.ts';

const kinds: PlayerKind[] = [random, cycle, expectimax, minimax, alphabeta, montecarlo, ovolve, nneonneo, ntuple];

/** Those that come with the library, and those added to it. */
export const PLAYERS: readonly PlayerKind[] = kinds;

/**
 * Adds players that need something the library does not have: a runtime for neural networks. The same player may be
 * added again; another with the same name may not.
 */
export function addPlayers(...more: readonly PlayerKind[]): void {
  for (const kind of more) {
    const there = kinds.find(({ name }) => name === kind.name);
    if (there && there !== kind) throw new Error(`there is already a player ${kind.name}`);
    if (!there) kinds.push(kind);
  }
}

/** The kind of player that a spec names. */
export function playerNamed(name: string): PlayerKind {
  const kind = PLAYERS.find((candidate) => candidate.name === name);
  if (!kind) throw new InputError(`unknown player '${name}'; choose from ${PLAYERS.map((one) => one.name).join(', ')}`);
  return kind;
}

export async function openPlayerOn(platform: Platform, text: string, game: Game, threads = 1): Promise<Player> {
  const spec = parseSpec(text);
  return playerNamed(spec.name).open(spec, { platform, game, threads });
}
