// What a file of records holds, for people.

import { MOVES } from 'afterstate';
import type { RecordsSummary } from '../records/summary.ts';
import { paintFor } from '../terminal/colour.ts';
import { bar } from '../terminal/curves.ts';
import { bytes, decimal, percent, table } from '../terminal/table.ts';

/** `took` comes last, if the file was made just now. */
export function report(summary: RecordsSummary, took = ''): string {
  const { bold, dim } = paintFor(process.stdout);
  const s = summary;
  const wanted = 'games' in s.goal ? `${decimal(s.goal.games)} games` : `${decimal(s.goal.actions)} actions`;
  const lines = [
    bold(`${s.file}: ${s.players.join(', ')} on ${s.game}${s.seed === null ? '' : `, seed ${s.seed}`}`),
    `${decimal(s.games)} games, ${decimal(s.actions)} actions in ${bytes(s.bytes)}${s.finished ? '' : `; unfinished, ${wanted} were asked for`}`,
  ];
  if (s.averageScore !== null) {
    const half = s.averageScoreCI95 ? ` ± ${decimal((s.averageScoreCI95[1] - s.averageScoreCI95[0]) / 2, 1)}` : '';
    lines.push(
      '',
      ...table(
        [
          [
            'score',
            `${decimal(s.averageScore, 1)}${half}`,
            `median ${decimal(s.medianScore!)}, ${decimal(s.minScore!)} to ${decimal(s.maxScore!)}`,
          ],
          ['moves per game', decimal(s.averageMoves!, 1), `${decimal(s.shortest!)} to ${decimal(s.longest!)}`],
          ...MOVES.map((move) => [
            move,
            percent(s.actions ? s.moves[move] / s.actions : 0),
            bar(s.actions ? s.moves[move] / s.actions : 0, 20),
          ]),
        ],
        ['left', 'right', 'left'],
      ),
      '',
      ...table(
        [
          ['tile', 'reached', 'largest in'],
          ...Object.entries(s.reach).map(([tile, { rate: share }]) => [
            tile,
            percent(share),
            percent((s.largest[tile] ?? 0) / s.games),
          ]),
        ],
        ['right', 'right', 'right'],
      ).map((line, i) => (i === 0 ? dim(line) : line)),
    );
  }
  return [...lines, ...(took === '' ? [] : ['', dim(took)]), ''].join('\n');
}
