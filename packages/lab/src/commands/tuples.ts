// afterstate tuples: all n-tuples up to the symmetries of the board, drawn or as data.

import { tupleClasses } from 'afterstate';
import type { TupleClass } from 'afterstate';
import { type Command, Option } from 'commander';
import { paintFor } from '../terminal/colour.ts';
import { decimal } from '../terminal/table.ts';
import { drawTuples } from '../terminal/tuples.ts';
import { jsonOption, needed, wholeNumber } from './options.ts';

/** The most cells that a pattern of a network may have. */
const MOST_IN_PATTERN = 8;

const HELP = `
Tuples that become the same when the board is turned or mirrored share their weights, so one stands for
all: the list has one of each kind. It shows the tuple's number, its cells in hex as --network takes
them, and after × its placements: how many different sets of cells it stands for.

Examples:
  afterstate tuples --size 6
  afterstate tuples --size 4 --any --json
  afterstate train --network '012345 456789 012456 45689a'`;

interface Options {
  readonly size?: number;
  readonly any: boolean;
  readonly json: boolean;
}

export function register(program: Command): void {
  program
    .command('tuples')
    .description('list all n-tuples of cells that a network can be made of, up to symmetry')
    .addOption(
      new Option('--size <n>', 'how many cells a tuple has, 1 to 16; required').argParser(wholeNumber('--size', 1, 16)),
    )
    .addOption(new Option('--any', 'include tuples whose cells are not connected side by side').default(false))
    .addOption(jsonOption())
    .addHelpText('after', HELP)
    .action(({ size: given, any, json }: Options) => {
      const size = needed(given, '--size', 'give the number of cells, such as --size 6');
      const tuples = tupleClasses(size, { connected: !any });
      process.stdout.write(json ? `${JSON.stringify(document(size, any, tuples))}\n` : listing(size, any, tuples));
    });
}

function document(size: number, any: boolean, tuples: readonly TupleClass[]) {
  return {
    size,
    connected: !any,
    count: tuples.length,
    placements: placementsOf(tuples),
    tuples: tuples.map(({ text, cells, placements, lookups }) => ({ network: text, cells, placements, lookups })),
  };
}

function listing(size: number, any: boolean, tuples: readonly TupleClass[]): string {
  const lines = drawTuples(tuples, process.stdout.columns || 80, paintFor(process.stdout));
  return [...lines, '', summary(size, any, tuples), ''].join('\n');
}

function summary(size: number, any: boolean, tuples: readonly TupleClass[]): string {
  const kind = any ? 'tuple' : 'connected tuple';
  const cells = size === 1 ? '1 cell' : `${size} cells`;
  const count = `${decimal(tuples.length)} ${kind}${tuples.length === 1 ? '' : 's'} of ${cells} up to symmetry`;
  const total = placementsOf(tuples);
  const limit = size > MOST_IN_PATTERN ? ` A network takes tuples of at most ${MOST_IN_PATTERN} cells.` : '';
  return `${count}, ${decimal(total)} ${total === 1 ? 'placement' : 'placements'} in all.${limit}`;
}

function placementsOf(tuples: readonly TupleClass[]): number {
  return tuples.reduce((sum, { placements }) => sum + placements, 0);
}
