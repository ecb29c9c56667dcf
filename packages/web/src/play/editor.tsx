// The editor of positions, in the board's place: click a cell to go through the tiles, type its number, paint with a tile
// from the palette, paste a board in any form, or have it read from a picture, which then appears beside it. Escape leaves the game
// as it was.

import { signal, useSignal } from '@preact/signals';
import { cellName } from 'afterstate';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { boardStyle, tileStyle } from '../board/colours.ts';
import { newGame } from '../game/session.ts';
import { capital } from '../shell/words.ts';
import { FileButton } from '../widgets/file-button.tsx';
import { hint } from './advice.ts';
import { clearCells, cycleCell, type Draft, draft, draftText, setCell, setNext } from './draft.ts';
import { pasteText, reading, setText, settleText } from './draft-text.ts';
import { openPicture, type Picture, picture, pictureWords } from './picture.ts';

export { takeText } from './paste.ts';
export { openPicture as takePicture, startPictures } from './picture.ts';

/** How many rows and columns a key moves. */
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
};

/** What a click on a cell does: go through the tiles, or set this one. */
type Brush = 'cycle' | number;
const brush = signal<Brush>('cycle');

export function EditorBoard({ draft: { game, cells, doubtful = [] } }: { draft: Draft }) {
  const grid = useRef<HTMLDivElement>(null);
  const focused = useSignal(0);
  const typing = useRef(false);

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
      const row = Math.floor(cell / game.columns) + STEPS[key]![0];
      const column = (cell % game.columns) + STEPS[key]![1];
      if (row >= 0 && row < game.rows && column >= 0 && column < game.columns) focus(game.columns * row + column);
    } else return;
    event.preventDefault();
  };

  const paint = (cell: number): void => {
    focused.value = cell;
    typing.current = false;
    if (brush.value === 'cycle') cycleCell(cell, 1);
    else setCell(cell, brush.value === 0 ? '' : String(game.tile(brush.value)));
  };

  return (
    <div class="board editing" style={boardStyle(game)}>
      <div class="field edit-grid" ref={grid} role="group" aria-label="Cells of the board, row by row">
        {cells.map((text, cell) => {
          const exponent = text === '' ? 0 : game.exponent(Number(text));
          return (
            <button
              key={cell}
              type="button"
              class={exponent === undefined ? 'face wrong' : doubtful.includes(cell) ? 'face doubtful' : 'face'}
              data-digits={text.length}
              style={exponent ? tileStyle(game.name, exponent) : undefined}
              tabIndex={focused.value === cell ? 0 : -1}
              aria-label={`${capital(cellName(cell, game))}: ${text || 'empty'}${doubtful.includes(cell) ? ', uncertain' : ''}`}
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
  const cancel = (): void => void (draft.value = undefined);
  useLayoutEffect(() => {
    const heard = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) cancel();
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
  return (
    <section class="panel editor" aria-label="Edit the board">
      <h2>Edit the board</h2>
      <div class="buttons">
        <button type="button" class="primary" disabled={problem !== undefined} onClick={done}>
          Done
        </button>
        <button type="button" onClick={clearCells}>
          Clear
        </button>
        <button type="button" title="Esc" onClick={cancel}>
          Cancel
        </button>
        <FileButton
          label="Picture"
          what="A picture of a board"
          accept="image/png,image/jpeg,image/webp"
          onPick={(file) => void openPicture(file)}
        />
      </div>
      {picture.value && <PictureBeside picture={picture.value} doubtful={now.doubtful?.length ?? 0} />}
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {now.exponents && (
        <p class="about" role="status">
          These numbers are not tiles of {game.title}, so they were read as exponents: 1 is {game.tile(1)}, 2 is{' '}
          {game.tile(2)}, 3 is {game.tile(3)}.
        </p>
      )}
      <p class="about">
        Click a cell to cycle through the tiles, or type its number. Pick a tile to place it, or paste a board or a
        screenshot of one. Done shows the best move.
      </p>
      <div class="palette" role="group" aria-label="Tile to place">
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
      {game.hints && (
        <fieldset class="next-choice">
          <legend>Next tile</legend>
          {game.hints.all.map((choice) => (
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
          onInput={({ currentTarget: { value }, inputType }) =>
            inputType === 'insertFromPaste' ? pasteText(value) : setText(value)
          }
          onBlur={settleText}
        />
      </label>
    </section>
  );
}

/** The part of the picture that shows the board. */
function PictureBeside({ picture: { url, aspect, place }, doubtful }: { picture: Picture; doubtful: number }) {
  const [left, top, width, height] = place;
  const style = { width: `${100 / width}%`, left: `${(-100 * left) / width}%`, top: `${(-100 * top) / height}%` };
  return (
    <figure class="picture-beside">
      <div class="picture-crop" style={{ aspectRatio: `${(aspect * width) / height}` }}>
        <img src={url} alt="The board in the picture" style={style} />
      </div>
      <figcaption class="about">{pictureWords(doubtful)} Compare it with the picture.</figcaption>
    </figure>
  );
}
