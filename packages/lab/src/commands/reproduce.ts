// afterstate reproduce: the papers' tables and figures, listed, run, and put into the manual.

import { InputError } from 'afterstate';
import { Option } from 'commander';
import type { Command } from 'commander';
import { exists } from '../files/disk.ts';
import { useHugePages } from '../files/memory.ts';
import { shellWord } from '../files/shell-word.ts';
import type { JobHost } from '../jobs/job-player.ts';
import type { Listed } from '../reproduce/list.ts';
import { defaultFolder, listRecipes } from '../reproduce/list.ts';
import { itemNames } from '../reproduce/papers.ts';
import type { PaperLetter } from '../reproduce/papers.ts';
import type { Scale } from '../reproduce/recipe.ts';
import { SCALES } from '../reproduce/recipe.ts';
import { findRecipe, RECIPES } from '../reproduce/recipes.ts';
import { dataFolderOf, papersFolder, report } from '../reproduce/report.ts';
import type { RecipeResult } from '../reproduce/result.ts';
import { resultMarkdown } from '../reproduce/result-markdown.ts';
import type { RecipeFolder } from '../reproduce/run-recipe.ts';
import { createRecipeFolder, openRecipeFolder, runRecipe } from '../reproduce/run-recipe.ts';
import { paintFor } from '../terminal/colour.ts';
import { interruptible, Interrupted } from '../terminal/interrupt.ts';
import type { Progress } from '../terminal/progress.ts';
import { progressLine } from '../terminal/progress.ts';
import { duration, table } from '../terminal/table.ts';
import type { EngineFlags } from './engine-options.ts';
import { addEngineOptions, openBulkPlayer, refuseThreads, withEngine, withRunEngine } from './engine-options.ts';
import { jsonOption, threadsOption } from './options.ts';

const HELP = `
Without a recipe, this lists the recipes. A recipe writes table.json, table.md and figure.svg to its folder, the
results of its steps to steps/, and what they make to work/. Killed or stopped, it continues with --resume.

Examples:
  afterstate reproduce
  afterstate reproduce e-tables1-3 --scale short
  afterstate reproduce --resume runs/reproduce/e-tables1-3__short
  afterstate reproduce --all --scale smoke --out /tmp/smoke
  afterstate reproduce report --check`;

interface Options extends EngineFlags {
  readonly list: boolean;
  readonly all: boolean;
  readonly scale?: Scale;
  readonly out?: string;
  readonly resume?: string;
  readonly threads: number;
  readonly json: boolean;
}

export function register(program: Command): void {
  const command = program
    .command('reproduce')
    .description(
      'reproduce a table or figure of the papers and compare the numbers; without a recipe, list the recipes',
    )
    .argument('[recipe]', 'which one to run: e-tables1-3')
    .option('--list', 'list the recipes, as when none is named', false)
    .option('--all', 'run every recipe; continue those that have a folder', false)
    .addOption(new Option('--scale <name>', 'seconds, minutes, or hours to days (default: short)').choices(SCALES))
    .option(
      '--out <folder>',
      'the folder of the run (default: one in runs/reproduce/); with --all the folder of the runs',
    )
    .option('--resume <folder>', 'continue a run')
    .addOption(threadsOption())
    .addOption(jsonOption('print JSON: the list, or the result, with --all one per line'))
    .addHelpText('after', HELP);
  addEngineOptions(command).action(async (id: string | undefined, options: Options) => {
    refuseThreads(options, command);
    if (options.list || (id === undefined && !options.all && options.resume === undefined)) {
      if (id !== undefined || options.all) throw new InputError('--list lists all recipes; leave out what to run');
      await showList(options.json);
      return;
    }
    requireOne(id, options);
    useHugePages();
    await interruptible((signal) =>
      withEngine(options, `reproduce ${id ?? options.resume ?? 'all'}`, signal, async (host, stop) => {
        if (options.all) await runAll(options, host, stop);
        else await runOne(await opened(id, options), options, host, stop);
      }),
    );
  });
  command
    .command('report')
    .description('build the pages of docs/papers from the committed results')
    .option('--check', 'write nothing; fail if a page differs from the results')
    .action(async ({ check = false }: { check?: boolean }) => {
      const { json } = command.opts<Options>();
      const { changed, pages } = await report(papersFolder(), check);
      if (json) process.stdout.write(`${JSON.stringify({ pages, changed })}\n`);
      else
        process.stdout.write(
          changed.length === 0
            ? 'every page matches the results\n'
            : `${check ? 'differs' : 'wrote'}: ${changed.join(', ')}\n`,
        );
      if (check && changed.length > 0)
        throw new Error(`${changed.join(', ')} differ from docs/papers/data; run: afterstate reproduce report`);
    });
}

function requireOne(id: string | undefined, { all, resume, out, scale }: Options): void {
  if ([id !== undefined, all, resume !== undefined].filter(Boolean).length > 1)
    throw new InputError('give a recipe, --all or --resume, and only one of them');
  if (resume !== undefined && out !== undefined)
    throw new InputError('a run continues in its own folder; leave out --out');
  if (resume !== undefined && scale !== undefined)
    throw new InputError('a run continues at its own scale; leave out --scale');
}

