// The editor of positions, in the board's place: click a cell to go through the tiles, type its number, paint with a tile
// of the palette, or paste the notation anywhere.

import { signal, useSignal } from '@preact/signals';
import type { Hint } from 'afterstate';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { TILE_COLOURS, tileStyle } from '../board/colours.ts';
import { newGame } from '../game/session.ts';
import { hint } from './advice.ts';
import {
  clearCells,
  cycleCell,
  type Draft,
  draft,
  draftText,
  reading,
  setCell,
  setNext,
  setText,
  settleText,
} from './draft.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -4, ArrowRight: 1, ArrowDown: 4, ArrowLeft: -1 };

/** What a click on a cell does: go through the tiles, or set this one. */
type Brush = 'cycle' | number;
const brush = signal<Brush>('cycle');

export function EditorBoard({ draft: { game, cells } }: { draft: Draft }) {
  const grid = useRef<HTMLDivElement>(null);
  const focused = useSignal(0);
  const typing = useRef(false);

  useLayoutEffect(() => {
    const pasted = (event: ClipboardEvent): void => {
      if (event.target instanceof HTMLTextAreaElement) return;
      setText(event.clipboardData?.getData('text') ?? '');
      event.preventDefault();
    };
    document.addEventListener('paste', pasted);
    return () => document.removeEventListener('paste', pasted);
  }, []);

  const focus = (cell: number): void => {
    focused.value = cell;
    typing.current = false;
    grid.current?.querySelectorAll<HTMLElement>('button')[cell]?.focus();
  };

  const onKey = (event: KeyboardEvent, cell: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const text = cells[cell]!;
    if (/^\d$/.test(key)) {
      setCell(cell, ((typing.current ? text : '') + key).replace(/^0+/, '').slice(0, 6));
      typing.current = true;
    } else if (key === 'Backspace') setCell(cell, typing.current ? text.slice(0, -1) : '');
    else if (key === 'Delete') setCell(cell, '');
    else if (key === '+' || key === '-') cycleCell(cell, key === '+' ? 1 : -1);
    else if (key in STEPS) {
      const to = cell + STEPS[key]!;
      const sameRow = to >> 2 === cell >> 2;
      if (to >= 0 && to < 16 && (sameRow || Math.abs(STEPS[key]!) === 4)) focus(to);
    } else return;
    event.preventDefault();
  };

  const paint = (cell: number): void => {
    focused.value = cell;
    typing.current = false;
    if (brush.value === 'cycle') cycleCell(cell, 1);
    else setCell(cell, brush.value === 0 ? '' : String(game.tile(brush.value)));
  };

  const { light, dark } = TILE_COLOURS[game.name];
  return (
    <div
      class="board editing"
      style={{
        '--frame': `light-dark(${light.frame}, ${dark.frame})`,
        '--cell': `light-dark(${light.cell}, ${dark.cell})`,
      }}
    >
      <div class="field edit-grid" ref={grid} role="group" aria-label="Cells of the board, row by row">
        {cells.map((text, cell) => {
          const exponent = text === '' ? 0 : game.exponent(Number(text));
          return (
            <button
              key={cell}
              type="button"
              class={exponent === undefined ? 'face wrong' : 'face'}
              data-digits={text.length}
              style={exponent ? tileStyle(game.name, exponent) : undefined}
              tabIndex={focused.value === cell ? 0 : -1}
              aria-label={`Row ${(cell >> 2) + 1}, column ${(cell & 3) + 1}: ${text || 'empty'}`}
              onClick={() => paint(cell)}
              onContextMenu={(event) => {
                event.preventDefault();
                cycleCell(cell, -1);
              }}
              onKeyDown={(event) => onKey(event, cell)}
            >
              {text}
            </button>
          );
        })}
      </div>
    </div>
  );
}

const HINTS: readonly Hint[] = [1, 2, 3, 'bonus'];

export function EditorPanel({ draft: now }: { draft: Draft }) {
  const { game, next } = now;
  const read = reading.value!;
  const problem = 'problem' in read ? read.problem : undefined;
  const done = (): void => {
    const result = reading.peek()!;
    if (!('state' in result)) return;
    draft.value = undefined;
    newGame(game, result.state);
    if (!game.isOver(result.state)) hint();
  };
  return (
    <section class="panel editor" aria-label="Edit the board">
      <h2>Edit the board</h2>
      <p class="about">
        Click a cell to go through the tiles, or type its number; pick a tile here to set it by a click; or paste a
        board. Done shows the best move.
      </p>
      <div class="palette" role="group" aria-label="What a click sets">
        <button type="button" aria-pressed={brush.value === 'cycle'} onClick={() => (brush.value = 'cycle')}>
          next larger
        </button>
        <button type="button" aria-pressed={brush.value === 0} onClick={() => (brush.value = 0)}>
          empty
        </button>
        {Array.from({ length: game.maxExponent }, (_, i) => i + 1).map((exponent) => (
          <button
            key={exponent}
            type="button"
            class="swatch"
            style={tileStyle(game.name, exponent)}
            aria-pressed={brush.value === exponent}
            onClick={() => (brush.value = exponent)}
          >
            {game.tile(exponent)}
          </button>
        ))}
      </div>
      {next !== undefined && (
        <fieldset class="next-choice">
          <legend>Next tile</legend>
          {HINTS.map((choice) => (
            <label key={choice}>
              <input type="radio" name="next" checked={next === choice} onChange={() => setNext(choice)} />
              <span>{choice}</span>
            </label>
          ))}
        </fieldset>
      )}
      <label class="notation">
        <span>As text</span>
        <textarea
          rows={4}
          spellcheck={false}
          autocapitalize="off"
          value={draftText(now)}
          aria-invalid={problem !== undefined}
          onInput={(event) => setText(event.currentTarget.value)}
          onBlur={settleText}
        />
      </label>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="primary" disabled={problem !== undefined} onClick={done}>
          Done
        </button>
        <button type="button" onClick={clearCells}>
          Clear
        </button>
        <button type="button" onClick={() => (draft.value = undefined)}>
          Cancel
        </button>
      </div>
    </section>
  );
}
