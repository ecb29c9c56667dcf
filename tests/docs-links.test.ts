// The manual as a reader clicks through it: every relative link and anchor leads somewhere, every page is in the index, and
// every page that a source file names exists. Links to other sites are not followed: a test must not depend on the network.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', 'build', 'runs', 'wasm', 'coverage']);

function filesOf(folder: string, endings: readonly string[]): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesOf(path, endings);
    return endings.includes(extname(entry.name)) ? [path] : [];
  });
}

const pages = filesOf(root, ['.md']);
const shown = (path: string) => relative(root, path);

const proseOf = (markdown: string) => markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').replace(/`[^`\n]*`/g, 'code');

function linksOf(markdown: string): string[] {
  const prose = proseOf(markdown);
  const inline = [...prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g)];
  const references = [...prose.matchAll(/^\s*\[[^\]]+\]:\s*(\S+)/gm)];
  return [...inline, ...references].map((match) => match[1]!).filter((link) => !/^[a-z][a-z+.-]*:/i.test(link));
}

/** The anchors that GitHub gives the headings of a page: it lowercases, drops punctuation, and numbers repeats. */
function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading] of markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const text = heading!.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = text.replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '').replaceAll(' ', '-');
    const times = seen.get(slug) ?? 0;
    seen.set(slug, times + 1);
    anchors.add(times === 0 ? slug : `${slug}-${times}`);
  }
  return anchors;
}

/** What is wrong with the links of a page; empty if all is well. */
function faultsOf(page: string, markdown: string): string[] {
  return linksOf(markdown).flatMap((link) => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : resolve(dirname(page), decodeURIComponent(path));
    if (!existsSync(target)) return [`${shown(page)}: ${link}: there is no ${shown(target)}`];
    if (anchor === undefined || extname(target) !== '.md') return [];
    return anchorsOf(readFileSync(target, 'utf8')).has(decodeURIComponent(anchor))
      ? []
      : [`${shown(page)}: ${link}: ${shown(target)} has no such heading`];
  });
}

describe('the manual', () => {
  test('has no link that leads nowhere', () => {
    expect(pages.length).toBeGreaterThan(20);
    expect(pages.flatMap((page) => faultsOf(page, readFileSync(page, 'utf8')))).toEqual([]);
  });

  test('has an index that lists every page', () => {
    const index = join(root, 'docs', 'README.md');
    const listed = new Set(linksOf(readFileSync(index, 'utf8')).map((link) => resolve(dirname(index), link)));
    const book = pages.filter((page) => page.startsWith(join(root, 'docs')) && page !== index);
    expect(book.filter((page) => !listed.has(page)).map(shown)).toEqual([]);
  });

  test('has every page that a source file names', () => {
    const sources = ['kernel', 'packages', 'scripts', 'bench', 'tests'].flatMap((folder) =>
      filesOf(join(root, folder), ['.ts', '.tsx', '.mjs', '.js', '.cpp']),
    );
    const named = sources.flatMap((source) =>
      [...readFileSync(source, 'utf8').matchAll(/\bdocs\/[\w/.-]+\.md\b/g)].map(([page]) => ({ source, page })),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(
      named.filter(({ page }) => !existsSync(join(root, page))).map(({ source, page }) => `${shown(source)}: ${page}`),
    ).toEqual([]);
  });
});

/** The folders that CONTRIBUTING.md shortens. */
const SHORT = { lib: 'packages/afterstate/src', lab: 'packages/lab/src', web: 'packages/web/src' } as const;

/** The places in the repository that a page names as code, `packages/lab/src/main.ts`; one with a NAME stands for many. */
function placesOf(markdown: string): string[] {
  const spans = [...markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return spans
    .filter((span) => /^(packages|kernel|scripts|tests|bench|docs|lib|lab|web)\/[\w./-]+$/.test(span))
    .filter((span) => !span.includes('NAME') && !/^packages\/\w+\/dist\b/.test(span))
    .map((span) => span.replace(/^(lib|lab|web)(?=\/)/, (name) => SHORT[name as keyof typeof SHORT]));
}

test('every place in the repository that a page of the book or CONTRIBUTING names exists', () => {
  const named = [...pages.filter((page) => page.startsWith(join(root, 'docs'))), join(root, 'CONTRIBUTING.md')].flatMap(
    (page) => placesOf(readFileSync(page, 'utf8')).map((place) => ({ page, place })),
  );
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter(({ place }) => !existsSync(join(root, place)));
  expect(missing.map(({ page, place }) => `${shown(page)}: ${place}`)).toEqual([]);
});

describe('a wrong link', () => {
  const page = join(root, 'README.md');
  test('to a missing file or heading is found', () => {
    expect(faultsOf(page, 'see [a](no-such-page.md)')).toEqual([
      'README.md: no-such-page.md: there is no no-such-page.md',
    ]);
    expect(faultsOf(page, 'see [a](CONTRIBUTING.md#no-such-heading)')).toEqual([
      'README.md: CONTRIBUTING.md#no-such-heading: CONTRIBUTING.md has no such heading',
    ]);
  });
  test('inside code, or to another site, is not followed', () => {
    expect(
      faultsOf(page, '`[a](nowhere.md)` and [b](https://example.org/nowhere)\n```\n[c](nowhere.md)\n```\n'),
    ).toEqual([]);
  });
});
