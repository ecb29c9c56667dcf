// The skeleton of commands that run for long, with a kind of run made up here: one object of settings is all that its flags, its
// files, its bounds, its help and its errors come from.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from 'afterstate';
import { Command } from 'commander';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { Interrupted } from '../terminal/interrupt.ts';
import { gameSetting, seedSetting } from './common-settings.ts';
import type { RunKind } from './run-command.ts';
import { addRunCommand, counted } from './run-command.ts';
import { setting, Settings } from './settings.ts';

const GROUP = 'Brewing:';

const settings = new Settings(
  {
    cups: setting(z.number().int().min(1).max(1000), {
      argument: 'n',
      description: 'how many cups to brew',
      group: GROUP,
      remedy: 'say how many cups to brew',
      onResume: 'more',
    }),
    heat: setting(z.number().positive().max(100), {
      argument: 'degrees',
      description: 'temperature of the water',
      group: GROUP,
      formerly: 'warmth',
      onResume: 'any',
    }),
    leaf: setting(z.enum(['green', 'black']).default('green'), {
      argument: 'name',
      description: 'the leaf: green, black',
      group: GROUP,
    }),
    with: setting(z.array(z.string()).optional(), {
      argument: 'thing',
      description: 'what else goes in; may be repeated',
      group: GROUP,
    }),
    stirEach: setting(z.boolean().default(true), {
      description: 'stir each cup',
      negation: 'leave the cups alone',
      group: GROUP,
    }),
    strong: setting(z.boolean().optional(), { description: 'as strong as it gets', group: GROUP }),
    game: gameSetting(),
    seed: seedSetting(),
  },
  {
    all: [
      { label: '--no-strong', values: { heat: 70 } },
      { label: '--strong', values: { heat: 95 } },
    ],
    chosenBy: ({ strong }) => ({ label: '', values: { heat: strong ? 95 : 70 } }),
  },
);

type TeaConfig = ReturnType<typeof settings.parse>;

const worked: TeaConfig[] = [];
let isStopped = false;

const TEA: RunKind<TeaConfig> = {
  command: 'tea',
  counter: 'cups',
  settings,
  parse: (values, where) => settings.parse(values, where),
  plan(config) {
    if (config.cups > 500 && config.leaf === 'black') throw new InputError('there is not so much black tea');
    return config;
  },
  idle: ({ leaf }) => (leaf === 'green' ? { stirEach: '--leaf black' } : {}),
  nameParts: ({ game, seed, leaf }) => ({ game, seed, method: 'tea', network: leaf }),
  async work(run, { json }) {
    const { config, path } = run;
    await run.latest(async () => undefined);
    worked.push(config);
    if (json) process.stdout.write(`${JSON.stringify({ cups: config.cups })}\n`);
    return { finished: !isStopped, done: counted(config.cups, 'cup'), closing: `tea is in ${path}` };
  },
};

let folder: string;
let out = '';
let err = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'afterstate run-'));
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => Boolean((err += String(text))));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  out = err = '';
  worked.length = 0;
  isStopped = false;
});

function program(): Command {
  const all = new Command('afterstate').exitOverride().configureOutput({ outputError: () => {} });
  addRunCommand(all, { name: 'tea', description: 'brew tea', line: 'one line per cup' }, TEA);
  return all;
}

async function tea(...args: string[]): Promise<TeaConfig> {
  await program().parseAsync(['tea', ...args], { from: 'user' });
  return worked.at(-1)!;
}

const at = (name: string): string => join(folder, name);
const configOf = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(join(at(name), 'config.json'), 'utf8'));

