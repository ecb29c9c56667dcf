// What replaces the moves when none is legal: it says so, and offers what to do next. The last board stays in full view.

import { canUndo, newGame, undo, view } from '../game/session.ts';
import { go } from '../shell/address.ts';
import { count } from '../shell/numbers.ts';
import { movesOf } from '../shell/words.ts';

export function GameOver() {
  const { over, score, moves, game, state } = view.value;
  if (!over) return null;
  const largest = game.tile(Math.max(...state.board));
  return (
    <div class="over" role="group" aria-label="Game over">
      <div>
        <h2>{moves > 0 ? 'Game over' : 'No move is possible'}</h2>
        <p class="quiet">
          {moves > 0 ? `${count(score)} points, ${movesOf(moves)}, a ${largest}` : 'Edit the board or start a new game'}
        </p>
      </div>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => newGame()}>
          New game
        </button>
        {canUndo(view.value) && (
          <button type="button" onClick={() => undo()}>
            Undo
          </button>
        )}
        {moves > 0 && (
          <button type="button" onClick={() => go('analyse', { from: 'play' })}>
            Analyse
          </button>
        )}
        {moves > 0 && (
          <button type="button" onClick={() => go('replay', { from: 'play' })}>
            Replay
          </button>
        )}
      </div>
    </div>
  );
}
