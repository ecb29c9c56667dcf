// The help page: the games, the keys, and each player and method in a few sentences with one picture.

import { useEffect } from 'preact/hooks';
import { address, hrefOf } from '../shell/address.ts';
import { MethodTopics } from './method-topics.tsx';
import { Picture2048, PictureAfterstate, PictureThrees } from './player-pictures.tsx';
import { PlayerTopics } from './player-topics.tsx';
import { Topic } from './topic.tsx';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑', '→', '↓', '←'], 'move; so do W A S D and H J K L, and swipes on the board'],
  [['U', 'Ctrl Z'], 'undo, as far back as you like'],
  [['R', 'Ctrl Y'], 'redo'],
  [['?'], 'hint: the best move and what each move is worth'],
  [['V'], 'keep the values in view'],
  [['Space'], 'auto-run: start and stop'],
  [['.'], 'let the player make one move'],
  [['E'], 'edit the board'],
  [['N'], 'new game'],
  [['P', 'N'], 'in Analyse: to the mark before, to the next; the arrows go move by move'],
];

export function HelpPage() {
  const about = address.value.parameters.get('about');
  useEffect(() => {
    if (about !== null) document.getElementById(`about-${about}`)?.scrollIntoView({ block: 'start' });
  }, [about]);
  return (
    <main class="page help">
      <h1>Help</h1>

      <h2>The games</h2>
      <Topic of="2048" title="2048" picture={<Picture2048 />}>
        <p>
          A move slides every tile as far as it goes. Two equal tiles that meet become their sum, which is added to the
          score. Then a new tile appears on an empty cell: a 2, or one time in ten a 4. The game is over when nothing
          can move.
        </p>
      </Topic>
      <Topic of="threes" title="Threes" picture={<PictureThrees />}>
        <p>
          A move shifts every line by one cell. A 1 and a 2 make a 3; from 3 on, equal tiles make their sum. The tile to
          come is shown, and enters at the edge that the move came from. Tiles of 1, 2 and 3 come from a bag with four
          of each; once there is a 48, a larger bonus tile may come.
        </p>
      </Topic>

      <h2>Keys</h2>
      <table class="key-table">
        <tbody>
          {KEYS.map(([keys, does]) => (
            <tr key={does}>
              <th scope="row">
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>

      <h2>The idea in the name</h2>
      <Topic of="afterstate" title="Afterstate" picture={<PictureAfterstate />}>
        <p>
          Between your move and the new tile there is a board that only you have shaped: the afterstate. What it is
          worth is all that a player needs to know. A move's value is what it gains at once and the value of its
          afterstate.
        </p>
      </Topic>

      <h2>Players</h2>
      <p class="about">
        A player is written as on the command line: its name, then its options, as in <code>cycle?moves=up,left</code>.
        Those that can be chosen are in the list on the <a href={hrefOf('play')}>Play</a> page.
      </p>
      <PlayerTopics />

      <h2>Learning</h2>
      <p class="about">
        The methods of <a href={hrefOf('learn')}>Learn</a> and of the <code>train</code> command. Each teaches the same
        kind of network by letting it play; they differ in what a mistake teaches it.
      </p>
      <MethodTopics />

      <h2>Privacy</h2>
      <p>Everything happens in this page. Games, settings and scores are kept in this browser and sent nowhere.</p>
    </main>
  );
}
