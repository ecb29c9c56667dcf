// The options of a command, made from the settings of its kinds of runs. Commander only collects the text of flags: how to read it
// depends on the kind, which is known only once all flags are there.

import { Option } from 'commander';
import type { Setting } from './settings.ts';
import { flagOf } from './settings.ts';

/** The settings of one kind of run, as shown in help. */
export interface Described {
  /** The name of the kind in help, if a command has several. */
  readonly label?: string;
  readonly settings: { readonly all: readonly Setting[] };
}

/** An option for each flag; two for a switch. If kinds share a flag, help shows what each of them says about it. */
export function optionsOf(kinds: readonly Described[]): Option[] {
  const keys = new Set(kinds.flatMap(({ settings }) => settings.all.map(({ key }) => key)));
  return [...keys].flatMap((key) => {
    const shared = kinds.flatMap(({ label = '', settings }) => {
      const setting = settings.all.find((one) => one.key === key);
      return setting ? [{ label, setting }] : [];
    });
    return optionsFor(shared);
  });
}

interface Labelled {
  readonly label: string;
  readonly setting: Setting;
}

function optionsFor(shared: readonly Labelled[]): Option[] {
  const [{ setting }] = shared as [Labelled];
  const { flag, kind, about } = setting;
  const texts = [...new Set(shared.map((one) => one.setting.about.description))];
  const defaults = defaultText(shared);
  // A description with several lines keeps them.
  const byLines = texts.some((text) => text.includes('\n'));
  const said = texts.join(byLines ? '\n' : '; ');
  const description = defaults === '' ? said : `${said}${byLines ? '\n' : ' '}(default${defaults})`;
  const named = (name: string, text = ''): Option =>
    kind === 'switch' ? new Option(name, text) : collecting(`${name} <${about.argument ?? 'value'}>`, kind, text);
  const options = [
    named(flag, description),
    ...(kind === 'switch' ? [negated(setting)] : []),
    ...(about.formerly === undefined ? [] : [named(flagOf(about.formerly)).hideHelp()]),
  ];
  return options.map((option) => option.helpGroup(about.group));
}

function negated({ flag, about }: Setting): Option {
  const option = new Option(flag.replace('--', '--no-'), about.negation ?? '');
  return about.negation === undefined ? option.hideHelp() : option;
}

function collecting(flags: string, kind: Setting['kind'], description: string): Option {
  const option = new Option(flags, description);
  return kind === 'list' ? option.argParser((text: string, before: string[] = []) => [...before, text]) : option;
}

/** `: 0.5; with --paper: 1`, or ` with --paper: 1`; empty if there is nothing to say. */
function defaultText(shared: readonly Labelled[]): string {
  const [[first, ...presets], ...kinds] = shared.map(defaultsOf) as [Default[], ...Default[][]];
  const known = first!.text;
  const more = [
    ...presets,
    ...kinds.flatMap(([own, ...further]) => (own!.text === known ? further : [own!, ...further])),
  ].filter(({ text }) => text !== '');
  // Do not mention a switch that is off everywhere.
  if ((known === 'off' || known === '') && more.length === 0) return '';
  const others = more.map(({ label, text }) => `with ${label}: ${text}`);
  return known === '' ? ` ${others.join('; ')}` : `: ${[known, ...others].join('; ')}`;
}

interface Default {
  readonly label: string;
  readonly text: string;
}

/** A kind's own default, and those of its presets that differ. */
function defaultsOf({ label, setting: { flag, about, defaults } }: Labelled): Default[] {
  const [own, ...presets] = defaults.map(({ label: preset, value }, i) => ({
    label: preset || label,
    text: i === 0 && about.fallback !== undefined ? about.fallback : shown(value),
  }));
  // `--variant he` is not a default of --variant.
  const tells = (one: Default): boolean => one.label !== `${flag} ${one.text}`;
  return [tells(own!) ? own! : { ...own!, text: '' }, ...presets.filter((one) => one.text !== own!.text && tells(one))];
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);
}
