// afterstate compare: players on the same games, and how their scores differ.

import { InputError } from 'afterstate';
import type { Game, Player } from 'afterstate';
import { compare } from 'afterstate/measure';
import type { Comparison } from 'afterstate/measure';
import type { Command } from 'commander';
import { useHugePages } from '../files/memory.ts';
import type { JobHost } from '../jobs/job-player.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible } from '../terminal/interrupt.ts';
import { progressLine } from '../terminal/progress.ts';
import type { Progress } from '../terminal/progress.ts';
import { decimal, rate, table } from '../terminal/table.ts';
import { difference } from '../terminal/tiles.ts';
import type { EngineFlags } from './engine-options.ts';
import { addEngineOptions, openBulkPlayer, refuseThreads, withEngine } from './engine-options.ts';
import { gameOption, gamesOption, jsonOption, PLAYERS_HELP, seedOption, threadsOption } from './options.ts';

interface CompareOptions extends EngineFlags {
  game: Game;
  games: number;
  seed: number;
  threads: number;
  json: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('compare')
    .description('compare players on the same games, each with the first')
    .argument('<players...>', "two or more player specs: random 'ntuple?ply=2'")
    .addOption(gameOption())
    .addOption(gamesOption(1000))
    .addOption(seedOption())
    .addOption(threadsOption())
    .addOption(jsonOption())
    .addHelpText('after', PLAYERS_HELP);
  addEngineOptions(command).action(async (specs: string[], options: CompareOptions) => {
    refuseThreads(options, command);
    useHugePages();
    if (specs.length < 2) throw new InputError(`compare needs at least two players; only '${specs[0]}' was given`);
    const comparison = await interruptible((signal) =>
      withEngine(options, `compare ${specs.join(' ')}`, signal, (host, stop) =>
        compareSpecs(specs, options, host, stop),
      ),
    );
    process.stdout.write(options.json ? `${JSON.stringify(comparison)}\n` : report(comparison));
  });
}

/** Opens all players before any plays, to find a wrong spec at once and not after the games of the others. */
async function compareSpecs(
  specs: readonly string[],
  options: CompareOptions,
  host: JobHost | undefined,
  signal: AbortSignal,
): Promise<Comparison> {
  const { games, seed } = options;
  const players: Player[] = [];
  let progress: Progress | undefined;
  try {
    for (const spec of specs) players.push(await openBulkPlayer(spec, options, host));
    return await compare(players, {
      games,
      seed,
      signal,
      onPlayer: (player) => {
        progress?.clear();
        progress = progressLine({ total: games, unit: 'games', label: player.spec });
      },
      onProgress: (done) => progress?.update(done.games),
    });
  } finally {
    progress?.clear();
    for (const player of players) await player.close();
  }
}

function report({ game, games, seed, players, differences }: Comparison): string {
  const { bold, dim } = paintFor(process.stdout);
  const half = (ends: readonly [number, number] | null): string =>
    ends ? `± ${decimal((ends[1] - ends[0]) / 2, 1)}` : '';
  const [heading, ...rows] = table(
    [
      ['player', 'average', '', 'median', 'max', 'moves/s'],
      ...players.map((m) => [
        m.player,
        decimal(m.averageScore, 1),
        half(m.averageScoreCI95),
        decimal(m.medianScore),
        decimal(m.maxScore),
        rate(m.movesPerSecond),
      ]),
    ],
    ['left', 'right', 'left', 'right', 'right', 'right'],
  );
  const [differenceHeading, ...differenceRows] = table(
    [
      [`difference to ${players[0]!.player}`, '', '', 'better', 'equal', 'worse'],
      ...differences.map((d) => [
        d.player,
        difference(d.difference),
        half(d.ci95),
        decimal(d.wins),
        decimal(d.ties),
        decimal(d.losses),
      ]),
    ],
    ['left', 'right', 'left', 'right', 'right', 'right'],
  );
  return [
    bold(`${game}: ${decimal(games)} games each, seed ${seed}`),
    '',
    dim(heading!),
    ...rows,
    '',
    dim(differenceHeading!),
    ...differenceRows,
    '',
  ].join('\n');
}
