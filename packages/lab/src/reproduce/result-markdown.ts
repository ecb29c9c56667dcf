// A recipe's result as Markdown: for table.md in its run, and for the paper's page of the manual.

import { itemNames } from './papers.ts';
import type { PaperLetter } from './papers.ts';
import type { RecipeResult } from './result.ts';
import { tableMarkdown } from './table.ts';
import { duration } from '../terminal/table.ts';

/** More commands than this are folded away. */
const OPEN_COMMANDS = 6;

/** `image` names the file of each figure; without it, no figure is shown. */
export function resultMarkdown(result: RecipeResult, image?: (index: number) => string): string {
  const blocks: string[] = [];
  const letter = result.recipe.slice(0, 1) as PaperLetter;
  for (const table of result.tables) {
    const items = table.items.length > 0 ? ` (${itemNames(table.items, letter)}, page ${table.page})` : '';
    blocks.push(`**${table.title}**${items}`, tableMarkdown(table));
  }
  if (image) result.figures.forEach((figure, i) => blocks.push(`![${figure.title}](${image(i)})`));
  if (result.expectation !== '') blocks.push(`*Expected:* ${result.expectation}`);
  if (result.readings.length > 0)
    blocks.push(['*Where the paper is silent:*', ...result.readings.map(item)].join('\n'));
  if (result.deviations.length > 0) blocks.push(['*What differs:*', ...result.deviations.map(item)].join('\n'));
  blocks.push(provenance(result));
  if (result.commands.length > 0) blocks.push(commands(result.commands));
  return `${blocks.join('\n\n')}\n`;
}

function item(text: string): string {
  return `- ${text}`;
}

function provenance({ recipe, scale, machine, seconds = 0, finished = '' }: RecipeResult): string {
  if (scale === 'earlier')
    return '*Measured by hand, before there were recipes; the commands are those noted at the time.*';
  const machineText = machine
    ? `; ${duration(seconds)} on ${machine.cpu} (${machine.cores} cores), Node ${machine.node}, afterstate ${machine.afterstate}, ${finished.slice(0, 10)}`
    : '';
  return `*\`npx afterstate reproduce ${recipe} --scale ${scale}\`${machineText}. Intervals are 95%.*`;
}

function commands(lines: readonly string[]): string {
  const shown = apartFromSeeds(lines);
  const code = ['```sh', ...shown, '```'].join('\n');
  if (lines.length <= OPEN_COMMANDS) return code;
  const others = shown.length < lines.length ? `; the others differ only in their seeds` : '';
  return `<details><summary>The ${lines.length} commands of its steps${others}</summary>\n\n${code}\n\n</details>`;
}

/** Of commands that differ only in seeds, also in names of what they make (`work/logistic-raw-3`), the first. */
function apartFromSeeds(lines: readonly string[]): readonly string[] {
  const firsts = new Map<string, string>();
  for (const line of lines) {
    const form = line.replaceAll(/--seed \d+/g, '--seed').replaceAll(/(work\/[\w-]*)-\d+\b/g, '$1');
    if (!firsts.has(form)) firsts.set(form, line);
  }
  return [...firsts.values()];
}
