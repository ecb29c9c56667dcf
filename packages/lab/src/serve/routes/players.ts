// The players there are, and what they think of a board.

import type { Choice, Game, Spec, State } from 'afterstate';
import { formatSpec, InputError, parseBoard, parseGame, parseSpec, PLAYERS, printBoard } from 'afterstate';
import { openPlayer } from 'afterstate/node';
import { z } from 'zod';
import { concealQuoted } from '../conceal.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonEndpoint } from '../endpoint.ts';
import { Refusal } from '../errors.ts';
import { SPEC_LIMITS } from '../limits.ts';
import type { KnownModel, ModelCatalogue } from '../model-catalogue.ts';
import type { PlayerPool, Seat } from '../player-pool.ts';
import { moveAnswer, moveRequest, playerInfo } from '../schemas.ts';
// These add themselves to the players.
import '../../neural/players.ts';

export function playerEndpoints(pool: PlayerPool, models: ModelCatalogue): Endpoint[] {
  return [
    jsonEndpoint(
      {
        method: 'POST',
        url: '/api/move',
        id: 'chooseMove',
        summary: 'The best move on a board, and the value of each legal one',
        description: `Options of a player have limits here: ${limitsText()}.`,
        body: moveRequest,
        answer: moveAnswer,
        timeLimit: ({ timeLimitMs }) => timeLimitMs,
      },
      async ({ body, signal }) => {
        const spec = about('player', () => checkedSpec(body.player));
        const model = await findModel(spec, models);
        const game = about('game', () => parseGame(body.game ?? model?.info.game ?? '2048'));
        if (model && model.info.game !== game.name) {
          throw new Refusal(
            422,
            `player: '${spec.model}' is a model of ${model.info.game}, and the game is ${game.name}`,
          );
        }
        const state = about('board', () => parseBoard(body.board, game));
        return answer(state, await pool.choose(seatOf(spec, model, game), state, signal), game);
      },
    ),

    jsonEndpoint(
      {
        method: 'GET',
        url: '/api/players',
        id: 'listPlayers',
        summary: 'The kinds of players',
        answer: z.array(playerInfo),
      },
      () => PLAYERS.map(({ name, summary, form }) => ({ name, summary, form })),
    ),
  ];
}

function limitsText(): string {
  return Object.entries(SPEC_LIMITS)
    .map(([key, most]) => `${key} at most ${most}`)
    .join(', ');
}

/** Says about which field of the body an InputError is. */
function about<T>(field: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof InputError ? new Refusal(422, `${field}: ${error.message}`) : error;
  }
}

function checkedSpec(text: string): Spec {
  const spec = parseSpec(text);
  if (!PLAYERS.some(({ name }) => name === spec.name)) {
    throw new InputError(`unknown player '${spec.name}'; there are ${PLAYERS.map(({ name }) => name).join(', ')}`);
  }
  for (const [key, value] of spec.options) {
    // No option of a player needs more; so none can name a file.
    if (!/^[\w.,+-]+$/.test(value)) {
      throw new InputError(`'${value}' for ${key} is not possible here; options have letters, digits and .,+- only`);
    }
    const most = Object.hasOwn(SPEC_LIMITS, key) ? SPEC_LIMITS[key]! : Infinity;
    // A range, `2-4`, is as much as its larger end.
    if (value.split(/(?<!e)[-,]/i).some((number) => Number(number) > most)) {
      throw new InputError(`'${value}' for ${key} is more than this server allows; ${key} is at most ${most} here`);
    }
  }
  return spec;
}

async function findModel({ model: name }: Spec, models: ModelCatalogue): Promise<KnownModel | undefined> {
  if (name === undefined) return undefined;
  const model = await models.find(name).catch((error: unknown) =>
    about('player', () => {
      throw error;
    }),
  );
  if (!model) throw new Refusal(422, `player: there is no model '${name}' here; /api/models lists those there are`);
  if (model.path.includes('?')) {
    throw new Refusal(422, `player: '${name}' cannot be opened: the folder it is in has a '?' in its name`);
  }
  return model;
}

function seatOf(spec: Spec, model: KnownModel | undefined, game: Game): Seat {
  const options = Object.fromEntries([...spec.options].sort(([a], [b]) => (a < b ? -1 : 1)));
  const opened = formatSpec(spec.name, options, model?.path);
  return {
    key: [game.spec, opened, model?.version ?? ''].join('\n'),
    open: () =>
      openPlayer(opened, { game, threads: 1 }).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        const message = model
          ? error.message.replaceAll(opened, spec.text).replaceAll(model.path, model.info.name)
          : error.message;
        throw new Refusal(422, `player: ${concealQuoted(message)}`);
      }),
  };
}

function answer(state: State, { best, moves }: Choice, game: Game): z.output<typeof moveAnswer> {
  return {
    board: printBoard(state, game),
    best: best ?? null,
    moves: moves.map(({ move, value, gain }) => ({ move, value, gain })),
  };
}
