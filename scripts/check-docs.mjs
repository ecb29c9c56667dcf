// Checks the numbers of the manual against the code: runs the commands that pages show, and compares everything but timings.
// `npm run check-docs [-- --list] [-- --seconds N] [PAGE…]`: checks that take up to N seconds each (300 by default), of all
// pages or of these. Pages mark what is checked in two ways:
//
//   <!-- capture 20 s -->, a block of `console`, <!-- /capture -->: after each `$ command`, all that it prints.
//   <!-- check 20 s
//   $ afterstate eval … --json        one or more commands; the last one prints a JSON document
//   averageScore 154,981 [151,774, 158,187]
//   -->
//   A field of the document, and its value as the page has it: its text must be in the page as well. An interval in
//   brackets is that of the field of the same name with CI95, or of a rate's own ci95.
//
// The time is about what one core takes. Commands run in a separate folder, with one thread where it matters.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const COMMAND = join(ROOT, 'packages/lab/bin/afterstate.mjs');

/** The pages that may have something to check. */
export function pagesWithNumbers() {
  const under = (folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.md'))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
  return ['README.md', ...under('docs'), ...under('models')].sort();
}

/** The checks of a page, in order. */
export function checksOf(page, markdown) {
  const checks = [];
  for (const [, seconds, block] of markdown.matchAll(
    /<!-- capture (\d+) s -->\s*```console\n([\s\S]*?)```\s*<!-- \/capture -->/g,
  )) {
    const steps = block.split(/^\$ /m).slice(1);
    const commands = steps.map((step) => {
      const [command, ...output] = step.split('\n');
      return { command, output: output.join('\n') };
    });
    checks.push({ page, seconds: Number(seconds), commands, facts: [] });
  }
  const prose = markdown.replace(/<!--[\s\S]*?-->/g, '');
  for (const [, seconds, block] of markdown.matchAll(/<!-- check (\d+) s\n([\s\S]*?)-->/g)) {
    const lines = block.trim().split('\n');
    const commands = lines.filter((line) => line.startsWith('$ ')).map((line) => ({ command: line.slice(2) }));
    const facts = lines
      .filter((line) => !line.startsWith('$ '))
      .map((line) => {
        const [, field, text] = /^(\S+) (.+)$/.exec(line) ?? [];
        if (field === undefined) throw new Error(`${page}: '${line}' is not a field and its value`);
        if (!prose.includes(text)) throw new Error(`${page}: '${text}' is checked, and the page does not have it`);
        return { field, text };
      });
    if (commands.length === 0 || facts.length === 0) throw new Error(`${page}: a check needs a command and a field`);
    checks.push({ page, seconds: Number(seconds), commands, facts });
  }
  if ((markdown.match(/<!-- (capture|check)\b/g) ?? []).length !== checks.length)
    throw new Error(`${page}: a mark of something to check is not written as scripts/check-docs.mjs says`);
  return checks;
}

/** The output of commands, kept because several pages show the same measurement. */
const printed = new Map();

/** Runs the commands of a check; returns the differences, one line each. */
export function differences({ commands, facts }) {
  const key = commands.map(({ command }) => command).join('\n');
  if (facts.length > 0 && printed.has(key)) return factDifferences(facts, printed.get(key));
  const folder = mkdtempSync(join(tmpdir(), 'afterstate-docs-'));
  try {
    const found = [];
    let last = '';
    for (const { command, output } of commands) {
      const { status, text, errors } = run(folder, command);
      last = text;
      if (status !== 0) return [`$ ${command}: status ${status}: ${errors || text}`];
      if (output !== undefined && plain(output) !== plain(text))
        found.push(...lineDifferences(output, text).map((line) => `$ ${command}: ${line}`));
    }
    if (facts.length === 0) return found;
    printed.set(key, last);
    return factDifferences(facts, last);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function factDifferences(facts, text) {
  const document = JSON.parse(text);
  return facts
    .map(({ field, text: shown }) => ({ field, shown, now: valueText(document, field, shown) }))
    .filter(({ shown, now }) => shown !== now)
    .map(({ field, shown, now }) => `${field}: the page has ${shown}, the command gives ${now}`);
}

function run(folder, command) {
  const script = `afterstate() { "${process.execPath}" "${COMMAND}" "$@"; }; npx() { "$@"; }; ${command}`;
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return { status, text: stdout, errors: stderr.trim() };
}

/** A text without parts that differ from run to run: timings, rates, widths. */
export function plain(text) {
  return text
    .replace(/\b\d[\d.,]*[kM](?=\s|$)/g, '#')
    .replace(/\b\d[\d.,]* ?(moves\/s|s|ms)\b/g, '# $1')
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '')
    .join('\n');
}

function lineDifferences(expected, actual) {
  const [before, now] = [plain(expected).split('\n'), plain(actual).split('\n')];
  return Array.from({ length: Math.max(before.length, now.length) }, (_, i) => [before[i] ?? '', now[i] ?? ''])
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => `the page has '${a}', the command gives '${b}'`);
}

/** A field of a document, formatted as on the page: the same decimals, per cent, with its interval. */
function valueText(document, field, text) {
  const value = field.split('.').reduce((inner, key) => inner?.[key], document);
  const rate = typeof value === 'object' && value !== null;
  const number = rate ? value.rate : value;
  if (typeof number !== 'number') return 'no such number';
  const [first = '', ...rest] = text.match(/\d[\d,]*(\.\d+)?/g) ?? [];
  const isShare = text.includes('%');
  const write = (one, like) => {
    const decimals = /\.(\d+)/.exec(like)?.[1].length ?? 0;
    return (isShare ? 100 * one : one).toLocaleString('en-GB', {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
  };
  const interval = rate
    ? value.ci95
    : field.split('.').reduce((inner, key) => inner?.[key], {
        ...document,
        [field]: document[`${field}CI95`],
      });
  const ends = rest.map((like, i) => write(Array.isArray(interval) ? interval[i] : NaN, like));
  return `${write(number, first)}${isShare ? '%' : ''}${ends.length > 0 ? ` [${ends.join(', ')}]` : ''}`;
}

function main(args) {
  const most = args.includes('--seconds') ? Number(args[args.indexOf('--seconds') + 1]) : 300;
  const named = args.filter((arg, i) => !arg.startsWith('--') && args[i - 1] !== '--seconds');
  const pages = named.length > 0 ? named.map((page) => relative(ROOT, resolve(page))) : pagesWithNumbers();
  const checks = pages.flatMap((page) => checksOf(page, readFileSync(join(ROOT, page), 'utf8')));
  let failed = 0;
  for (const check of checks) {
    const title = `${check.page}: ${check.commands.map(({ command }) => command).join('; ')}`;
    if (args.includes('--list') || check.seconds > most) {
      console.log(`${args.includes('--list') ? '' : 'left out, '}${check.seconds} s  ${title}`);
      continue;
    }
    const start = performance.now();
    const found = differences(check);
    failed += found.length > 0 ? 1 : 0;
    console.log(
      `${found.length > 0 ? 'DIFFERS' : 'same'}  ${((performance.now() - start) / 1000).toFixed(0)} s  ${title}`,
    );
    for (const line of found) console.log(`  ${line}`);
  }
  if (!args.includes('--list')) console.log(`${checks.length} checks, ${failed} differ`);
  return failed > 0 ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
