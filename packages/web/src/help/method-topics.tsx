// What each method of learning does, the plainest first.

import {
  PictureBackward,
  PictureLambda,
  PictureMultistage,
  PictureOtd,
  PictureTc,
  PictureTd,
  PictureValues,
} from './method-pictures.tsx';
import { Topic } from './topic.tsx';

export function MethodTopics() {
  return (
    <>
      <Topic of="td" title="TD: temporal differences" picture={<PictureTd />}>
        <p>
          The network starts with zeros and plays. After each move it compares its value of the last afterstate with
          what the move gained plus its value of the next one, and corrects its weights by a fraction of the difference:
          the step size α. Nobody tells it how to play; after a few thousand games it reaches 2048.
        </p>
      </Topic>
      <Topic of="tc" title="TC: temporal coherence" picture={<PictureTc />}>
        <p>
          Like TD, but each weight has its own step size. While its corrections all point one way, it takes full steps;
          once they begin to cancel out, the steps shrink. TC learns faster, and you need not choose a good step size.
        </p>
      </Topic>
      <Topic of="lambda" title="TD(λ) and TC(λ)" picture={<PictureLambda />}>
        <p>
          A move is also corrected by what happened a few moves later; each step further away counts λ times as much.
          Good and bad luck even out, and what matters late is felt sooner.
        </p>
      </Topic>
      <Topic of="backward" title="Backward" picture={<PictureBackward />}>
        <p>
          The game is played to its end first; then the corrections run from the last move back to the first, so the
          whole game learns from its end at once. Play then resumes from the middle of the game, so the hard second half
          gets more practice.
        </p>
      </Topic>
      <Topic of="values" title="Other things to value" picture={<PictureValues />}>
        <p>
          A value may belong to the afterstate (<code>td</code>), to the board before the move (<code>td-state</code>)
          or to the move itself (<code>q</code>). Afterstates have proved best. Only the <code>train</code> command
          offers the other two and the two methods below.
        </p>
      </Topic>
      <Topic of="otd" title="OTD: optimistic TD" picture={<PictureOtd />}>
        <p>
          Every board starts with a value that is far too high. Boards that the network has visited disappoint it, so it
          is drawn to new ones and explores. Temporal coherence settles the values at the end.
        </p>
      </Topic>
      <Topic of="multistage" title="Multi-stage" picture={<PictureMultistage />}>
        <p>
          The game is divided at the first large tiles, and each stage has its own weights, trained one after another.
          What is right early in a game may be wrong late.
        </p>
      </Topic>
    </>
  );
}
