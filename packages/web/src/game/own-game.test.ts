import { parseGame, Random } from 'afterstate';
import { describe, expect, it } from 'vitest';
import { OwnGame, PERSON, WITH_HELP } from './own-game.ts';

const game = parseGame('2048');

/** A game in which these have moved, one after another. */
function playedBy(...movers: readonly string[]): OwnGame {
  const random = Random.forGame(1, 0);
  const own = new OwnGame(game, game.start(random), 1);
  for (const mover of movers) {
    own.movedBy(mover);
    own.play(game.legalMoves(own.position.state)[0]!, random);
  }
  return own;
}

describe('a game knows who played it', () => {
  it.each([
    [[], PERSON, false],
    [[PERSON, PERSON], PERSON, false],
    [['random', 'random'], 'random', true],
    // One stands in until the other's model is here.
    [['ntuple:models/2048-tiny', 'ntuple:models/2048-small'], 'ntuple:models/2048-small', true],
    [[PERSON, 'random'], WITH_HELP, true],
    [['random', PERSON], WITH_HELP, true],
    [[PERSON, 'random', PERSON], WITH_HELP, true],
    [[PERSON, 'random', 'random'], WITH_HELP, true],
  ])('%j: %s', (movers, player, helped) => {
    const own = playedBy(...movers);
    expect([own.player, own.helped]).toEqual([player, helped]);
  });

  it('and forgets those whose moves were all undone', () => {
    const own = playedBy('random');
    own.undo();
    own.movedBy(PERSON);
    expect(own.player).toBe(PERSON);
  });
});
