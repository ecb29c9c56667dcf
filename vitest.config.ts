import { configDefaults, defineConfig } from 'vitest/config';

/** They hold the project to times, so nothing else runs meanwhile. */
const TIMED = [
  'tests/api-load.test.ts',
  'tests/stopping.test.ts',
  'tests/serve-compressed.test.ts',
  'tests/app/everywhere.test.ts',
  'tests/app/learn.test.ts',
  'tests/app/play.test.ts',
];

const limits = { testTimeout: 60_000, hookTimeout: 60_000 };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...limits,
          name: 'together',
          include: ['packages/*/src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...TIMED],
          // Most tests wait for processes that they started: two files at a time keep two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      { test: { ...limits, name: 'alone', include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
