// The help page: the games, the keys, and each player and method in a few sentences with one picture.

import { useEffect } from 'preact/hooks';
import { address, hrefOf } from '../shell/address.ts';
import { Contents } from './contents.tsx';
import { Picture2048, PictureAfterstate, PictureThrees } from './game-pictures.tsx';
import { MethodTopics } from './method-topics.tsx';
import { PlayerTopics } from './player-topics.tsx';
import { Topic } from './topic.tsx';

const KEYS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['↑', '→', '↓', '←'], 'move; W A S D, H J K L and swipes on the board work too'],
  [['U', 'Ctrl Z'], 'undo, as far back as you like'],
  [['R', 'Ctrl Y'], 'redo'],
  [['?'], 'hint: the best move and what each move is worth'],
  [['V'], 'always show values'],
  [['Space'], 'start or stop auto-run'],
  [['.'], 'let the player make one move'],
  [['E'], 'edit the board'],
  [['Ctrl V'], 'paste a board, as text or as a screenshot'],
  [['N'], 'new game'],
  [['Space', '←', '→', 'Home', 'End'], 'in Replay: play and pause, step, go to the ends; ↑ and ↓ change the speed'],
  [['P', 'N'], 'in Analyse: previous mark, next mark; the arrows step move by move'],
  [['B'], 'in Analyse and Practise: the better line on the board; the arrows step along it'],
  [['R', 'Enter'], 'in Practise: try again, next position'],
];

export default function HelpPage() {
  const about = address.value.parameters.get('about');
  useEffect(() => {
    if (about !== null) document.getElementById(`about-${about}`)?.scrollIntoView({ block: 'start' });
  }, [about]);
  return (
    <main class="page help">
      <h1>Help</h1>
      <Contents />

      <h2 id="about-games">The games</h2>
      <Topic of="2048" title="2048" picture={<Picture2048 />}>
        <p>
          A move slides every tile as far as it goes. Two equal tiles that meet become their sum, which is added to the
          score. Then a new tile appears on an empty cell: a 2, or one time in ten a 4. The game is over when nothing
          can move.
        </p>
      </Topic>
      <Topic of="threes" title="Threes" picture={<PictureThrees />}>
        <p>
          A move shifts every line by one cell. A 1 and a 2 make a 3; from 3 on, equal tiles make their sum. The next
          tile is shown, and enters at the edge that the move came from. Tiles of 1, 2 and 3 come from a bag with four
          of each; once there is a 48, a larger bonus tile may come.
        </p>
      </Topic>

      <h2 id="about-keys">Keys</h2>
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

      <h2 id="about-teacher">Learning to play well</h2>
      <p class="about">
        <a href={hrefOf('analyse')}>Analyse</a> judges the moves of a game and says why one is worse than another: what
        it breaks by the rules, and how games turn out when a player plays on after it.{' '}
        <a href={hrefOf('practise')}>Practise</a> brings back your blunders and a collection of hard positions, with the
        answer hidden. What you get right comes back after 1, 2, 4 … 32 days; what you miss, after ten minutes.
      </p>
      <p class="about">
        On Play, the switch <i>Warn before a blunder</i> is a coach: it holds back a move that would lose a tenth or
        more of the points to come, and says why. The same key again plays the move; Enter plays the better one.
      </p>

      <h2 id="about-idea">The idea in the name</h2>
      <Topic of="afterstate" title="Afterstate" picture={<PictureAfterstate />}>
        <p>
          Between your move and the new tile there is a board that you alone have shaped: the afterstate. Its value is
          all that a player needs to know: a move is worth what it gains at once plus the value of its afterstate.
        </p>
      </Topic>

      <h2 id="about-players">Players</h2>
      <p class="about">
        A player is written as on the command line: its name, then its options, as in <code>cycle?moves=up,left</code>.
        Choose one from the list on the <a href={hrefOf('play')}>Play</a> page.
      </p>
      <p class="about">
        <b>Auto</b> lets it play. With <i>Start again when a game ends</i> it plays game after game, and its results
        appear below that switch: average, median, best, tiles. <i>Stop at a tile</i> stops at the move that makes it.{' '}
        <a href={hrefOf('tournament')}>Tournament</a> lets several players play the same games.
      </p>
      <PlayerTopics />

      <h2 id="about-learning">Learning</h2>
      <p class="about">
        These are the methods of <a href={hrefOf('learn')}>Learn</a> and of the <code>train</code> command. All train
        the same kind of network by letting it play; they differ in what a mistake teaches it. Build a network of your
        own on the <a href={hrefOf('networks')}>Networks</a> page.
      </p>
      <MethodTopics />

      <h2 id="about-sharing">Sharing</h2>
      <p>
        <a href={hrefOf('replay')}>Replay</a> shows a game again and passes it on. A link holds the whole game, move by
        move, and opens in any browser; a game that is too long for a link becomes a file. A picture shows the last
        board, an animation a stretch of moves, and a line of code puts the replay into a web page. All of them are made
        on this page; nothing is uploaded. <em>Share</em> on the <a href={hrefOf('play')}>Play</a> page copies a link to
        the position alone.
      </p>

      <h2 id="about-elsewhere">Other pages and screenshots</h2>
      <p>
        <a href={hrefOf('elsewhere')}>Elsewhere</a> has a bookmark and a userscript that show the best move while you
        play 2048 on another page. A screenshot of a board can be pasted on <a href={hrefOf('play')}>Play</a> or dropped
        anywhere; so can a board as text: rows, an array such as <code>[[0,2,4,8],…]</code>, or the saved game of the
        classic page. It opens in the editor, to be corrected.
      </p>

      <h2 id="about-papers">Papers</h2>
      <p>
        Much of what plays and learns here comes from five papers. <a href={hrefOf('papers')}>Papers</a> says what each
        of them did and puts our numbers beside theirs. You can try its players with one click, and small forms of some
        experiments run in the tab.
      </p>

      <h2 id="about-privacy">Privacy</h2>
      <p>
        Everything runs in this page. Games, networks, trainings, analyses, tournaments, statistics, the notebook,
        settings and scores stay in this browser and are never sent anywhere. A new game, a link or the editor never
        removes a game: <a href={hrefOf('games')}>Games</a> lists them all, and there you can continue, name, analyse,
        download or delete them, or export everything as one file. Each tab has its own game.
      </p>
    </main>
  );
}
