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
          The network starts with zeros and plays itself. After each move it compares what it thought of the last
          afterstate with what the move gained and what it thinks of the next one, and corrects the weights by a part of
          the difference, the step size α. Nobody tells it how to play; after some thousand games it makes 2048.
        </p>
      </Topic>
      <Topic of="tc" title="TC: temporal coherence" picture={<PictureTc />}>
        <p>
          As TD, but each weight has a step size of its own. While its corrections all go one way it takes full steps;
          once they begin to cancel each other out, the steps shrink. It learns faster, and needs no step size to be
          chosen well.
        </p>
      </Topic>
      <Topic of="lambda" title="TD(λ) and TC(λ)" picture={<PictureLambda />}>
        <p>
          A move is also corrected by what turned out a few moves later, each step further away counting λ times as
          much. Bad luck and good luck even out, and what matters late is felt sooner.
        </p>
      </Topic>
      <Topic of="backward" title="Backward" picture={<PictureBackward />}>
        <p>
          The game is played to its end first; then the corrections go from the last move back to the first, so that the
          end is felt at once everywhere before it. Play then goes on from the middle of the game: the hard second half
          is practised more often.
        </p>
      </Topic>
      <Topic of="values" title="Other things to value" picture={<PictureValues />}>
        <p>
          A value may belong to the afterstate (<code>td</code>), to the board before the move (<code>td-state</code>)
          or to the move itself (<code>q</code>). Afterstates have proved best. The other two are for the{' '}
          <code>train</code> command, as are the two below.
        </p>
      </Topic>
      <Topic of="otd" title="OTD: optimistic TD" picture={<PictureOtd />}>
        <p>
          Every board begins with a value far too high. Where the network has been, it is disappointed; so it is drawn
          to boards that it has not seen yet, and explores. Temporal coherence settles the values at the end.
        </p>
      </Topic>
      <Topic of="multistage" title="Multi-stage" picture={<PictureMultistage />}>
        <p>
          The game is divided where large tiles are first made, and each part has weights of its own, learned one after
          the other. What is right early in a game may be wrong late.
        </p>
      </Topic>
    </>
  );
}
