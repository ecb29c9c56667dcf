// The player that a request asks for: checks its spec against the limits of this server, finds its model, and decides which host
// thinks.

import { basename, dirname } from 'node:path';
import type { Game, Spec } from 'afterstate';
import { DEFAULT_GAME, formatSpec, InputError, parseGame, parseSpec, playerNamed } from 'afterstate';
import { champion } from 'afterstate/node';
import type { FastifyRequest } from 'fastify';
import { concealQuoted } from './conceal.ts';
import { Refusal } from './errors.ts';
import type { Limits } from './limits.ts';
import { SPEC_LIMITS } from './limits.ts';
import type { KnownModel, ModelCatalogue } from './model-catalogue.ts';
import { PlayerHost } from './player-host.ts';
import type { HostStart } from './player-messages.ts';
import type { Seat } from './player-pool.ts';

export interface AskedPlayer {
  readonly game: Game;
  /** Which host to ask, and with which spec. */
  readonly seat: Seat;
  readonly player: string;
  /** A spec from the host, in the words of the request. */
  shown(spec: string): string;
  /** An error of the host about the spec, in the words of the request. */
  explained(error: unknown): unknown;
}

/** Opens nothing. The spec must come from `checkedSpec`. */
export async function askedPlayer(
  spec: Spec,
  gameSpec: string | undefined,
  models: ModelCatalogue,
  limits: Limits,
): Promise<AskedPlayer> {
  const named = await findModel(spec, models);
  const game = about('game', () => parseGame(gameSpec ?? named?.info.game ?? DEFAULT_GAME));
  const model = named ?? (await usualModel(spec, game, models));
  if (model && model.info.game !== game.name) {
    throw new Refusal(422, `player: '${spec.model}' is a model of ${model.info.game}, and the game is ${game.name}`);
  }
  const { seat, player } = seatOf(spec, model, game, limits);
  return {
    game,
    seat,
    player,
    shown(written) {
      const { name, options } = parseSpec(written);
      return formatSpec(name, Object.fromEntries(options), spec.model);
    },
    explained: (error) => explained(error, spec, player, model),
  };
}

export function checkedSpec(text: string): Spec {
  const spec = parseSpec(text);
  playerNamed(spec.name);
  for (const [key, value] of spec.options) {
    // No player option needs more, and so none can name a file.
    if (!/^[\w.,+*-]+$/.test(value)) {
      throw new InputError(
        `'${value}' for ${key} is not allowed here; options may contain only letters, digits and .,+*-`,
      );
    }
    const most = Object.hasOwn(SPEC_LIMITS, key) ? SPEC_LIMITS[key]! : Infinity;
    // A range, `2-4`, counts as its larger end.
    if (value.split(/(?<!e)[-,]/i).some((number) => Number(number) > most)) {
      throw new InputError(`'${value}' for ${key} is more than this server allows; ${key} is at most ${most} here`);
    }
  }
  return spec;
}

export function limitsText(): string {
  return Object.entries(SPEC_LIMITS)
    .map(([key, most]) => `${key} at most ${most}`)
    .join(', ');
}

/** Adds the name of the body's field to an InputError. */
export function about<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? new Refusal(422, `${field}: ${error.message}`) : error;
  }
}

async function findModel({ model: name }: Spec, models: ModelCatalogue): Promise<KnownModel | undefined> {
  if (name === undefined) return undefined;
  const model = await models.find(name).catch((error: unknown) =>
    about('player', () => {
      throw error;
    }),
  );
  if (!model) throw new Refusal(422, `player: there is no model '${name}' here; /api/models lists them`);
  if (model.path.includes('?')) {
    throw new Refusal(422, `player: '${name}' cannot be opened: the folder it is in has a '?' in its name`);
  }
  return model;
}

/** The network that `ntuple` plays by default, if it is listed: it is loaded only once, named or not. */
async function usualModel(spec: Spec, game: Game, models: ModelCatalogue): Promise<KnownModel | undefined> {
  if (spec.name !== 'ntuple') return undefined;
  const folder = await champion(game);
  const usual = folder && (await models.find(`models/${basename(folder)}`).catch(() => undefined));
  return usual && dirname(usual.path) === folder ? usual : undefined;
}

/** Which host thinks: there is one for each n-tuple network and each neural one, and one for all players without a model. */
function seatOf(
  spec: Spec,
  model: KnownModel | undefined,
  game: Game,
  limits: Limits,
): Pick<AskedPlayer, 'seat' | 'player'> {
  const options = Object.fromEntries([...spec.options].sort(([a], [b]) => (a < b ? -1 : 1)));
  const kind = playerNamed(spec.name).model === 'none' ? 'none' : spec.name === 'ntuple' ? 'ntuple' : 'neural';
  const start: HostStart = {
    atOnce: limits.moves + limits.gamesAtOnce,
    mostTable: SPEC_LIMITS['table']!,
    ...(kind === 'ntuple' && { network: { game: game.spec, model: model?.path } }),
  };
  const key = {
    none: 'players',
    ntuple: ['ntuple', game.spec, model?.version ?? ''].join('\n'),
    neural: ['neural', model?.version ?? spec.name].join('\n'),
  }[kind];
  return {
    seat: { key, open: () => PlayerHost.open(start, kind === 'neural') },
    // The shared network is the spec's own.
    player: formatSpec(spec.name, options, kind === 'ntuple' ? undefined : model?.path),
  };
}

/** A player's error about its spec, in the words of the request. */
function explained(error: unknown, spec: Spec, opened: string, model: KnownModel | undefined): unknown {
  if (!(error instanceof InputError)) return error;
  const message = model
    ? error.message.replaceAll(opened, spec.text).replaceAll(model.path, model.info.name)
    : error.message.replaceAll(opened, spec.text);
  return new Refusal(422, `player: ${concealQuoted(message)}`);
}

/** All requests from one address; on this machine, where everybody has the same address, those of one connection. */
export function clientOf({ socket }: FastifyRequest): string {
  const address = socket.remoteAddress ?? '';
  return /^(127\.|::1$|::ffff:127\.)/.test(address) ? `${address} ${socket.remotePort}` : address;
}
