// What each player does, weakest first; a player without a topic here shows the library's description.

import type { ComponentChildren } from 'preact';
import { formOf, PLAYER_FORMS } from '../players/forms.ts';
import {
  PictureDcnn,
  PictureDqn,
  PictureMcts,
  PictureReflex,
  PictureResnet,
  PictureValue,
} from './neural-pictures.tsx';
import {
  PictureAlphabeta,
  PictureCycle,
  PictureEvaluation,
  PictureExpectimax,
  PictureMinimax,
  PictureMontecarlo,
  PictureNneonneo,
  PictureNtuple,
  PictureOvolve,
  PictureRandom,
} from './player-pictures.tsx';
import { Topic } from './topic.tsx';

interface PlayerTopic {
  /** A player's name, or the name of what several have in common. */
  readonly of: string;
  /** The title, if it is not a player's. */
  readonly title?: string;
  readonly picture: ComponentChildren;
  readonly text: ComponentChildren;
}

const TOPICS: readonly PlayerTopic[] = [
  {
    of: 'random',
    picture: <PictureRandom />,
    text: <p>Makes any legal move, all equally likely. This is what every other player has to beat.</p>,
  },
  {
    of: 'cycle',
    picture: <PictureCycle />,
    text: (
      <p>
        Repeats a few moves in turn and skips those that are not legal. Keeping to a corner is already better than
        chance.
      </p>
    ),
  },
  {
    of: 'expectimax',
    picture: <PictureExpectimax />,
    text: (
      <p>
        Looks at each move, at each tile that may then appear, at each move after that, and so on. It averages over new
        tiles by their probability and takes the best of the moves. Where it stops looking, an evaluation judges the
        board.
      </p>
    ),
  },
  {
    of: 'minimax',
    picture: <PictureMinimax />,
    text: (
      <p>
        Looks ahead as if the worst possible tile appeared each time. This is more careful than the game requires, since
        chance is not an opponent.
      </p>
    ),
  },
  {
    of: 'alphabeta',
    picture: <PictureAlphabeta />,
    text: <p>Finds the same answer as minimax, but skips branches that can no longer change it.</p>,
  },
  {
    of: 'montecarlo',
    picture: <PictureMontecarlo />,
    text: (
      <p>
        Plays many random games to the end after each move, and takes the move whose games ended best on average. It
        knows only the rules.
      </p>
    ),
  },
  {
    of: 'evaluation',
    title: 'Evaluations',
    picture: <PictureEvaluation />,
    text: (
      <p>
        Expectimax, minimax and alpha-beta judge a board by evaluations, which nobody had to train. <em>Snake</em>{' '}
        weighs the cells along a path that winds through the board, so large tiles gather at one end. <em>Score</em>{' '}
        counts the points so far, <em>monotonicity</em> rows and columns that rise or fall, <em>smoothness</em>{' '}
        neighbours of similar size, <em>empty</em> empty cells. Evaluations can be added:{' '}
        <code>expectimax?eval=snake+empty*200</code>.
      </p>
    ),
  },
  {
    of: 'ovolve',
    picture: <PictureOvolve />,
    text: (
      <p>
        Matt Overlan’s program of 2014, the first to become well known. It runs alpha-beta on four heuristics, and
        chance replies only with the tiles that hurt the board most.
      </p>
    ),
  },
  {
    of: 'nneonneo',
    picture: <PictureNneonneo />,
    text: (
      <p>
        Robert Xiao’s program of 2014, strong without having learned from play. It runs expectimax on a heuristic whose
        weights a computer tuned. The more kinds of tiles are on the board, the further ahead it looks; it ignores what
        hardly ever happens.
      </p>
    ),
  },
  {
    of: 'ntuple',
    picture: <PictureNtuple />,
    text: (
      <p>
        Reads a value from tables: the tiles on a few cells form an index, the table has a weight for every combination,
        and the weights of several such groups, in all their rotations and reflections, are added up. It is simple, very
        fast, and the strongest approach known for these games. With more plies, it also looks ahead.
      </p>
    ),
  },
  {
    of: 'reflex',
    picture: <PictureReflex />,
    text: (
      <p>
        A regression, or a network with one hidden layer, that has seen many moves of another player and estimates how
        likely each of the four is. He et al. tried them in 2015: they answer at once but know little.
      </p>
    ),
  },
  {
    of: 'dcnn',
    picture: <PictureDcnn />,
    text: (
      <>
        <p>
          Kondo and Matsuzaki’s network of 2019. The board becomes sixteen pictures, one for each kind of tile. Small
          filters move over them, layer after layer, and four probabilities come out: how likely the strong player whose
          games it learned from would make each move. Each of the eight rotations and reflections of the board votes for
          its favourite; a tie goes to the move with the larger sum of probabilities. The network does not look ahead.
        </p>
        <p>
          The numbers on the four sides of the board are mean probabilities over the eight views, not points. ONNX
          Runtime, which runs the network, is downloaded the first time you choose it, and kept.
        </p>
      </>
    ),
  },
  {
    of: 'resnet',
    picture: <PictureResnet />,
    text: (
      <p>
        A deeper network, as Allik and others used it: each block adds a correction to its input instead of replacing
        it, so many blocks can be stacked and still learn. Its answer is also four probabilities.
      </p>
    ),
  },
  {
    of: 'value',
    picture: <PictureValue />,
    text: (
      <p>
        A neural network in place of the tables: it estimates how many points will follow an afterstate, and the player
        takes the move with the largest sum of gain and value. With two plies it also considers every new tile and the
        best reply.
      </p>
    ),
  },
  {
    of: 'mcts',
    picture: <PictureMcts />,
    text: (
      <>
        <p>
          AlphaZero’s approach: a network that taught itself estimates which moves are promising and how many points are
          still to come. The search visits one new board after another, guided by likely moves and good results; it
          draws new tiles as chance would. The player makes the move it tried most; its value is the average of what the
          boards after it promised.
        </p>
        <p>
          The command <code>afterstate selfplay</code> trains such networks. The residual network plays from the same
          files without a search.
        </p>
      </>
    ),
  },
  {
    of: 'dqn',
    picture: <PictureDqn />,
    text: (
      <p>
        A network that learned from its own mistakes while playing: deep Q-learning. It values all four moves at once,
        on a scale of its own, and the player makes the legal move with the largest value.
      </p>
    ),
  },
];

export function PlayerTopics() {
  const others = PLAYER_FORMS.filter(({ name }) => !TOPICS.some((topic) => topic.of === name));
  return (
    <>
      {TOPICS.map(({ of, title = formOf(of)?.title ?? of, picture, text }) => (
        <Topic key={of} of={of} title={title} picture={picture}>
          {text}
        </Topic>
      ))}
      {others.map(({ name, title, about }) => (
        <Topic key={name} of={name} title={title} picture={undefined}>
          <p>{about}</p>
        </Topic>
      ))}
    </>
  );
}
