// Who plays: each player in words, with its fields while it is being changed.

import { signal } from '@preact/signals';
import { inWords } from '../players/in-words.ts';
import { playable } from '../players/playable.ts';
import { PlayerFields } from '../players/player-fields.tsx';
import { curveColour } from '../widgets/curve-colours.ts';
import { addPlayer, FEWEST_PLAYERS, MOST_PLAYERS, removePlayer, setPlayer, terms } from './tournament.ts';

/** Which one is being changed. */
const open = signal<number | undefined>(undefined);

export function Entrants() {
  const { players, game } = terms.value;
  return (
    <>
      <ol class="entrants" aria-label="Players">
        {players.map((spec, i) => (
          <li key={i}>
            <div class="entrant">
              <Swatch number={i} />
              <span class="entrant-name">{nameOf(players, i)}</span>
              <button
                type="button"
                class="link"
                aria-expanded={open.value === i}
                aria-label={`${open.value === i ? 'Close' : 'Change'} player ${i + 1}`}
                onClick={() => (open.value = open.value === i ? undefined : i)}
              >
                {open.value === i ? 'Close' : 'Change'}
              </button>
              {players.length > FEWEST_PLAYERS && (
                <button
                  type="button"
                  class="link"
                  aria-label={`Remove player ${i + 1}`}
                  onClick={() => {
                    open.value = undefined;
                    removePlayer(i);
                  }}
                >
                  Remove
                </button>
              )}
            </div>
            {open.value === i && (
              <PlayerFields
                game={game}
                spec={spec}
                playing={playable(spec, game)}
                onChange={(changed) => setPlayer(i, changed)}
              />
            )}
          </li>
        ))}
      </ol>
      {players.length < MOST_PLAYERS && (
        <div>
          <button
            type="button"
            onClick={() => {
              addPlayer();
              open.value = terms.peek().players.length - 1;
            }}
          >
            Add a player
          </button>
        </div>
      )}
    </>
  );
}

/** A player in words, or as its spec if another one has the same words. */
export function nameOf(players: readonly string[], index: number): string {
  const words = players.map(inWords);
  const own = words[index]!;
  return words.filter((other) => other === own).length > 1 ? players[index]! : own;
}

/** The number and the colour of a player's curve. */
export function Swatch({ number }: { number: number }) {
  const { light, dark } = curveColour(number);
  return (
    <i class="swatch" style={{ '--light': light, '--dark': dark }} aria-hidden="true">
      {number + 1}
    </i>
  );
}
