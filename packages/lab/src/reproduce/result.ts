// What a recipe leaves: table.json in its run, and the documents of docs/papers/data, which pages and the app read.

import type { Manifest } from '../files/manifest.ts';
import type { Figure } from '../measure/figure.ts';
import type { Paper } from './papers.ts';
import type { Scale } from './recipe.ts';
import type { Table } from './table.ts';

/** The document of a finished recipe: table.json, and what docs/papers/data keeps. */
export interface RecipeResult {
  readonly recipe: string;
  readonly paper: string;
  readonly title: string;
  readonly scale: Scale | 'earlier';
  /** `e/table1`. */
  readonly items: readonly string[];
  readonly expectation: string;
  readonly readings: readonly string[];
  readonly deviations: readonly string[];
  readonly tables: readonly Table[];
  readonly figures: readonly Figure[];
  /** What makes the same by hand, in an empty folder. */
  readonly commands: readonly string[];
  readonly machine?: Omit<Manifest, 'argv' | 'started'>;
  /** Of all steps together, and when the last ended. */
  readonly seconds?: number;
  readonly finished?: string;
}

/** A recipe, or a measurement from before there were recipes; what it has not been run for is told from the recipe. */
export interface RecipeData extends Pick<RecipeResult, 'title' | 'items' | 'expectation' | 'readings' | 'deviations'> {
  readonly id: string;
  /** Whether a page can run it, and how many seconds of a core that takes, roughly. */
  readonly pageSeconds?: number;
  /** What is committed of it. */
  readonly result?: Pick<
    RecipeResult,
    'scale' | 'tables' | 'figures' | 'commands' | 'machine' | 'seconds' | 'finished'
  >;
}

/** A paper as the app shows it. */
export interface PaperData extends Pick<Paper, 'letter' | 'name' | 'title' | 'about' | 'tries'> {
  /** `he-2015`, as its page of the manual is called. */
  readonly key: string;
  /** As many tables and figures as it numbers. */
  readonly tables: number;
  readonly figures: number;
  readonly recipes: readonly RecipeData[];
}
