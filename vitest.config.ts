import { configDefaults, defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** They ask how late the project answers, so nothing else runs meanwhile. */
const TIMED = ['tests/api-load.test.ts', 'tests/stopping.test.ts'];

/** They take long, though some are short to read; the longest first. They begin first, so that none is left for one core at the end. */
const LONGEST = [
  'app/boxes',
  'chaos',
  'app/kept-learning',
  'reproduce',
  'reproduce-killed',
  'jobs-chaos',
  'selfplay',
  'select',
  'records',
  'packages-lab',
  'packages-library',
  'fuzz-found',
  'docs-numbers',
  'closed-memory',
  'frontier',
].map((name) => `/tests/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId, project }: TestSpecification): number => {
      const at = LONGEST.findIndex((path) => moduleId.endsWith(path));
      if (at >= 0) return at;
      // A process goes on with the next file of its kind, so they stand together.
      return project.name === 'units' ? LONGEST.length + 1 : LONGEST.length;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** They end what hangs, and nothing else: a machine that is busy takes many times as long, and no test fails for that. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // Real browsers, kills and servers on a busy machine: what fails three times in a row is broken. The report counts the tries.
  retry: 2,
};

/** Most tests start processes of their own: two files at a time keep two cores busy, and three are no faster. */
const together = { ...limits, maxWorkers: 2, sequence: { groupOrder: 0 } };

export default defineConfig({
  test: {
    globalSetup: ['tests/command.setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Files share processes and what these have imported; for many of them both would take longer than their tests.
    projects: [
      {
        test: {
          ...together,
          name: 'whole',
          isolate: false,
          include: ['tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...TIMED],
        },
      },
      { test: { ...together, name: 'units', include: ['packages/*/src/**/*.test.ts'], isolate: false } },
      { test: { ...limits, name: 'alone', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
