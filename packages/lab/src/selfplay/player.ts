// The player `mcts:FILE?sims=100`: tree search by a network that `afterstate selfplay` taught. Importing this module adds it to the
// library's players; the threads are those of every neural player (neural/player.ts).

import type { Game, PlayerKind, Spec } from 'afterstate';
import { addPlayers, allowOptions, formatSpec, InputError, readChoice, readInteger, readNumber } from 'afterstate';
import { z } from 'zod';
import { NeuralPlayer } from '../neural/player.ts';
import type { ChooserSettings } from './chooser.ts';
import { MEANINGS, SCALES } from './value.ts';

/** What the card of a network from self-play says of its value and its search. */
const provenance = z.object({
  values: z.object({ meaning: z.enum(MEANINGS), scale: z.enum(SCALES), reference: z.number() }),
  search: z.object({
    sims: z.number().int().min(2),
    c: z.number().positive(),
    chance: z.boolean(),
    widen: z.number().min(0).default(0),
  }),
});

const mcts: PlayerKind = {
  name: 'mcts',
  summary: 'tree search by a network that learned by self-play',
  form: 'mcts:FILE?sims=100&c=0.5',
  async open(spec, { game, threads }) {
    allowOptions(spec, ['sims', 'c', 'chance', 'widen']);
    const { bytes, name, settings } = await networkOf(spec, game);
    const { search, values } = settings;
    const sims = readInteger(spec, 'sims', { min: 2, max: 100_000 }, search.sims);
    const c = readNumber(spec, 'c', { min: 1e-6, max: 100 }, search.c);
    const chance = readChoice(spec, 'chance', ['on', 'off'], search.chance ? 'on' : 'off') === 'on';
    const widen = readNumber(spec, 'widen', { min: 0, max: 100 }, search.widen);
    const canonical = formatSpec(
      'mcts',
      {
        sims: sims === search.sims ? undefined : sims,
        c: c === search.c ? undefined : c,
        chance: chance === search.chance ? undefined : chance ? 'on' : 'off',
        widen: widen === search.widen ? undefined : widen,
      },
      spec.model,
    );
    const own: ChooserSettings = { search: { sims, c, chance, widen }, values };
    const module = new URL('./chooser.js', import.meta.url).href;
    return NeuralPlayer.open({
      spec: canonical,
      game,
      threads,
      bytes,
      name,
      way: { by: 'module', module, settings: own },
    });
  },
};

/** The file that the spec names, which self-play has written, for this game. */
async function networkOf(
  spec: Spec,
  game: Game,
): Promise<{ bytes: Uint8Array; name: string; settings: ChooserSettings }> {
  if (spec.model === undefined)
    throw new InputError(`'${spec.text}' names no network; give its file: mcts:FILE, made by afterstate selfplay`);
  const { readCard, readNetworkFile } = await import('../neural/model-file.ts');
  const { bytes, name } = await readNetworkFile(spec.model);
  const card = readCard(bytes, name);
  const settings = provenance.safeParse(card.provenance);
  if (!settings.success || card.values !== 'state')
    throw new InputError(
      `'${name}' is ${card.network}, whose values no search can use; give one that afterstate selfplay made`,
    );
  if (card.game !== game.name)
    throw new InputError(`'${name}' is a network for ${card.game}, not for ${game.name}; give --game ${card.game}`);
  return { bytes, name, settings: settings.data };
}

addPlayers(mcts);
