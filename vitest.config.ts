import { configDefaults, defineConfig } from 'vitest/config';
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** They measure how late the project answers, so nothing else runs meanwhile. */
const TIMED = ['tests/api-load.test.ts', 'tests/stopping.test.ts'];

/** They take long, even if some are short to read; longest first. They start first, so that none is left to a single core at the end. */
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
      // A process continues with the next file of its kind, so those stay together.
      return project.name === 'units' ? LONGEST.length + 1 : LONGEST.length;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** These limits only end what hangs: a busy machine takes many times as long, and no test should fail for that. */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // Real browsers, kills and servers on a busy machine: only a test that fails three times in a row is broken. The report counts the tries.
  retry: 2,
};

/** Most tests start processes: two files at a time keep two cores busy, and three are no faster. */
const together = { ...limits, maxWorkers: 2, sequence: { groupOrder: 0 } };

export default defineConfig({
  test: {
    globalSetup: ['tests/command.setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Files share processes and imports; for many of them, both would take longer than their tests.
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
