// A tuple as a small board with its cells marked.

const CELL = 10;
const STEP = 12;

/** Cells of the board as one path of squares. */
function squares(cells: readonly number[]): string {
  return cells
    .map((cell) => `M${1 + STEP * (cell % 4)} ${1 + STEP * Math.floor(cell / 4)}h${CELL}v${CELL}h-${CELL}z`)
    .join('');
}

const ALL = squares(Array.from({ length: 16 }, (_, cell) => cell));

export function TuplePicture({ cells }: { cells: readonly number[] }) {
  return (
    <svg class="tuple-picture" viewBox="0 0 48 48" aria-hidden="true">
      <path class="cells" d={ALL} />
      <path class="own" d={squares(cells)} />
    </svg>
  );
}
