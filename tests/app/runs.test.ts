import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND, runCommandSync } from '../command.testing.ts';
import { PHONE, visits, SOON } from './visit.testing.ts';

const folder = mkdtempSync(join(tmpdir(), 'afterstate-runs-'));
const RUN = '2048__tc__5x4__s1__20260101T000000Z';

function train(name: string, games: number): string[] {
  const out = ['--threads', '1', '--out', join(folder, name)];
  return ['train', '--network', '5x4', '--method', 'tc', '--games', String(games), ...out];
}

beforeAll(() => {
  const { status, stderr } = runCommandSync('.', ...train(RUN, 3000));
  expect(stderr.split('\n').at(-2) ?? '', `status ${status}`).not.toMatch(/^afterstate: /);
  expect(status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// After the lines above: what is set up last is closed first.
const app = visits({ light: true, runs: folder });

describe('a run of the machine that serves the app', () => {
  it('is listed, shown with its curves, and its network plays', async () => {
    const visit = await app.visit({ hash: '#/runs' });
    const { page } = visit;
    const link = page.getByRole('link', { name: '2048, 5x4, tc' });
    await link.waitFor();
    expect(await page.locator('.run-table').textContent()).toContain('3,000');
    expect(await visit.seriousFindings()).toEqual([]);
    await link.click();
    await page.locator('.chart canvas').first().waitFor();
    await expect.poll(() => page.locator('.state').textContent(), SOON).toBe('finished');
    expect(await page.locator('.numbers').first().textContent()).toContain('3,000 of 3,000');
    expect(await visit.seriousFindings()).toEqual([]);
    await visit.button(/^Play with it/).click();
    await visit.button('Hint').click();
    await page.locator('.side.best').waitFor();
    expect(await page.getByRole('combobox', { name: 'model' }).inputValue()).toBe('local/2048-5x4-tc-3000');
  });

  it('is followed while it trains, on a phone too', async () => {
    const name = '2048__tc__5x4__s2__20260102T000000Z';
    const training = spawn(process.execPath, [COMMAND, ...train(name, 1_000_000)], { stdio: 'ignore' });
    try {
      await expect.poll(() => existsSync(join(folder, name, 'metrics.jsonl'))).toBe(true);
      const visit = await app.visit({ ...PHONE, hash: `#/runs?run=${name}` });
      const { page } = visit;
      await page.locator('.chart canvas').first().waitFor();
      const games = async () =>
        parseInt((await page.locator('.numbers dd').first().textContent())!.replaceAll(',', ''));
      const first = await games();
      await expect.poll(games).toBeGreaterThan(first + 1000);
      expect(await page.locator('.state').textContent()).toBe('running');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
      await visit.go('#/runs');
      await page.getByText('of 1,000,000').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);
      expect(await visit.seriousFindings()).toEqual([]);
    } finally {
      training.kill('SIGKILL');
    }
  });

  it('of another method has its own curves, in words that say what they count', async () => {
    const [fit, self, dqn, empty, foreign] = ['fit', 'self', 'dqn', 'empty', 'foreign'].map((name) =>
      join(folder, name),
    );
    const put = (path: string, config: object, lines: readonly object[]): void => {
      mkdirSync(path, { recursive: true });
      writeFileSync(join(path, 'config.json'), JSON.stringify({ game: '2048', ...config }));
      writeFileSync(join(path, 'metrics.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    };
    put(fit!, { method: 'fit', network: 'dcnn?k=5&channels=222', actions: 10_000_000 }, [
      {
        actions: 2_500_000,
        loss: 0.734136,
        accuracy: 0.63486,
        testLoss: 0.737502,
        testAccuracy: 0.6377,
        averageScore: 12745.36,
        reach: { 1024: 0.53, 2048: 0.08 },
        seconds: 604,
      },
      {
        actions: 2_600_000,
        loss: 0.731,
        accuracy: 0.636,
        testLoss: 0.735,
        testAccuracy: 0.64,
        actionsPerSecond: 3100,
        seconds: 630,
      },
    ]);
    put(self!, { method: 'selfplay', network: 'pyramid?channels=64', cycles: 30 }, [
      { cycles: 1, games: 0, averageScore: null, policyLoss: 1.385, valueLoss: 0.0114, seconds: 57 },
      { cycles: 2, games: 42, averageScore: 2752.9, policyLoss: 1.354, valueLoss: 0.011, seconds: 182 },
    ]);
    put(dqn!, { method: 'dqn', network: 'qnet?hidden=256', games: 6000 }, [
      { games: 100, averageScore: 1042.4, reach: { 64: 0.96, 128: 0.49 }, loss: 0.0176, seconds: 16 },
      { games: 200, averageScore: 1085.5, reach: { 64: 0.95, 128: 0.55 }, loss: 0.0268, seconds: 48 },
    ]);
    put(empty!, {}, []);
    put(foreign!, { game: 7, method: ['x'], network: null }, [{ epoch: 3, reach: 'far', games: 'many' }, { games: 1 }]);

    const visit = await app.visit({ hash: '#/runs' });
    const { page } = visit;
    const row = (name: string) => page.locator('.run-table tr').filter({ has: page.getByText(name, { exact: true }) });
    await row('fit').waitFor();
    expect(await row('fit').textContent()).toContain('2,600,000of 10,000,000 actions64%of moves match the records');
    expect(await row('self').textContent()).toContain('2of 30 cycles2,753average score');
    for (const [name, titles, words] of [
      [
        'fit',
        [
          'Moves that match the records: now 64% test, 64% train',
          'Loss: now 0.735 test, 0.731 train',
          'Average score in test games: now 12,745',
          'Games that reach a tile',
        ],
        'The network learns from records: it matches the records in 64% of its moves, in games it has not seen. At its last snapshot it scored 12,745 points per game.',
      ],
      [
        'self',
        ['Average score of the last 100 games: now 2,753', 'Policy loss: now 1.35', 'Value loss: now 0.011'],
        'The network learns from its own games, played by tree search: 2,753 points per game lately.',
      ],
      [
        'dqn',
        ['Average score: now 1,086', 'Games that reach a tile', 'Loss: now 0.0268'],
        'The network learns by deep Q-learning: 1,086 points per game lately.',
      ],
      ['empty', [], 'No results yet.'],
      ['foreign', [], 'No results yet.'],
    ] as const) {
      await visit.go(`#/runs?run=${name}`);
      await page.getByText(words, { exact: true }).waitFor();
      expect(await page.locator('.chart figcaption').allTextContents(), name).toEqual(titles);
      expect(await visit.seriousFindings(), name).toEqual([]);
    }
  });

  it('that is opened and left at once, again and again, does not bring the server down', async () => {
    const visit = await app.visit({ hash: '#/runs' });
    for (let i = 0; i < 12; i++) {
      await visit.page.evaluate((hash) => (location.hash = hash), `#/runs?run=${RUN}&again=${i}`);
      if (i % 3 === 1) await visit.page.waitForTimeout(10);
      await visit.page.evaluate(() => (location.hash = '#/runs'));
    }
    for (let i = 0; i < 4; i++) {
      await visit.page.goto('about:blank');
      await visit.page.goto(`${app.url}#/runs?run=${RUN}`, { waitUntil: 'commit' });
    }
    await visit.page.locator('.chart canvas').first().waitFor(SOON);
    expect((await fetch(`${app.url}healthz`)).status).toBe(200);
    await visit.page.goto('about:blank');
    await expect.poll(() => app.holds().feeds, SOON).toBe(0);
    visit.complaints.splice(0);
  });

  it('that does not exist is reported', async () => {
    const visit = await app.visit({ hash: '#/runs' });
    await visit.page.locator('.run-table').waitFor();
    await visit.go('#/runs?run=none');
    await expect.poll(() => visit.page.getByRole('alert').textContent(), SOON).toMatch(/^there is no run 'none' here/);
    // The browser itself complains about every 404.
    expect(visit.complaints.splice(0).length).toBeLessThanOrEqual(1);
  });
});
