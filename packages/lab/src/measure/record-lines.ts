// The records of games played in bulk, as lines of a file of records.

import { writeRecord } from 'afterstate';
import type { GameResults, Player } from 'afterstate';

/** One line per game. Writing replays each game by the rules, so a wrong one is an error here and not in the file. */
export function recordLines(player: Player, seed: number, results: GameResults, first: number): string {
  if (!results.records) throw new Error('these games were played without records');
  const lines = results.records.map(({ start, plies }, i) =>
    writeRecord({
      game: player.game.spec,
      rulesVersion: player.game.rulesVersion,
      player: player.spec,
      seed,
      gameNumber: first + i,
      start,
      plies,
      score: results.scores[i]!,
      moves: results.moves[i]!,
    }),
  );
  return lines.map((line) => `${line}\n`).join('');
}
