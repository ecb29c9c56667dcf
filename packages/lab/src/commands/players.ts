// afterstate players: all players, and the options of one, as they are declared.

import { describePlayer, playerNamed, PLAYERS } from 'afterstate';
import type { Game, OptionInfo, PlayerInfo } from 'afterstate';
import type { Command } from 'commander';
import { paintFor } from '../terminal/colour.ts';
import { table } from '../terminal/table.ts';
import { gameOption, jsonOption } from './options.ts';

export function register(program: Command): void {
  program
    .command('players')
    .description('list the players, or the options of one: defaults, ranges and what they do')
    .argument('[name]', 'the player whose options to list')
    .addOption(gameOption())
    .addOption(jsonOption())
    .action((name: string | undefined, { game, json }: { game: Game; json: boolean }) => {
      const kinds = name === undefined ? PLAYERS : [playerNamed(name)];
      const infos = kinds.map((kind) => describePlayer(kind, game));
      if (json) process.stdout.write(`${JSON.stringify(name === undefined ? infos : infos[0])}\n`);
      else process.stdout.write(name === undefined ? overview(infos) : details(infos[0]!));
    });
}

function overview(infos: readonly PlayerInfo[]): string {
  const { dim } = paintFor(process.stdout);
  const [heading, ...rows] = table(
    [
      ['player', 'what it does', 'options'],
      ...infos.map(({ name, summary, options }) => [name, summary, options.map(({ key }) => key).join(', ')]),
    ],
    ['left', 'left', 'left'],
  );
  const remark = `A player is written as name[:model][?key=value&…]. 'afterstate players NAME' describes its options.`;
  return [dim(heading!), ...rows, '', remark, ''].join('\n');
}

function details({ title, summary, form, options }: PlayerInfo): string {
  const { bold, dim } = paintFor(process.stdout);
  const rows = table(
    [
      ['option', 'default', ''],
      ...options.flatMap((option) => [
        [option.key, option.default, option.about],
        ...remarks(option).map((remark) => ['', '', remark]),
      ]),
    ],
    ['left', 'left', 'left'],
  );
  const [heading, ...lines] = options.length === 0 ? [] : rows;
  return [
    `${bold(title)}: ${summary}`,
    form,
    '',
    ...(heading === undefined ? ['It has no options.'] : [dim(heading), ...lines]),
    '',
  ].join('\n');
}

/** The possible values, and what `auto` stands for. */
function remarks({ kind, possible, unit, auto, choices = [] }: OptionInfo): string[] {
  const named = kind === 'choice' || kind === 'switch' ? choices : [];
  return [
    ...(named.length > 0
      ? [named.map(({ value, label }) => `${value} (${label})`).join(', ')]
      : [possible + (unit === undefined ? '' : ` (${unit})`)]),
    ...(auto === undefined ? [] : [`auto: ${auto}`]),
  ];
}
