// The packages as people get them: packed once for a test file, and what an empty project needs to try one.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Packed {
  readonly name: string;
  readonly version: string;
  readonly file: string;
  readonly bytes: number;
}

/** Packs both packages into a folder. */
export function packAll(folder: string): { library: Packed; lab: Packed } {
  const output = run(ROOT, process.execPath, 'scripts/pack.mjs', join(folder, 'packed'));
  const [library, lab] = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Packed);
  return { library: library!, lab: lab! };
}

/** An empty project with these files. */
export function emptyProject(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'afterstate-project-'));
  const all = { 'package.json': '{ "private": true, "type": "module" }', ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Runs a program to its end, without the clone's npm settings; if it fails, throws with all its output. */
export function run(folder: string, program: string, ...args: string[]): string {
  // The variables that npm sets for its scripts would be settings for the npm that a test starts.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: folder, encoding: 'utf8', env });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${status} ${stderr}${stdout}${error?.message ?? ''}`);
  return stdout;
}

/** Offline if npm's cache has everything, as after the set-up of a clone. */
export function npmInstall(folder: string, ...args: string[]): void {
  run(folder, 'npm', 'install', ...args, '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts');
}

export function remove(folder: string | undefined): void {
  if (folder) rmSync(folder, { recursive: true, force: true });
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** A plain host of files; isolated pages may have threads. `typed` false is a host that does not know wasm. */
export async function hostFiles(
  folder: string,
  { isolated = false, typed = true } = {},
): Promise<{ url: string; server: Server; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://host').pathname;
    asked.push(path);
    try {
      const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
      const content = readFileSync(file);
      const type = typed || extname(file) !== '.wasm' ? TYPES[extname(file)] : undefined;
      response.writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        ...(isolated && {
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-embedder-policy': 'require-corp',
        }),
      });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server, asked };
}
