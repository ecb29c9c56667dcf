// The player `dqn:FILE?vote=sum`: the legal move with the largest action value, of the board as it is or of all eight symmetric
// boards together. Importing this module adds it to the players.

import { addPlayers, allowOptions, formatSpec, readChoice } from 'afterstate';
import { NeuralPlayer } from '../neural/player.ts';
import { networkOf } from '../neural/players.ts';

const VOTES = ['off', 'sum'] as const;

addPlayers({
  name: 'dqn',
  summary: 'action values by deep Q-learning',
  form: `dqn:FILE?vote=${VOTES.join('|')}`,
  async open(spec, { game, threads }) {
    allowOptions(spec, ['vote']);
    const vote = readChoice(spec, 'vote', VOTES, 'off');
    const file = await networkOf(spec, 'dqn', game, 'afterstate train --method dqn');
    const canonical = formatSpec('dqn', { vote: vote === 'off' ? undefined : vote }, spec.model);
    return NeuralPlayer.open({ ...file, spec: canonical, game, threads, way: { by: 'policy', vote } });
  },
});
