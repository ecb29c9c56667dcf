// A page like the classic 2048, written for the tests, on its own origin: its class names, colours, sizes and saved game, the
// arrow keys, and tiles that exist twice while they move.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const GROUNDS =
  'eee4da ede0c8 f2b179 f59563 f67c5f f65e3b edcf72 edcc61 edc850 edc53f edc22e 3c3a32 3c3a32 3c3a32 3c3a32 3c3a32 3c3a32'.split(
    ' ',
  );

const tileRules = GROUNDS.map((ground, i) => {
  const tile = 2 ** (i + 1);
  const size = tile >= 100_000 ? 24 : tile >= 4096 ? 28 : tile >= 1024 ? 35 : tile >= 128 ? 45 : 55;
  const phone = tile >= 100_000 ? 12 : tile >= 4096 ? 13 : tile >= 1024 ? 15 : tile >= 128 ? 25 : 35;
  const glow = tile >= 128 && tile <= 2048 ? `box-shadow: 0 0 30px 10px rgb(243 215 116 / ${0.08 * (i - 4)});` : '';
  return `.tile-${tile} .tile-inner { background: #${ground}; color: ${tile > 4 ? '#f9f6f2' : '#776e65'}; font-size: ${size}px; ${glow} }
    @media (max-width: 520px) { .tile-${tile} .tile-inner { font-size: ${phone}px } }`;
}).join('\n');

const places = [1, 2, 3, 4]
  .flatMap((x) => [1, 2, 3, 4].map((y) => [x, y] as const))
  .map(
    ([x, y]) => `.tile-position-${x}-${y} { transform: translate(${at(x, 121)}px, ${at(y, 121)}px) }
    @media (max-width: 520px) { .tile-position-${x}-${y} { transform: translate(${at(x, 67)}px, ${at(y, 67)}px) } }`,
  )
  .join('\n');

function at(place: number, step: number): number {
  return Math.round((place - 1) * step);
}

const STYLE = `
  body { margin: 40px; background: #faf8ef; color: #776e65; font: 18px "Clear Sans", "Helvetica Neue", Arial, sans-serif }
  .container { width: 500px; margin: 0 auto }
  h1 { font-size: 80px; margin: 0 0 20px }
  .score-container { display: inline-block; background: #bbada0; color: #fff; padding: 15px 25px; border-radius: 3px; margin-bottom: 20px }
  .game-container { position: relative; box-sizing: border-box; width: 500px; height: 500px; padding: 15px; border-radius: 6px; background: #bbada0 }
  .grid-row { display: flex; gap: 15px; margin-bottom: 15px }
  .grid-cell { width: 106.25px; height: 106.25px; border-radius: 3px; background: rgb(238 228 218 / 0.35) }
  .tile-container { position: absolute; inset: 15px }
  .tile, .tile-inner { width: 107px; height: 107px; line-height: 107px }
  .tile { position: absolute; transition: transform 100ms ease-in-out }
  .tile-inner { border-radius: 3px; text-align: center; font-weight: bold }
  @media (max-width: 520px) {
    body { margin: 20px } .container { width: 280px } h1 { font-size: 27px }
    .game-container { width: 280px; height: 280px; padding: 10px }
    .grid-row { gap: 10px; margin-bottom: 10px } .grid-cell { width: 57.5px; height: 57.5px }
    .tile-container { inset: 10px } .tile, .tile-inner { width: 58px; height: 58px; line-height: 58px }
  }
  ${tileRules}
  ${places}`;

