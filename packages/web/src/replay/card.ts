// The picture card of a game: the last board, the score, the largest tile, the moves, who played and when. It is drawn in the page, in
// the theme in view; 1200 × 630 is the size that pages with link previews ask for.

import { type Board, type Game } from 'afterstate';
import type { Tone } from '../board/colours.ts';
import { count } from '../shell/numbers.ts';
import { movesOf } from '../shell/words.ts';
import { drawBoard, FONT, layoutOf, type Pen, write } from './picture.ts';

export interface CardFacts {
  readonly game: Game;
  readonly board: Board;
  readonly score: number;
  readonly moves: number;
  /** Who played, in words. */
  readonly player: string;
  /** In ms, if known. */
  readonly played: number | undefined;
}

export const CARD_SIZE = { width: 1200, height: 630 } as const;

const COLOURS = {
  light: { ground: '#faf7f2', ink: '#2b2622', quiet: '#6b625a', accent: '#a8481f' },
  dark: { ground: '#181614', ink: '#ece6dd', quiet: '#a89e93', accent: '#e8935f' },
} as const;

const MARGIN = 55;
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** What the card says, line by line, and what a screen reader reads instead. */
export function cardWords({ game, board, score, moves, player, played }: CardFacts): readonly string[] {
  return [
    `Score in ${game.title}`,
    count(score),
    `Largest tile ${count(game.tile(Math.max(...board)))}`,
    movesOf(moves),
    `Played by ${player}`,
    ...(played === undefined ? [] : [date.format(played)]),
  ];
}

export function drawCard(canvas: HTMLCanvasElement, facts: CardFacts, tone: Tone): void {
  const { width, height } = CARD_SIZE;
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d')!;
  const { ground, ink, quiet, accent } = COLOURS[tone];
  pen.fillStyle = ground;
  pen.fillRect(0, 0, width, height);
  // A board of another shape also fits.
  const side = height - 2 * MARGIN;
  const layout = layoutOf(facts.game, side * Math.min(1, facts.game.columns / facts.game.rows));
  drawBoard(pen, facts.game, facts.board, tone, layout, MARGIN, Math.round((height - layout.height) / 2));

  const left = MARGIN + layout.width + MARGIN;
  const room = width - left - MARGIN;
  const [title, score, largest, ...others] = cardWords(facts);
  pen.fillStyle = quiet;
  write(pen, title!, left, 85, 34, 600);
  pen.fillStyle = ink;
  write(pen, score!, left, 165, fitting(pen, score!, room, 104, 750), 750);
  write(pen, largest!, left, 262, fitting(pen, largest!, room, 40, 600), 600);
  pen.fillStyle = quiet;
  let y = 325;
  for (const text of others)
    for (const part of broken(pen, text, room, 30)) {
      write(pen, part, left, y, 30, 400);
      y += 44;
    }
  drawName(pen, left, height - MARGIN - 14, accent, ink);
}

/** The name of the app beside its four tiles. */
function drawName(pen: Pen, x: number, y: number, accent: string, ink: string): void {
  pen.fillStyle = accent;
  for (const [i, opacity] of [0.35, 0.55, 0.75, 1].entries()) {
    pen.globalAlpha = opacity;
    pen.beginPath();
    pen.roundRect(x + 15 * (i % 2), y - 14 + 15 * Math.floor(i / 2), 13, 13, 3);
    pen.fill();
  }
  pen.globalAlpha = 1;
  pen.fillStyle = ink;
  write(pen, 'afterstate', x + 42, y, 28, 650);
}

/** A font size, at most `size`, at which the text fits. */
function fitting(pen: Pen, text: string, room: number, size: number, weight: number): number {
  pen.font = `${weight} ${size}px ${FONT}`;
  return Math.min(size, (size * room) / pen.measureText(text).width);
}

/** The text in at most two lines; longer text ends in an ellipsis. */
function broken(pen: Pen, text: string, room: number, size: number): string[] {
  pen.font = `400 ${size}px ${FONT}`;
  const fits = (part: string): boolean => pen.measureText(part).width <= room;
  if (fits(text)) return [text];
  const words = text.split(' ');
  let first = words.shift()!;
  while (words.length > 0 && fits(`${first} ${words[0]}`)) first += ` ${words.shift()}`;
  const dotted = (part: string): string => {
    let kept = part;
    while (kept.length > 1 && !fits(`${kept}…`)) kept = kept.slice(0, -1);
    return kept === part ? part : `${kept}…`;
  };
  const rest = words.join(' ');
  return [fits(first) ? first : dotted(first), ...(rest === '' ? [] : [fits(rest) ? rest : dotted(rest)])];
}
