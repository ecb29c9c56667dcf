// The kinds of players, and what they think of a board.

import type { Choice, Game, Spec, State } from 'afterstate';
import { DEFAULT_GAME, describePlayer, parseGame, PLAYERS, printBoard, readBoard } from 'afterstate';
import { z } from 'zod';
import { about, askedPlayer, checkedSpec, clientOf, limitsText } from '../asked-player.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonEndpoint } from '../endpoint.ts';
import type { Limits } from '../limits.ts';
import type { ModelCatalogue } from '../model-catalogue.ts';
import type { PlayerPool } from '../player-pool.ts';
import { moveAnswer, moveRequest, playerInfo, playersQuery } from '../schemas.ts';

export function playerEndpoints(pool: PlayerPool, models: ModelCatalogue, limits: Limits): Endpoint[] {
  return [
    jsonEndpoint(
      {
        method: 'POST',
        url: '/api/move',
        id: 'chooseMove',
        summary: 'The best move on a board, and the value of each legal one',
        description:
          `Options of a player have limits here: ${limitsText()}. Thinking ends with the time limit, or when the client leaves. ` +
          'If no turn comes in time, the answer is 503, busy, with a retry-after.',
        body: moveRequest,
        answer: moveAnswer,
        timeLimit: ({ timeLimitMs }) => timeLimitMs,
      },
      async ({ body, signal, request }) => {
        const spec = about('player', () => checkedSpec(body.player));
        const patienceMs = patienceOf(spec);
        const leave = pool.enter(Number(spec.options.get('ms') ?? 0), patienceMs);
        try {
          const { game, seat, player, explained } = await askedPlayer(spec, body.game, models, limits);
          const state = about('board', () => readBoard(body.board, game).state);
          const client = clientOf(request);
          const question = { seat, player, game: game.spec, state, client, patienceMs, signal };
          const choice = await pool.choose(question).catch((error: unknown) => {
            throw explained(error);
          });
          return answer(state, choice, game);
        } finally {
          leave();
        }
      },
    ),

    jsonEndpoint(
      {
        method: 'GET',
        url: '/api/players',
        id: 'listPlayers',
        summary: 'The kinds of players, with their options',
        query: playersQuery,
        answer: z.array(playerInfo),
      },
      ({ query }) => {
        const game = about('game', () => parseGame(query.game ?? DEFAULT_GAME));
        return PLAYERS.map((kind) => describePlayer(kind, game));
      },
    ),
  ];
}

/** Waits shorter than this are no reason to refuse anyone. */
const LEAST_PATIENCE_MS = 40;

/** Whoever sets a time limit is in a hurry: without a turn within twice that time, the answer comes too late. */
function patienceOf({ options }: Spec): number {
  const ms = Number(options.get('ms') ?? 0);
  return ms > 0 ? Math.max(LEAST_PATIENCE_MS, 2 * ms) : Infinity;
}

function answer(state: State, { best, moves }: Choice, game: Game): z.output<typeof moveAnswer> {
  return {
    board: printBoard(state, game),
    best: best ?? null,
    moves: moves.map(({ move, value, gain }) => ({ move, value, gain })),
  };
}
