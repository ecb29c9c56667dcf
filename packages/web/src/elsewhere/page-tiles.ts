// The tiles of another page's 2048: from the elements that the classic page draws, or else from the game that it saves. The bookmarklet carries
// the text of `tilesOnPage`, so that function uses nothing but the browser.

/** Row by row, 0 for an empty cell; a sentence if there is a board other than 4×4; undefined if there is none. */
export function tilesOnPage(): number[] | string | undefined {
  const pages = [document];
  for (const frame of document.querySelectorAll('iframe'))
    try {
      if (frame.contentDocument) pages.push(frame.contentDocument);
    } catch {
      // A frame from another site keeps its page to itself.
    }
  for (const page of pages) {
    const tiles = Array.from({ length: 16 }, () => 0);
    let seen = false;
    for (const tile of page.querySelectorAll('[class*="tile-position-"]')) {
      const names = tile.className;
      const place = /tile-position-(\d+)-(\d+)/.exec(names);
      const value = Number((/(?:^|\s)tile-(\d+)(?:\s|$)/.exec(names) ?? [])[1] ?? tile.textContent);
      if (!place || !(value > 0)) continue;
      const [x, y] = [Number(place[1]) - 1, Number(place[2]) - 1];
      if (x > 3 || y > 3) return 'This board is larger than 4×4; hints are for 4×4.';
      // A tile just merged from two lies over both of them.
      tiles[4 * y + x] = Math.max(tiles[4 * y + x]!, value);
      seen = true;
    }
    if (seen) return tiles;
  }
  try {
    const { cells } = (
      JSON.parse(localStorage.getItem('gameState')!) as { grid: { cells: ({ value: number } | null)[][] } }
    ).grid;
    if (cells.length !== 4) return 'The saved game of this page does not have a 4×4 board; hints are for 4×4.';
    return Array.from({ length: 16 }, (_, cell) => cells[cell % 4]![cell >> 2]?.value ?? 0);
  } catch {
    return undefined;
  }
}
