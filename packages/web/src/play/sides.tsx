// The four moves on the four sides of the board. Each is a button, and says what its move is worth when that is known: the
// best in full, in a filled shape and bold; the others by how much less they are worth.

import type { Move, MoveValue } from 'afterstate';
import { view } from '../game/session.ts';
import { formOf } from '../players/forms.ts';
import { Icon } from '../shell/icon.tsx';
import { count, difference, percent, short } from '../shell/numbers.ts';
import { type Advice, advice, awaited } from './advice.ts';
import { capital } from './words.ts';

interface Worth {
  readonly main: string;
  readonly small?: string;
  readonly spoken: string;
}

function worth(advice: Advice, { move, value }: MoveValue): Worth {
  const best = advice.choice.moves.find((other) => other.move === advice.choice.best);
  const unit = formOf(advice.player)?.unit ?? 'measure';
  if (unit === 'probability')
    return { main: percent(value), spoken: move === advice.choice.best ? 'its move' : percent(value) };
  const full = unit === 'score' ? count(value) : short(value);
  if (!best || move === best.move) return { main: full, spoken: `${full}, the best` };
  const less = difference(value - best.value);
  return { main: less, small: short(value), spoken: `${full}, ${less} to the best` };
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
      aria-label={said ? `${capital(move)}: ${said.spoken}` : capital(move)}
      onClick={() => onMove(move)}
    >
      <Icon name={move} />
      {said && (
        <span class="worth">
          <b>{said.main}</b>
          {said.small && <small>{said.small}</small>}
        </span>
      )}
    </button>
  );
}
