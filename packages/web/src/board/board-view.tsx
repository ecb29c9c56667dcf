// The board as part of a page: the widget for the eye, and a table for screen readers.

import { effect, type ReadonlySignal } from '@preact/signals';
import { type Board, type Game, rowsOf } from 'afterstate';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { BoardWidget, type ShowOptions } from './board.ts';
import { boardStyle, tileStyle } from './colours.ts';

export interface Shown extends ShowOptions {
  readonly game: Game;
  readonly board: Board;
}

/** The game of `shown` must not change while the view lives; give the view the game as its key. */
export function BoardView({ shown, caption = 'Board' }: { shown: ReadonlySignal<Shown>; caption?: string }) {
  const root = useRef<HTMLDivElement>(null);
  const { game } = shown.peek();

  // An effect of signals, not of rendering: the board is drawn within the call that changes the game.
  useLayoutEffect(() => {
    const widget = new BoardWidget(root.current!, game, (exponent) => ({
      text: String(game.tile(exponent)),
      ...tileStyle(game.name, exponent),
    }));
    let first = true;
    return effect(() => {
      const { board, ...options } = shown.value;
      widget.show(board, first ? {} : options);
      first = false;
    });
  }, []);

  return (
    <div class="board" style={boardStyle(game)}>
      <div class="field" ref={root} aria-hidden="true" />
      <BoardTable shown={shown} caption={caption} />
    </div>
  );
}

/** What a screen reader reads for the board. */
function BoardTable({ shown, caption }: { shown: ReadonlySignal<Shown>; caption: string }) {
  const { game, board } = shown.value;
  return (
    <table class="unseen">
      <caption>{caption}</caption>
      <tbody>
        {rowsOf(board, game).map((exponents, row) => (
          <tr key={row}>
            {exponents.map((exponent, column) => (
              <td key={column}>{exponent === 0 ? 'empty' : game.tile(exponent)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A single tile, as large as its text. */
export function TileChip({ game, exponent, text }: { game: Game['name']; exponent: number; text: string }) {
  return (
    <span class="chip" style={tileStyle(game, exponent)}>
      {text}
    </span>
  );
}
