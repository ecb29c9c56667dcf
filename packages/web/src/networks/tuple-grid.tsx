// All tuples of a size to choose from. There may be two hundred: the Tab key stops at one of them, and the arrow keys move on.

import type { TupleClass } from 'afterstate';
import { useRef, useState } from 'preact/hooks';
import { Icon } from '../widgets/icon.tsx';
import { chosen, toggle, tuplesOf } from './chosen.ts';
import { columnsOf, nextStop } from './grid-keys.ts';
import { TuplePicture } from './tuple-picture.tsx';
import { cellsInWords } from './tuple-words.ts';

export function TupleGrid({ size }: { size: number }) {
  const tuples = tuplesOf(size);
  const grid = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...grid.current!.children] as HTMLElement[];
    const next = nextStop(event.key, stop, tuples.length, columnsOf(buttons));
    if (next === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    setStop(next);
    buttons[next]!.focus();
  };
  return (
    <div ref={grid} class="tuple-grid" role="toolbar" aria-label={`Tuples of ${size} cells`} onKeyDown={onKeyDown}>
      {tuples.map((tuple, i) => (
        <TupleButton key={tuple.text} tuple={tuple} isStop={i === stop} onFocus={() => setStop(i)} />
      ))}
    </div>
  );
}

interface TupleButtonProps {
  readonly tuple: TupleClass;
  readonly isStop: boolean;
  onFocus(): void;
}

function TupleButton({ tuple, isStop, onFocus }: TupleButtonProps) {
  const { text, cells, placements, lookups } = tuple;
  const isChosen = chosen.value.includes(tuple);
  return (
    <button
      type="button"
      class="tuple"
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isChosen}
      aria-label={`${text}, ${cellsInWords(cells)}`}
      title={`${placements === 1 ? '1 placement' : `${placements} placements`}, ${lookups} lookups`}
      onFocus={onFocus}
      onClick={() => toggle(tuple)}
    >
      <TuplePicture cells={cells} />
      <code>{text}</code>
      {isChosen && <Icon name="done" />}
    </button>
  );
}
