// A table of a paper with ours below each line. A wide one scrolls inside its own box.

import { cellText, itemNames, type Line, type PaperLetter, type Row, type Table } from '@afterstate/lab/papers';
import { Prose } from './prose.tsx';

export function ResultTable({ table, letter, label = '' }: { table: Table; letter: PaperLetter; label?: string }) {
  const { title, items, page, columns, rows } = table;
  const place = items.length > 0 ? `${itemNames(items, letter)}, page ${page}` : '';
  return (
    <div class="paper-table">
      <h4>
        <Prose text={title} />
        {place !== '' && <small>{place}</small>}
      </h4>
      <div class="table-scroll" tabIndex={0} role="region" aria-label={`${plain(title)}${label}`}>
        <table>
          <thead>
            <tr>
              <td />
              <td />
              {columns.map(({ key, label: heading }) => (
                <th key={key} scope="col">
                  <Prose text={heading} />
                </th>
              ))}
            </tr>
          </thead>
          {rows.map((row, i) => (
            <RowLines key={i} row={row} columns={columns} />
          ))}
        </table>
      </div>
    </div>
  );
}

function RowLines({ row, columns }: { row: Row; columns: Table['columns'] }) {
  const lines: (Line & { readonly isPublished?: boolean })[] = [
    ...(row.paper ? [{ label: 'paper', cells: row.paper, isPublished: true }] : []),
    ...row.ours,
  ];
  return (
    <tbody>
      {lines.map(({ label, cells, isPublished = false }, i) => (
        <tr key={i} class={isPublished ? 'published' : 'ours'}>
          {i === 0 && (
            <th scope="rowgroup" rowSpan={lines.length}>
              <Prose text={row.label} />
            </th>
          )}
          <th scope="row">
            <Prose text={label} />
          </th>
          {columns.map((column) => {
            const [value = '', interval] = cellText(cells[column.key], column).split(/ (?=\[)/);
            return (
              <td key={column.key}>
                <Prose text={value} />
                {interval !== undefined && <small>{interval}</small>}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}

function plain(text: string): string {
  return text.replaceAll('`', '');
}
