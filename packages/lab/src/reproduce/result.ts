// The result of a recipe: table.json in its run, and the documents of docs/papers/data, which pages and the app read.

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
  /** The commands that make the same by hand, in an empty folder. */
  readonly commands: readonly string[];
  readonly machine?: Omit<Manifest, 'argv' | 'started'>;
  /** The time of all steps together, and when the last ended. */
  readonly seconds?: number;
  readonly finished?: string;
}

/** A recipe, or a measurement from before there were recipes; parts without results come from the recipe. */
export interface RecipeData extends Pick<RecipeResult, 'title' | 'items' | 'expectation' | 'readings' | 'deviations'> {
  readonly id: string;
  /** Whether a page can run it, and roughly how many core-seconds that takes. */
  readonly pageSeconds?: number;
  /** Its committed result. */
  readonly result?: Pick<
    RecipeResult,
    'scale' | 'tables' | 'figures' | 'commands' | 'machine' | 'seconds' | 'finished'
  >;
}

/** A paper as the app shows it. */
export interface PaperData extends Pick<Paper, 'letter' | 'name' | 'title' | 'about' | 'tries'> {
  /** `he-2015`, the name of its page in the manual. */
  readonly key: string;
  /** Its numbered tables and figures. */
  readonly tables: number;
  readonly figures: number;
  readonly recipes: readonly RecipeData[];
}
