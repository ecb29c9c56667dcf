// The neural players: `dcnn:FILE?vote=majority`, `resnet:FILE`, `reflex:FILE`, `value:FILE?ply=2`. The library knows nothing of
// the runtime they need, so importing this module adds them to its players. What reads their files is loaded when one is opened.

import type { Game, PlayerKind, Spec } from 'afterstate';
import { addPlayers, allowOptions, formatSpec, InputError, readChoice, readInteger, VOTES } from 'afterstate';
import type { Family } from './network.ts';
import { NeuralPlayer } from './player.ts';

/** A third ply asks for some hundred thousand evaluations a move. */
const MOST_PLIES = 2;

function policyPlayer(name: Family, summary: string): PlayerKind {
  return {
    name,
    summary,
    form: `${name}:FILE?vote=${VOTES.join('|')}`,
    async open(spec, { game, threads }) {
      allowOptions(spec, ['vote']);
      const fallback = name === 'dcnn' ? 'majority' : 'off';
      const vote = readChoice(spec, 'vote', VOTES, fallback);
      const file = await networkOf(spec, name, game);
      const canonical = formatSpec(name, { vote: vote === fallback ? undefined : vote }, spec.model);
      return NeuralPlayer.open({ ...file, spec: canonical, game, threads, way: { by: 'policy', vote } });
    },
  };
}

const value: PlayerKind = {
  name: 'value',
  summary: 'a neural network that values afterstates',
  form: `value:FILE?ply=1..${MOST_PLIES}`,
  async open(spec, { game, threads }) {
    allowOptions(spec, ['ply']);
    const ply = readInteger(spec, 'ply', { min: 1, max: MOST_PLIES }, 1);
    const file = await networkOf(spec, 'value', game);
    const canonical = formatSpec('value', { ply: ply === 1 ? undefined : ply }, spec.model);
    return NeuralPlayer.open({ ...file, spec: canonical, game, threads, way: { by: 'value', ply } });
  },
};

/** The file that the spec names, whose card says that it is for this player and this game. */
export async function networkOf(
  spec: Spec,
  family: Family,
  game: Game,
  maker = 'afterstate fit',
): Promise<{ bytes: Uint8Array; name: string }> {
  if (spec.model === undefined)
    throw new InputError(`'${spec.text}' names no network; give its file: ${family}:FILE, made by ${maker}`);
  const { readCard, readNetworkFile } = await import('./model-file.ts');
  const file = await readNetworkFile(spec.model);
  const card = readCard(file.bytes, file.name);
  if (card.family !== family)
    throw new InputError(`'${file.name}' is ${card.network}, which ${card.family}:${spec.model} plays, not ${family}`);
  if (card.game !== game.name)
    throw new InputError(
      `'${file.name}' is a network for ${card.game}, not for ${game.name}; give --game ${card.game}`,
    );
  return file;
}

addPlayers(
  policyPlayer('dcnn', 'a deep convolutional network; eight symmetric boards vote'),
  policyPlayer('resnet', 'a residual network'),
  policyPlayer('reflex', 'a regression, or a network with one hidden layer'),
  value,
);