describe('a new run', () => {
  test('takes flags over its file over its preset over its defaults, and keeps them all', async () => {
    await writeFile(at('tea.json'), JSON.stringify({ cups: 3, leaf: 'black', strong: true }));
    const config = await tea(
      at('tea.json'),
      '--cups',
      '5',
      '--no-stir-each',
      '--with',
      'milk',
      '--with',
      'honey',
      '--out',
      at('a'),
    );
    expect(config).toEqual({
      cups: 5,
      heat: 95,
      leaf: 'black',
      with: ['milk', 'honey'],
      stirEach: false,
      strong: true,
      game: '2048',
      seed: 1,
    });
    expect(await configOf('a')).toEqual(config);
    expect((await readdir(at('a'))).sort()).toEqual(['checkpoints', 'config.json', 'manifest.json', 'metrics.jsonl']);
    expect(out).toBe(`tea is in ${at('a')}\n`);
  });

  test('reads a setting by its old name, in files silently and as a flag with a word about the new one', async () => {
    await writeFile(at('old.json'), JSON.stringify({ cups: 1, warmth: 50 }));
    expect(await tea(at('old.json'), '--out', at('b'))).toMatchObject({ heat: 50 });
    expect(err).toBe('');
    expect(await tea('--cups', '1', '--warmth', '60.5', '--out', at('c'))).toMatchObject({ heat: 60.5 });
    expect(err).toBe('--warmth is now called --heat\n');
  });

  test.each<[args: string[], says: string]>([
    [[], '--cups is missing; say how many cups to brew'],
    [['--cups', '0'], "--cups must be a whole number from 1 to 1,000, not '0'"],
    [['--cups', '1.5'], "--cups must be a whole number from 1 to 1,000, not '1.5'"],
    [['--cups', '1', '--heat', '0'], "--heat must be a number above 0 and at most 100, not '0'"],
    [['--cups', '1', '--leaf', 'red'], "--leaf must be one of green, black, not 'red'"],
    [['--cups', '900', '--leaf', 'black'], 'there is not so much black tea'],
    [['--cups', '1', '--no-stir-each'], '--no-stir-each does nothing here: it is for --leaf black'],
    [['--cups', '1', '--colour', 'red'], "unknown option '--colour'"],
    [['nowhere.json'], "'nowhere.json' cannot be read: there is no such file"],
  ])('%j is refused, and nothing is made', async (args, says) => {
    await expect(tea(...args, '--out', at('refused'))).rejects.toThrow(says);
    expect(await readdir(folder)).not.toContain('refused');
    expect(worked).toEqual([]);
  });

  test.each<[values: unknown, says: string]>([
    [[], 'is not a JSON object of settings'],
    [{ cups: 'many' }, 'wrong.json: cups must be a whole number from 1 to 1,000, not "many"'],
    [{ cups: 1, leaf: 'red' }, 'wrong.json: leaf must be one of green, black, not "red"'],
    [{ cups: 1, stirEach: 'often' }, 'wrong.json: stirEach must be true or false, not "often"'],
    [{ cups: 1, constructor: 'red' }, "wrong.json: 'constructor' is not a setting"],
    [{ cups: 1, colour: 'red' }, "wrong.json: 'colour' is not a setting; choose from cups, heat, leaf"],
  ])('a file of %j is refused as a flag would be', async (values, says) => {
    await writeFile(at('wrong.json'), JSON.stringify(values));
    await expect(tea(at('wrong.json'), '--out', at('refused'))).rejects.toThrow(says);
  });
});

describe('a run that continues', () => {
  beforeEach(async () => {
    await rm(at('going'), { recursive: true, force: true });
    await tea('--cups', '5', '--out', at('going'));
    worked.length = 0;
    out = '';
  });

  test('has its own settings, but for those that may change', async () => {
    expect(await tea('--resume', at('going'))).toMatchObject({ cups: 5, heat: 70 });
    expect(await tea('--resume', at('going'), '--cups', '8', '--heat', '60')).toMatchObject({ cups: 8, heat: 60 });
    expect(await configOf('going')).toMatchObject({ cups: 8, heat: 60, leaf: 'green' });
  });

  test.each<[args: string[], says: string]>([
    [['--leaf', 'black'], '--leaf cannot be changed when a run continues; only --cups and --heat can'],
    [['--no-stir-each'], '--no-stir-each cannot be changed'],
    [['--cups', '4'], 'the run has 5 cups; --cups can only add to them'],
    [['--cups', '4000'], "--cups must be a whole number from 1 to 1,000, not '4000'"],
    [['--out', 'elsewhere'], 'a run continues in its own folder; leave out --out'],
    [['tea.json'], "a run continues with its own settings; leave out 'tea.json'"],
  ])('%j is refused', async (args, says) => {
    await expect(tea('--resume', at('going'), ...args)).rejects.toThrow(says);
    expect(worked).toEqual([]);
  });

  test('names the command that continues it when it is stopped, in words a shell takes', async () => {
    isStopped = true;
    const line = `stopped after 5 cups, and saved; continue with: afterstate tea --resume '${at('going')}'`;
    await expect(tea('--resume', at('going'))).rejects.toThrow(new Interrupted(130, line));
    expect(out).toBe('');
    await expect(tea('--resume', at('going'), '--json')).rejects.toThrow(new Interrupted(130, line));
    expect([out, err]).toEqual(['{"cups":5}\n', '']);
  });
});

test('help shows every setting under its heading, with its default and those of its presets', () => {
  const help = program()
    .commands.find((command) => command.name() === 'tea')!
    .helpInformation();
  const plain = help.replace(/\s+/g, ' ');
  for (const text of [
    'Brewing: --cups <n> how many cups to brew --heat <degrees> temperature of the water (default: 70; with --strong: 95)',
    '--leaf <name> the leaf: green, black (default: green)',
    '--stir-each stir each cup (default: on) --no-stir-each leave the cups alone',
    '--strong as strong as it gets What to run: --game <spec>',
    '--resume <folder> continue a run; --cups and --heat may change',
    '--json print JSON instead of a table: one line per cup',
  ])
    expect(plain).toContain(text);
  expect(plain).not.toContain('warmth');
});
