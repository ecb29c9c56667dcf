// The help page: the games, the keys, and each player and method in a few sentences with one picture.

import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { address, hrefOf } from '../shell/address.ts';
import {
  Picture2048,
  PictureAfterstate,
  PictureAlphabeta,
  PictureCycle,
  PictureExpectimax,
  PictureLearning,
  PictureMinimax,
  PictureMontecarlo,
  PictureNtuple,
  PictureRandom,
  PictureThrees,
} from './pictures.tsx';

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
];

interface TopicProps {
  readonly of: string;
  readonly title: string;
  readonly picture: ComponentChildren;
  readonly children: ComponentChildren;
}

function Topic({ of, title, picture, children }: TopicProps) {
  return (
    <section class="topic" id={`about-${of}`}>
      <div class="topic-text">
        <h3>{title}</h3>
        {children}
      </div>
      {picture}
    </section>
  );
}

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
      <Topic of="random" title="Random" picture={<PictureRandom />}>
        <p>Any legal move, each as likely. What every other player has to beat.</p>
      </Topic>
      <Topic of="cycle" title="Cycle" picture={<PictureCycle />}>
        <p>
          Repeats a few moves in turn and passes over those that are not possible. Keeping to a corner is already better
          than chance.
        </p>
      </Topic>
      <Topic of="expectimax" title="Expectimax" picture={<PictureExpectimax />}>
        <p>
          Looks at each move, at each tile that may then appear, at each move after that, and so on. New tiles are
          averaged by how likely they are; of the moves the best counts. Where it stops looking, an evaluation judges
          the board.
        </p>
      </Topic>
      <Topic of="minimax" title="Minimax" picture={<PictureMinimax />}>
        <p>
          Looks ahead as if the worst possible tile came each time. More careful than the game requires, since chance is
          not an opponent.
        </p>
      </Topic>
      <Topic of="alphabeta" title="Alpha-beta" picture={<PictureAlphabeta />}>
        <p>The same answer as minimax, without looking at branches that cannot change it any more.</p>
      </Topic>
      <Topic of="montecarlo" title="Monte-Carlo" picture={<PictureMontecarlo />}>
        <p>
          Plays many games at random from each move to the end, and takes the move whose games ended best on average. It
          knows nothing of the game but its rules.
        </p>
      </Topic>
      <Topic of="ntuple" title="N-tuple network" picture={<PictureNtuple />}>
        <p>
          A value is read from tables: the tiles on a few cells are an index, the table has a weight for every
          combination, and the weights of several such groups, in all their reflections, are added up. Simple, very
          fast, and the strongest there is for these games. With more plies it also looks ahead.
        </p>
      </Topic>

      <h2>Learning</h2>
      <Topic of="learning" title="Temporal differences" picture={<PictureLearning />}>
        <p>
          The network starts with zeros and plays itself. After each move it compares what it thought of the last
          afterstate with what the move gained and what it thinks of the next one, and corrects the weights by a part of
          the difference. Nobody tells it how to play; after some thousand games it makes 2048.
        </p>
        <p>
          With <em>temporal coherence</em> (TC) each weight has its own step size, which shrinks once its corrections
          begin to cancel each other out.
        </p>
      </Topic>

      <h2>Privacy</h2>
      <p>Everything happens in this page. Games, settings and scores are kept in this browser and sent nowhere.</p>
    </main>
  );
}
