// What each player does, weakest first.

import {
  PictureAlphabeta,
  PictureCycle,
  PictureDcnn,
  PictureDqn,
  PictureEvaluation,
  PictureExpectimax,
  PictureMcts,
  PictureMinimax,
  PictureMontecarlo,
  PictureNneonneo,
  PictureNtuple,
  PictureOvolve,
  PictureRandom,
  PictureReflex,
  PictureResnet,
  PictureValue,
} from './player-pictures.tsx';
import { Topic } from './topic.tsx';

export function PlayerTopics() {
  return (
    <>
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
      <Topic of="evaluation" title="Evaluations" picture={<PictureEvaluation />}>
        <p>
          How expectimax, minimax and alpha-beta judge a board without having learned anything. <em>Snake</em> weighs
          the cells along a path that winds through the board, so large tiles gather at one end. <em>Score</em> counts
          the points so far, <em>monotonicity</em> rows and columns that rise or fall, <em>smoothness</em> neighbours
          that are near each other, <em>empty</em> empty cells. They can be added:{' '}
          <code>expectimax?eval=snake+empty*200</code>.
        </p>
      </Topic>
      <Topic of="ovolve" title="Alpha-beta by ovolve" picture={<PictureOvolve />}>
        <p>
          Matt Overlan’s program of 2014, the first that became known. Alpha-beta on four heuristics, in which chance
          answers only with the tiles that spoil the board most.
        </p>
      </Topic>
      <Topic of="nneonneo" title="Expectimax by nneonneo" picture={<PictureNneonneo />}>
        <p>
          Robert Xiao’s program of 2014, strong without having learned anything by play. Expectimax on a heuristic whose
          weights a computer tuned; it looks further ahead the more kinds of tiles are on the board, and not at all at
          what hardly ever happens.
        </p>
      </Topic>
      <Topic of="ntuple" title="N-tuple network" picture={<PictureNtuple />}>
        <p>
          A value is read from tables: the tiles on a few cells are an index, the table has a weight for every
          combination, and the weights of several such groups, in all their reflections, are added up. Simple, very
          fast, and the strongest there is for these games. With more plies it also looks ahead.
        </p>
      </Topic>
      <Topic of="reflex" title="Reflex network" picture={<PictureReflex />}>
        <p>
          A regression, or a network with one hidden layer, that has seen many moves of another player and says how
          likely each of the four is. He and others tried them in 2015: they answer at once, and know little.
        </p>
      </Topic>
      <Topic of="dcnn" title="Convolutional network" picture={<PictureDcnn />}>
        <p>
          Kondo and Matsuzaki’s of 2019. The board becomes sixteen pictures, one for each kind of tile; small filters
          move over them, layer after layer, and four probabilities come out: how likely the strong player from whose
          games it learned would make each move. The board is turned and mirrored in all eight ways, each view votes for
          its favourite, and of equal moves the one with the larger sum of probabilities is made. It does not look
          ahead.
        </p>
        <p>
          What it says on the four sides of the board is the mean probability of the eight views, not points. What runs
          it is loaded when it is first chosen, and kept.
        </p>
      </Topic>
      <Topic of="resnet" title="Residual network" picture={<PictureResnet />}>
        <p>
          A deeper network, as Allik and others used it: each block adds a correction to what it was given instead of
          replacing it, so that many can stand on each other and still learn. Its answer is four probabilities as well.
        </p>
      </Topic>
      <Topic of="value" title="Neural value network" picture={<PictureValue />}>
        <p>
          A neural network in the place of the tables: it says what an afterstate is worth in points to come, and the
          move with the largest gain and value is made. With two plies it also looks at every new tile and the best
          reply.
        </p>
      </Topic>
      <Topic of="mcts" title="Neural tree search" picture={<PictureMcts />}>
        <p>
          AlphaZero’s way: a network that has taught itself says of a board which moves are likely good and what is
          still to come. The search looks at one new board after the other, where likely moves and good results lead;
          new tiles are drawn as chance would draw them. The move that was tried most is made, and its value is what the
          boards after it promised on average.
        </p>
        <p>
          Networks come from the command <code>afterstate selfplay</code>. The residual network plays by the same files
          without a search.
        </p>
      </Topic>
      <Topic of="dqn" title="Q-network" picture={<PictureDqn />}>
        <p>
          A network that learned by playing, from its own mistakes: deep Q-learning. It values the four moves at once,
          in a measure of its own, and the largest of the legal ones is made.
        </p>
      </Topic>
    </>
  );
}
