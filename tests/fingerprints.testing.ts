// Fingerprints: pins what is measured under a name, and records it again (fingerprints.test.ts says when).

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Game, State } from 'afterstate';
import { Random } from 'afterstate';
import { expect, test } from 'vitest';

const UPDATE = process.env['UPDATE_FINGERPRINTS'] === '1';
const FILE = fileURLToPath(new URL('./fingerprints.json', import.meta.url));

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const expected = (existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {}) as Record<string, Json>;
const found: Record<string, Json> = {};

/** Pins the result of `measure` under a name. With `digits`, numbers that are not whole may differ after that many. */
export function pin(name: string, measure: () => Promise<unknown>, digits?: number): void {
  if (name in found) throw new Error(`there is a fingerprint '${name}' already`);
  found[name] = null;
  test(name, async () => {
    const value = (JSON.parse(JSON.stringify(await measure())) ?? null) as Json;
    found[name] = value;
    if (UPDATE) return;
    const known = expected[name];
    expect(known, `no fingerprint is recorded for '${name}'`).toBeDefined();
    expect(value).toEqual(digits === undefined ? known : loosely(known!, digits));
  });
}

/** The same, with every fractional number as one that only has to be near. */
function loosely(value: Json, digits: number): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? value : expect.closeTo(value, digits);
  if (Array.isArray(value)) return value.map((item: Json) => loosely(item, digits));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, loosely(item as Json, digits)]));
}

/** What is recorded under a name, for a custom comparison; undefined if `value` is recorded instead. */
export function recordedAs(name: string, value: Json): Json | undefined {
  found[name] = value;
  return UPDATE ? undefined : (expected[name] ?? null);
}

/** Writes what was found, if fingerprints are to be recorded again. */
export function record(): void {
  if (UPDATE) writeFileSync(FILE, `${format(found)}\n`);
}

/** Recorded fingerprints that nothing measures now. */
export function outdated(): string[] {
  return UPDATE ? [] : Object.keys(expected).filter((name) => !(name in found));
}

/** One line per fingerprint, so that a difference names it. */
function format(values: Record<string, Json>): string {
  const lines = Object.entries(values).map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

export function digest(...parts: (Uint8Array | Float32Array | Float64Array | Uint16Array | string)[]): string {
  const hash = createHash('sha256');
  for (const part of parts)
    hash.update(typeof part === 'string' ? part : new Uint8Array(part.buffer, part.byteOffset, part.byteLength));
  return hash.digest('hex');
}

/** Positions from all parts of random games; every other one has its tiles stretched, up to the largest possible. */
export function positions(game: Game, count: number): State[] {
  const states: State[] = [];
  for (let number = 0; states.length < count; number++) {
    const random = Random.forGame(14, number);
    let state = game.start(random);
    for (let ply = 0; !game.isOver(state); ply++) {
      const legal = game.legalMoves(state);
      if (ply % 13 === number % 13 || ply > 100) {
        const shift = states.length % 2 === 0 ? 0 : states.length % (game.maxExponent - 7);
        const board = state.board.map((e) => (e > 2 ? Math.min(e + shift, game.maxExponent) : e));
        states.push({ ...state, board });
      }
      state = game.spawn(game.afterstate(state, legal[random.below(legal.length)]!)!, random).state;
    }
  }
  return states.slice(0, count).filter((state) => !game.isOver(state));
}