/** The page's own game, as a script. */
function play(): void {
  interface Tile {
    value: number;
    from?: readonly (readonly [number, number])[];
    parts?: number;
    isNew?: boolean;
  }
  const container = document.querySelector('.tile-container')!;
  let cells: (Tile | null)[][] = [0, 1, 2, 3].map(() => [null, null, null, null]);
  let score = 0;

  const saved = JSON.parse(localStorage.getItem('gameState') ?? 'null') as {
    grid: { cells: (Tile | null)[][] };
    score: number;
  } | null;
  if (saved) {
    cells = saved.grid.cells.map((column) => column.map((tile) => (tile ? { value: tile.value } : null)));
    score = saved.score;
  } else for (let i = 0; i < 2; i++) add();

  function add(): void {
    const open = [0, 1, 2, 3].flatMap((x) => [0, 1, 2, 3].filter((y) => !cells[x]![y]).map((y) => [x, y] as const));
    if (open.length === 0) return;
    const [x, y] = open[Math.floor(Math.random() * open.length)]!;
    cells[x]![y] = { value: Math.random() < 0.9 ? 2 : 4, isNew: true };
  }

  function draw(): void {
    requestAnimationFrame(() => {
      container.replaceChildren();
      const show = (value: number, x: number, y: number, more = ''): HTMLElement => {
        const tile = document.createElement('div');
        tile.className = `tile tile-${value} tile-position-${x + 1}-${y + 1}${value > 2048 ? ' tile-super' : ''}${more}`;
        const inner = tile.appendChild(document.createElement('div'));
        inner.className = 'tile-inner';
        inner.textContent = String(value);
        container.append(tile);
        return tile;
      };
      cells.forEach((column, x) =>
        column.forEach((tile, y) => {
          if (!tile) return;
          for (const [fromX, fromY] of tile.from ?? []) {
            const moved = show(tile.parts ?? tile.value, fromX, fromY);
            requestAnimationFrame(() =>
              moved.classList.replace(`tile-position-${fromX + 1}-${fromY + 1}`, `tile-position-${x + 1}-${y + 1}`),
            );
          }
          if (tile.parts) show(tile.value, x, y, ' tile-merged');
          else if (!tile.from) show(tile.value, x, y, tile.isNew ? ' tile-new' : '');
        }),
      );
      document.querySelector('.score-container')!.textContent = String(score);
    });
    localStorage.setItem(
      'gameState',
      JSON.stringify({
        grid: {
          size: 4,
          cells: cells.map((column, x) =>
            column.map((tile, y) => (tile ? { position: { x, y }, value: tile.value } : null)),
          ),
        },
        score,
        over: false,
        won: false,
        keepPlaying: false,
      }),
    );
  }

  const STEPS: Readonly<Record<string, readonly [number, number]>> = {
    ArrowUp: [0, -1],
    ArrowRight: [1, 0],
    ArrowDown: [0, 1],
    ArrowLeft: [-1, 0],
  };
  addEventListener('keydown', ({ key }) => {
    const step = STEPS[key];
    if (!step) return;
    let changed = false;
    const next: (Tile | null)[][] = [0, 1, 2, 3].map(() => [null, null, null, null]);
    for (let line = 0; line < 4; line++) {
      let place = 0;
      let last: Tile | undefined;
      for (let i = 0; i < 4; i++) {
        // Starting at the wall that the tiles are pushed to.
        const along = (n: number): number => (step[0] + step[1] > 0 ? 3 - n : n);
        const [x, y] = step[0] !== 0 ? [along(i), line] : [line, along(i)];
        const tile = cells[x]![y];
        if (!tile) continue;
        if (last && last.value === tile.value && !last.parts) {
          last.parts = tile.value;
          last.value *= 2;
          last.from = [...last.from!, [x, y]];
          score += last.value;
          changed = true;
          continue;
        }
        const [toX, toY] = step[0] !== 0 ? [along(place), line] : [line, along(place)];
        last = { value: tile.value, from: [[x, y]] };
        next[toX]![toY] = last;
        if (place !== i) changed = true;
        place++;
      }
    }
    if (!changed) return;
    cells = next;
    add();
    draw();
  });
  draw();
}

const row =
  '<div class="grid-row"><i class="grid-cell"></i><i class="grid-cell"></i><i class="grid-cell"></i><i class="grid-cell"></i></div>';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>2048</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><div class="container"><h1>2048</h1><div class="score-container">0</div><div class="game-container">
<div class="grid-container">${row.repeat(4)}</div><div class="tile-container"></div></div></div>
<script>(${play.toString()})()</script></body></html>`;

const OTHER =
  '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>2048, the year</title><p>Nothing to play here.</p></html>';

export interface ClassicHost {
  /** Ends with the game's folder: `2048/` has it, `2048/strict` the same with a policy that forbids other scripts, `2048/other` another page. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startClassic(): Promise<ClassicHost> {
  const server = createServer(({ url }, response) => {
    const strict = url!.includes('strict') ? { 'content-security-policy': "script-src 'unsafe-inline'" } : {};
    response.writeHead(200, { 'content-type': 'text/html', ...strict }).end(url!.includes('other') ? OTHER : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    // Another name for this machine: another site, not just another port.
    url: `http://localhost:${(server.address() as AddressInfo).port}/2048/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What the page keeps of a game, from its tiles row by row. */
export function savedGame(tiles: readonly number[]): string {
  const cells = [0, 1, 2, 3].map((x) =>
    [0, 1, 2, 3].map((y) => (tiles[4 * y + x] ? { position: { x, y }, value: tiles[4 * y + x]! } : null)),
  );
  return JSON.stringify({ grid: { size: 4, cells }, score: 0, over: false, won: false, keepPlaying: false });
}
