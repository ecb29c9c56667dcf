// What lies over the board when no move is left: it says so, and what can be done about it.

import { newGame, undo, view } from '../game/session.ts';
import { go } from '../shell/address.ts';
import { count } from '../shell/numbers.ts';

export function GameOver() {
  const { over, score, moves, game, state } = view.value;
  if (!over) return null;
  const largest = game.tile(Math.max(...state.board));
  return (
    <div class="over" role="group" aria-label="Game over">
      <div class="over-card">
        <h2>{moves > 0 ? 'Game over' : 'No move is possible here'}</h2>
        {moves > 0 && (
          <p>
            {count(score)} points in {count(moves)} moves, with a {largest}.
          </p>
        )}
        <div class="over-buttons">
          <button type="button" class="primary" onClick={() => newGame()}>
            New game
          </button>
          <button type="button" onClick={() => undo()}>
            Undo
          </button>
          {moves > 0 && (
            <button type="button" onClick={() => go('analyse', { from: 'play' })}>
              Analyse
            </button>
          )}
        </div>
      </div>
    </div>
  );
}
