// The document that `afterstate reproduce` leaves, as far as tests use it.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Cell = number | string | { readonly value: number; readonly ci95: readonly [number, number] | null };
type Cells = Readonly<Record<string, Cell>>;

export interface Table {
  readonly items: readonly string[];
  readonly title: string;
  readonly columns: readonly { readonly key: string; readonly isTiming?: boolean }[];
  readonly rows: readonly { readonly paper?: Cells; readonly ours: readonly { readonly cells: Cells }[] }[];
}

export interface RecipeResult {
  readonly items: readonly string[];
  readonly tables: readonly Table[];
  readonly figures: readonly object[];
  readonly machine?: { readonly cpu: string };
}

/** Tables and figures of a run, without what depends on time: speeds and seconds. */
export async function untimedResult(folder: string): Promise<Pick<RecipeResult, 'tables' | 'figures'>> {
  const { tables, figures } = JSON.parse(await readFile(join(folder, 'table.json'), 'utf8')) as RecipeResult;
  return {
    figures,
    tables: tables.map((table) => {
      const timed = new Set(table.columns.filter(({ isTiming }) => isTiming).map(({ key }) => key));
      const kept = (cells: Cells): Cells =>
        Object.fromEntries(Object.entries(cells).filter(([key]) => !timed.has(key)));
      return {
        ...table,
        rows: table.rows.map((row) => ({
          ...row,
          ...(row.paper && { paper: kept(row.paper) }),
          ours: row.ours.map((line) => ({ ...line, cells: kept(line.cells) })),
        })),
      };
    }),
  };
}
