// What the tests of tournaments share: players and games as a person sets them, and the numbers as files.

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startCommand } from '../command.testing.ts';
import type { Visit } from './visit.testing.ts';

export async function choosePlayer(visit: Visit, number: number, spec: string): Promise<void> {
  await visit.button(`Change player ${number}`).click();
  await visit.page.getByText('More', { exact: true }).click();
  await visit.page.getByLabel('As text').fill(spec);
  await visit.page.getByLabel('As text').press('Enter');
  await visit.page.getByLabel('As text').blur();
  await visit.button(`Close player ${number}`).click();
}

export async function setGames(visit: Visit, games: number, seed = 1): Promise<void> {
  for (const [label, value] of [
    ['Games', games],
    ['Seed', seed],
  ] as const) {
    await visit.page.getByLabel(label, { exact: true }).fill(String(value));
    await visit.page.getByLabel(label, { exact: true }).blur();
  }
}

/** The results as a person downloads them, without timings and threads. */
export async function downloaded(visit: Visit): Promise<unknown> {
  const [file] = await Promise.all([visit.page.waitForEvent('download'), visit.button('Download the results').click()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return timeless(Buffer.concat(chunks).toString());
}

type Measured = Record<string, unknown>;

/** Browsers and Node round Student's quantiles differently in the last of sixteen digits. */
function timeless(text: string): unknown {
  const rounded = (_key: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(14)) : value;
  const { players, ...rest } = JSON.parse(text, rounded) as { players: Measured[] };
  return {
    ...rest,
    players: players.map(({ seconds: _s, movesPerSecond: _m, threads: _t, ...measured }) => measured),
  };
}

const outcomes = new Map<string, ReturnType<typeof startCommand>['ended']>();

/** The output of `compare`; run only once, because the same arguments give the same numbers. */
export async function compared(...args: string[]): Promise<unknown> {
  const key = args.join(' ');
  if (!outcomes.has(key)) outcomes.set(key, startCommand(process.cwd(), 'compare', ...args, '--json').ended);
  const { stdout, stderr, status } = await outcomes.get(key)!;
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return timeless(stdout);
}

/** How many games have been played, according to the page; 0 if it says nothing. */
export async function gamesDone(page: Page): Promise<number> {
  const progress = page.locator('.tournament-progress');
  return (await progress.count()) === 0 ? 0 : Number.parseInt((await progress.textContent())!.replaceAll(',', ''), 10);
}
