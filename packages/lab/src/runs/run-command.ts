// The skeleton of every long-running command with a run folder: starting a run from flags or a file of settings, continuing one with
// --resume, what may change then, Ctrl-C, --json and the last line. A kind of run adds its settings, how they fit together, and its
// work.

import { join } from 'node:path';
import { InputError } from 'afterstate';
import type { Command } from 'commander';
import { Option } from 'commander';
import type { FolderKind } from '../files/run-folder.ts';
import { RunFolder } from '../files/run-folder.ts';
import { readSettings } from '../files/settings-file.ts';
import { Interrupted, stoppable } from '../terminal/interrupt.ts';
import { decimal } from '../terminal/table.ts';
import { GROUPS } from './common-settings.ts';
import { optionsOf } from './setting-options.ts';
import type { Setting } from './settings.ts';
import { flagOf } from './settings.ts';

export interface RunKind<Config extends object> extends FolderKind<Config> {
  /** Its name in help and errors, if a command has several kinds. */
  readonly label?: string;
  /** The values of `method` that select it, if a command has several kinds. */
  readonly methods?: readonly string[];
  readonly settings: {
    readonly all: readonly Setting[];
    find(key: string): Setting | undefined;
    nameOf(key: string): string;
    read(setting: Setting, text: string): unknown;
  };
  /** Checks that the settings fit together, and completes them; throws an InputError. */
  plan(config: Config): Config;
  /** The same for a new run, including slower checks of the files that it names. `given` are flags and file without defaults. */
  prepare?(config: Config, given: Given): Promise<Config>;
  /** Settings without effect in this run, and what they are for. */
  idle?(config: Config): Partial<Record<keyof Config, string>>;
  /** The settings of a run that continues with some of them changed; throws if that is impossible. */
  change?(config: Config, changes: Partial<Config>): Config;
  /** The parts of the name of a new run's folder. */
  nameParts(config: Config): { game: string; method: string; network: string; seed: number };
  /** Runs from the state of the folder to the end, or until the signal; shows its own progress. */
  work(run: RunFolder<Config>, how: How): Promise<Outcome>;
}

/** How to do the work of a run in this process. */
export interface How {
  readonly json: boolean;
  readonly signal: AbortSignal;
  /** The values of the command's own options (`RunCommand.own`). */
  readonly own: Given;
}

export interface Outcome {
  readonly finished: boolean;
  /** What was done: `250 games`. */
  readonly done: string;
  /** What the run made, and what to do with it; for people. */
  readonly closing: string;
}

/** Values by key, as given by flags and files of settings. */
export type Given = Readonly<Record<string, unknown>>;

/** A kind with any settings: only the kind itself looks into them. */
type AnyKind = RunKind<Record<string, unknown>>;

export interface RunCommand {
  readonly name: string;
  readonly description: string;
  /** What a line of --json holds. */
  readonly line: string;
  /** Adds options about the process and not the run, such as where it works: they are not kept. */
  readonly own?: (command: Command) => void;
  /** Comes after the options in help. */
  readonly after?: string;
}

/** Adds a command for one kind of run, or for several that `method` tells apart; the first is the default. */
export function addRunCommand<A extends object, B extends object = A>(
  program: Command,
  { name, description, line, own, after }: RunCommand,
  ...kinds: readonly [RunKind<A>, ...RunKind<B>[]]
): void {
  const all = kinds as unknown as readonly [AnyKind, ...AnyKind[]];
  const command = program
    .command(name)
    .description(description)
    .argument('[config]', 'a JSON file of settings; flags take precedence');
  const options = optionsOf(all);
  const output = [
    ...options.filter(({ helpGroupHeading }) => helpGroupHeading === GROUPS.output),
    new Option('--out <folder>', 'the run folder (default: a new one in runs/)'),
    new Option('--resume <folder>', `continue a run; ${changeable(all)} may change`),
    new Option('--json', `print JSON instead of a table: ${line}`),
  ];
  for (const option of options) if (!output.includes(option)) command.addOption(option);
  const settings = new Set(command.options);
  own?.(command);
  const ownKeys = command.options.filter((option) => !settings.has(option)).map((option) => option.attributeName());
  for (const option of output) command.addOption(option.helpGroup(GROUPS.output));
  command.addHelpOption(new Option('-h, --help', 'show this help').helpGroup(GROUPS.output));
  if (after !== undefined) command.addHelpText('after', after);
  command.action(async (file: string | undefined, options: Given) => {
    const given = Object.fromEntries(
      Object.entries(options).filter(([key]) => command.getOptionValueSource(key) === 'cli'),
    );
    const { out, resume, json = false, ...asked } = given as Given & { out?: string; resume?: string; json?: boolean };
    const isOwn = ([key]: readonly [string, unknown]): boolean => ownKeys.includes(key);
    const flags = Object.fromEntries(Object.entries(asked).filter((entry) => !isOwn(entry)));
    const started =
      resume === undefined ? await begin(all, file, flags, out) : await reopen(all, file, flags, resume, out);
    await finish(started, json, Object.fromEntries(Object.entries(asked).filter(isOwn)));
  });
}

interface StartedRun {
  readonly kind: AnyKind;
  readonly run: RunFolder<Record<string, unknown>>;
}