const WATCH = {
  onNote: (text: string): void => void process.stderr.write(`${text}\n`),
  onLost(message: string): void {
    process.stderr.write(`afterstate: ${message}; this process ends\n`);
    process.exit(1);
  },
};

function opened(id: string | undefined, { resume, out, scale = 'short' }: Options): Promise<RecipeFolder> {
  if (resume !== undefined) return openRecipeFolder(resume, WATCH);
  const { id: recipe } = findRecipe(id!);
  return createRecipeFolder(out ?? defaultFolder(recipe, scale), { recipe, scale }, WATCH);
}

async function runAll(options: Options, host: JobHost | undefined, signal: AbortSignal): Promise<void> {
  const { scale = 'short', out } = options;
  for (const { id } of RECIPES) {
    const path = defaultFolder(id, scale, out);
    const isThere = await exists(`${path}/reproduce.json`);
    const folder = isThere
      ? await openRecipeFolder(path, WATCH)
      : await createRecipeFolder(path, { recipe: id, scale }, WATCH);
    await runOne(folder, options, host, signal);
  }
}

async function runOne(
  folder: RecipeFolder,
  options: Options,
  host: JobHost | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { json, threads, all } = options;
  const { recipe: id, scale } = folder.config;
  const { bold, dim } = paintFor(process.stdout);
  const say = (text: string): void => void (json || process.stdout.write(`${text}\n`));
  let progress: Progress | undefined;
  let step = '';
  say(bold(`${id}: ${findRecipe(id).title} (${scale})`));
  const ended = (): void => {
    progress?.clear();
    progress = undefined;
  };
  try {
    const result = await runRecipe(
      folder,
      {
        signal,
        openPlayer: (spec, game) => openBulkPlayer(spec, { game, threads }, host),
        withJobs: (_, place, use) => withRunEngine(engineFlags(options), place, use),
      },
      {
        onStep({ kind, name }, index, count, isDone) {
          ended();
          step = `${index + 1}/${count} ${kind} ${name}`;
          say(dim(isDone ? `${step}: done before` : step));
        },
        onProgress(done, total, unit) {
          progress ??= progressLine({ total, unit, label: step });
          progress.update(done);
        },
        onNote: WATCH.onNote,
      },
    ).finally(ended);
    finish(result, folder.path, { json, all });
  } catch (error) {
    if (!signal.aborted) throw error;
    throw Interrupted.by(signal, `stopped in step ${step}; continue with: ${folder.continuation}`);
  } finally {
    await folder.close();
  }
}

/** Where jobs run; a selection keeps their results in its own folder. */
function engineFlags({
  engine,
  workers,
  redis,
  redisPasswordFile,
  verify,
  priority,
}: Options): Record<string, unknown> {
  const given = { engine, workers, redis, redisPasswordFile, verify, priority };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function finish(result: RecipeResult, path: string, { json, all }: { json: boolean; all: boolean }): void {
  if (json) {
    process.stdout.write(
      `${JSON.stringify(all ? { recipe: result.recipe, scale: result.scale, folder: path, seconds: result.seconds } : result)}\n`,
    );
    return;
  }
  if (!all) process.stdout.write(`\n${resultMarkdown(result)}`);
  process.stdout.write(
    `${duration(result.seconds ?? 0)}; ${shellWord(path)} has table.json, table.md and figure.svg\n`,
  );
}

async function showList(json: boolean): Promise<void> {
  const recipes = await listRecipes(await dataFolderOf());
  if (json) {
    process.stdout.write(`${JSON.stringify(recipes)}\n`);
    return;
  }
  const { dim, bold } = paintFor(process.stdout);
  let paper = '';
  const rows = table(
    [
      ['recipe', 'for', ...SCALES, 'state'],
      ...recipes.map((one) => [
        one.id,
        itemsText(one),
        ...SCALES.map((scale) => spoken(one.seconds[scale])),
        stateOf(one),
      ]),
    ],
    ['left', 'left', 'right', 'right', 'right', 'left'],
  );
  const lines = [dim(rows[0]!)];
  recipes.forEach((one, i) => {
    if (one.paper !== paper) lines.push('', bold((paper = one.paper)));
    lines.push(rows[i + 1]!, dim(`  ${one.title}`));
  });
  lines.push(
    '',
    dim('times are rough estimates for this machine; run a recipe with: afterstate reproduce RECIPE --scale short'),
    '',
  );
  process.stdout.write(lines.join('\n'));
}

function itemsText({ items, id }: Listed): string {
  const letter = id[0] as PaperLetter;
  const own = items.filter((key) => key.startsWith(`${letter}/`));
  return itemNames(own, letter) || 'text';
}

function stateOf({ runs, committed }: Listed): string {
  const parts = SCALES.flatMap((scale) => {
    const run = runs[scale];
    if (!run) return [];
    return [run.done === run.steps ? `${scale} done` : `${scale} ${run.done} of ${run.steps} steps`];
  });
  return [...(committed === null ? [] : [`in the manual: ${committed}`]), ...parts].join('; ') || 'not run';
}

function spoken(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
