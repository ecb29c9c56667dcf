// The four moves on the four sides of the board. Each is a button that shows the value of its move once that is known: the best
// in full, filled and bold; the others as their difference from it.

import type { Move, MoveValue } from 'afterstate';
import { view } from '../game/session.ts';
import { formOf } from '../players/forms.ts';
import { Icon } from '../widgets/icon.tsx';
import { alike, below, percent } from '../shell/numbers.ts';
import { capital } from '../shell/words.ts';
import { type Advice, advice, awaited } from './advice.ts';

interface Worth {
  readonly main: string;
  readonly small?: string;
  /** What a shape says to the eye, in words. */
  readonly spoken?: string;
}

function worth(advice: Advice, { move, value }: MoveValue): Worth {
  const best = advice.choice.moves.find((other) => other.move === advice.choice.best);
  const isBest = move === best?.move;
  const unit = formOf(advice.player)?.unit ?? 'measure';
  if (unit === 'probability') return { main: percent(value), ...(isBest && { spoken: 'its choice' }) };
  const write = alike(advice.choice.moves.map((other) => other.value));
  if (!best || isBest) return { main: write(value), spoken: 'best move' };
  return { main: below(write(best.value - value)), small: write(value) };
}

export function Side({ move, onMove }: { move: Move; onMove(move: Move): void }) {
  const { game, state } = view.value;
  const legal = game.afterstate(state, move) !== undefined;
  const found = advice.value;
  const value = found?.choice.moves.find((other) => other.move === move);
  const said = found && value ? worth(found, value) : undefined;
  const isBest = found?.choice.best === move;
  return (
    <button
      type="button"
      class={`side ${move}${isBest ? ' best' : ''}${awaited.value && legal ? ' awaited' : ''}`}
      aria-disabled={!legal}
      onClick={() => onMove(move)}
    >
      <Icon name={move} />
      <span class="unseen">{capital(move)}</span>
      {said && (
        <span class="worth">
          <b>{said.main}</b>
          {said.small && <small>{said.small}</small>}
          {said.spoken && <span class="unseen">, {said.spoken}</span>}
        </span>
      )}
    </button>
  );
}
