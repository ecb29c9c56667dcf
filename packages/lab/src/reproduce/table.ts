// A table of a paper next to ours: data that pages, the app and tests read, and its Markdown.

import type { Interval } from 'afterstate/measure';
import { decimal } from '../terminal/table.ts';

export interface Column {
  readonly key: string;
  readonly label: string;
  /** How numbers are written; whole numbers by default. */
  readonly format?: 'whole' | 'tenths' | 'percent' | 'thousandths' | 'seconds';
  /** A speed or a time, which differs in every run. */
  readonly isTiming?: boolean;
}

/** A number, one with its 95% interval, or words. */
export type Cell = number | string | { readonly value: number; readonly ci95: Interval | null };

export interface Line {
  readonly label: string;
  readonly cells: Readonly<Record<string, Cell>>;
}

export interface Row {
  readonly label: string;
  /** What the paper has; none if it is silent. */
  readonly paper?: Readonly<Record<string, Cell>>;
  readonly ours: readonly Line[];
}

export interface Table {
  /** Items of the paper that it is compared with: `e/table1`; none if only the text has the numbers. */
  readonly items: readonly string[];
  readonly title: string;
  readonly page: number;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

export function tableMarkdown({ columns, rows }: Table): string {
  const cells = (values: readonly string[]): string => `| ${values.join(' | ')} |`;
  const lines = [
    cells(['', '', ...columns.map(({ label }) => label)]),
    cells(['---', '---', ...columns.map(() => '---')]),
  ];
  for (const { label, paper, ours } of rows) {
    const all = [...(paper ? [{ label: '*paper*', cells: paper }] : []), ...ours];
    all.forEach((line, i) =>
      lines.push(
        cells([
          i === 0 ? label : '',
          line.label,
          ...columns.map((column) => {
            const text = cellText(line.cells[column.key], column);
            return text !== '' && line.cells === paper ? `*${text}*` : text;
          }),
        ]).replaceAll(/ {2,}/g, ' '),
      ),
    );
  }
  return lines.join('\n');
}

export function cellText(cell: Cell | undefined, { format = 'whole' }: Pick<Column, 'format'>): string {
  if (cell === undefined) return '';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'number') return written(cell, format);
  const { value, ci95 } = cell;
  return ci95
    ? `${written(value, format)} [${written(ci95[0], format)}, ${written(ci95[1], format)}]`
    : written(value, format);
}

function written(value: number, format: NonNullable<Column['format']>): string {
  if (format === 'percent') return `${(100 * value).toFixed(2)}%`;
  if (format === 'tenths') return decimal(value, 1);
  if (format === 'thousandths') return decimal(value, 3);
  if (format === 'seconds' && value < 1000) return `${Number(value.toPrecision(3))}`;
  return decimal(value);
}

/** The same table without what differs in every run. */
export function untimed(table: Table): Table {
  const timed = new Set(table.columns.filter(({ isTiming }) => isTiming).map(({ key }) => key));
  const kept = (cells: Line['cells']): Line['cells'] =>
    Object.fromEntries(Object.entries(cells).filter(([key]) => !timed.has(key)));
  return {
    ...table,
    columns: table.columns.filter(({ key }) => !timed.has(key)),
    rows: table.rows.map((row) => ({
      ...row,
      ...(row.paper && { paper: kept(row.paper) }),
      ours: row.ours.map((line) => ({ ...line, cells: kept(line.cells) })),
    })),
  };
}
