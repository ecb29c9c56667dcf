// Whole games of a series, played here.

import { about, askedPlayer, checkedSpec, clientOf, limitsText } from '../asked-player.ts';
import type { Endpoint } from '../endpoint.ts';
import { otherEndpoint } from '../endpoint.ts';
import type { GameFeeds } from '../game-feed.ts';
import type { Limits } from '../limits.ts';
import type { ModelCatalogue } from '../model-catalogue.ts';
import { gamesRequest } from '../schemas.ts';

export function gameEndpoints(feeds: GameFeeds, models: ModelCatalogue, limits: Limits): Endpoint[] {
  return [
    otherEndpoint(
      {
        method: 'POST',
        url: '/api/games',
        id: 'playGames',
        summary: 'Games of a series as they end: what compare and eval play',
        description:
          `Game i of a seed is the same game wherever it is played. Options of a player have limits here: ${limitsText()}. ` +
          'The answer has a line of JSON (GamesLine) for each few games, in their order; empty lines show that it is alive. ' +
          'A later error is the last line, in the form of any error. Playing ends when the client leaves. ' +
          'If too many clients are having games played, the answer is 503, busy, with a retry-after.',
        body: gamesRequest,
        answer: { type: 'application/x-ndjson', description: 'Lines of JSON (GamesLine), until all games are played.' },
      },
      async ({ body, signal, request }) => {
        const spec = about('player', () => checkedSpec(body.player));
        const asked = await askedPlayer(spec, body.game, models, limits);
        const { seed, first = 0, games } = body;
        const feed = await feeds.begin({ asked, client: clientOf(request), seed, first, games }, signal);
        return (reply) => feed.send(reply);
      },
    ),
  ];
}
