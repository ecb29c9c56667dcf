// A tuple in words, for people who do not see its picture.

/** "row 1: columns 1, 2; row 2: column 1". */
export function cellsInWords(cells: readonly number[]): string {
  return [0, 1, 2, 3]
    .map((row) => [row, cells.filter((cell) => Math.floor(cell / 4) === row).map((cell) => (cell % 4) + 1)] as const)
    .filter(([, columns]) => columns.length > 0)
    .map(([row, columns]) => `row ${row + 1}: column${columns.length === 1 ? '' : 's'} ${columns.join(', ')}`)
    .join('; ');
}