async function begin(
  kinds: readonly [AnyKind, ...AnyKind[]],
  file: string | undefined,
  flags: Given,
  out: string | undefined,
): Promise<StartedRun> {
  const base = file === undefined ? {} : await readSettings(file);
  const kind = kindFor(kinds, flags['method'] ?? base['method']);
  for (const [key, value] of Object.entries(flags)) {
    if (kind.settings.find(kind.settings.nameOf(key))) continue;
    const owner = kinds.find(({ settings }) => settings.find(settings.nameOf(key)));
    throw new InputError(`${flagOf(key, value)} is for ${owner?.label ?? 'other runs'}; leave it out`);
  }
  const asked = readFlags(kind, flags);
  const given = { ...base, ...asked };
  for (const { key, flag, isRequired, about } of kind.settings.all) {
    if (isRequired && !(key in given) && !(about.formerly !== undefined && about.formerly in given))
      throw new InputError(`${flag} is missing; ${about.remedy ?? `give it: ${about.description}`}`);
  }
  const parsed = kind.parse(given, file ?? kind.command);
  const config = kind.prepare ? await kind.prepare(parsed, given) : kind.plan(parsed);
  const idle = kind.idle?.(config) ?? {};
  for (const [key, value] of Object.entries(asked)) {
    if (idle[key] !== undefined)
      throw new InputError(`${flagOf(key, value)} does nothing here: it is for ${idle[key]}`);
  }
  return { kind, run: await RunFolder.create(kind, out ?? RunFolder.nameFor(kind.nameParts(config)), config, WATCH) };
}

async function reopen(
  kinds: readonly [AnyKind, ...AnyKind[]],
  file: string | undefined,
  flags: Given,
  path: string,
  out: string | undefined,
): Promise<StartedRun> {
  if (file !== undefined) throw new InputError(`a run continues with its own settings; leave out '${file}'`);
  if (out !== undefined) throw new InputError('a run continues in its own folder; leave out --out');
  // Opening the folder reports what is wrong with it.
  const kept = await readSettings(join(path, kinds[0].settingsFile ?? 'config.json')).catch(() => ({}) as Given);
  const kind = kinds.find(({ methods }) => methods?.includes(String(kept['method']))) ?? kinds[0];
  for (const [key, value] of Object.entries(flags)) {
    if (!kind.settings.find(kind.settings.nameOf(key))?.about.onResume)
      throw new InputError(
        `${flagOf(key, value)} cannot be changed when a run continues; only ${changeable([kind])} can`,
      );
  }
  const changes = readFlags(kind, flags);
  const run = await RunFolder.open(kind, path, WATCH);
  try {
    return { kind, run: Object.keys(changes).length === 0 ? run : changed(kind, run, changes) };
  } catch (error) {
    await run.close();
    throw error;
  }
}

function changed(kind: AnyKind, run: StartedRun['run'], changes: Given): StartedRun['run'] {
  for (const [key, value] of Object.entries(changes)) {
    const { flag, about } = kind.settings.find(key)!;
    const before = run.config[key];
    if (about.onResume === 'more' && typeof before === 'number' && (value as number) < before)
      throw new InputError(`the run has ${decimal(before)} ${key}; ${flag} can only add to them`);
  }
  return run.change(kind.plan(kind.change?.(run.config, changes) ?? { ...run.config, ...changes }));
}

async function finish({ kind, run }: StartedRun, json: boolean, own: Given): Promise<void> {
  try {
    const { closing } = await stoppable(async (signal) => {
      const outcome = await kind.work(run, { json, signal, own });
      if (outcome.finished) return outcome;
      throw Interrupted.by(signal, `stopped after ${outcome.done}, and saved; continue with: ${run.continuation}`);
    });
    if (!json) process.stdout.write(`${closing}\n`);
  } finally {
    await run.close();
  }
}

/** A run that another process took over must not write another byte. */
const WATCH = {
  onNote: (text: string): void => void process.stderr.write(`${text}\n`),
  onLost(message: string): void {
    process.stderr.write(`afterstate: ${message}; this process ends\n`);
    process.exit(1);
  },
};

function kindFor(kinds: readonly [AnyKind, ...AnyKind[]], method: unknown): AnyKind {
  if (kinds.length === 1 || method === undefined) return kinds[0];
  const found = kinds.find(({ methods }) => methods?.includes(String(method)));
  if (found) return found;
  const names = kinds.flatMap(({ methods = [] }) => methods);
  throw new InputError(`--method '${String(method)}' is unknown; choose from ${names.join(', ')}`);
}

/** The text of flags as values, by current name. */
function readFlags({ settings }: AnyKind, flags: Given): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(flags).map(([given, value]) => {
      const key = settings.nameOf(given);
      const setting = settings.find(key)!;
      if (key !== given) process.stderr.write(`${flagOf(given)} is now called ${setting.flag}\n`);
      return [key, typeof value === 'string' ? settings.read(setting, value) : value];
    }),
  );
}

/** `--actions, --lr and --threads`. */
function changeable(kinds: readonly AnyKind[]): string {
  const flags = kinds.flatMap(({ settings }) => settings.all.filter(({ about }) => about.onResume));
  const names = [...new Set(flags.map(({ flag }) => flag))];
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** What a run shows with --json: a line of JSON for each step of progress on stdout, and notes on stderr. */
export const jsonEvents = {
  line: (document: object): void => void process.stdout.write(`${JSON.stringify(document)}\n`),
  note: (text: string): void => void process.stderr.write(`${text}\n`),
};

/** `1 thread`, `2 threads`. */
export function counted(count: number, noun: string): string {
  return `${decimal(count)} ${noun}${count === 1 ? '' : 's'}`;
}
