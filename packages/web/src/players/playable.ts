// Which players can play a game with the models that are here, and the specs that the app starts with.

import { formatSpec, type Game, NEURAL_PLAYERS, parseGame } from 'afterstate';
import { formOf, modelOf, nameOf, PLAYER_FORMS, type PlayerForm, withModel } from './forms.ts';
import { isHere } from './model-download.ts';
import { type Model, modelNamed, modelsOf } from './models.ts';

/** Those that can play a game here: a player that needs a model is left out if there is none. */
export function formsFor(game: Game['name']): readonly PlayerForm[] {
  return PLAYER_FORMS.filter(
    (form) => (form.game ?? game) === game && (!form.needsModel || modelsOf(game, form.name).length > 0),
  );
}

/** The spec of a player as the app starts it, with the largest model that is here or is loaded unasked. */
export function specOf({ name, needsModel }: PlayerForm, game: Game['name']): string {
  const models = modelsOf(game, name);
  const model = models.findLast((model) => model.small || isHere(model)) ?? models[0];
  if (needsModel && model) return formatSpec(name, name === 'ntuple' ? lookAhead(model) : {}, model.name);
  // A cycle that gives up is a fine baseline and poor company.
  return name === 'cycle' ? 'cycle?moves=up,left&stuck=random' : name;
}

/**
 * How far ahead an n-tuple network looks unless told otherwise. Two plies see what the next tile may do, and take no
 * noticeable time; whoever has fetched a large network wants its best, which takes a few ms (docs/reference/search.md).
 */
function lookAhead({ small, game }: Model): Readonly<Record<string, number>> {
  if (small) return { ply: 2 };
  return parseGame(game).hints ? { ply: 5, cutoff: 0.01 } : { ply: 3 };
}

/** The player with an offered network; unless a person has said how far ahead it looks, it gets what suits that network. */
export function withOffered(spec: string, offered: Model): string {
  const usual = (model: Model): string => formatSpec('ntuple', lookAhead(model), model.name);
  const before = modelNamed(modelOf(spec) ?? '');
  const chosen = nameOf(spec) === 'ntuple' && before !== undefined && spec !== usual(before);
  return chosen ? withModel(spec, offered.name) : usual(offered);
}

/** Those that a page can use without a network, the strongest first; the last one plays every game. */
const WITHOUT_NETWORK = ['nneonneo', 'montecarlo'] as const;

export function defaultSpec(game: Game['name']): string {
  const network = PLAYER_FORMS.find(({ name }) => name === 'ntuple');
  if (network && modelsOf(game, network.name).some(isHere)) return specOf(network, game);
  return WITHOUT_NETWORK.find((spec) => suits(spec, game)) ?? WITHOUT_NETWORK[1];
}

/** The name of the network that `ntuple` uses on the command line, if the app has it too. */
export function strongestNetwork(game: Game['name']): string | undefined {
  return modelsOf(game, 'ntuple').findLast(({ file }) => file !== undefined)?.name;
}

/** The model of a spec, if it still has to be fetched. */
export function missingModel(spec: string, game: Game['name']): Model | undefined {
  const model = modelIn(spec, game);
  return model && !isHere(model) ? model : undefined;
}

/** What plays meanwhile: the same player with a model that is here. */
export function playable(spec: string, game: Game['name']): string {
  if (!missingModel(spec, game)) return spec;
  const model = modelsOf(game, nameOf(spec)).findLast(isHere);
  return model ? withModel(spec, model.name) : defaultSpec(game);
}

/** Whether a spec can be meant for this game: its model is of this game, and not from an earlier visit. */
export function suits(spec: string, game: Game['name']): boolean {
  if ((formOf(spec)?.game ?? game) !== game) return false;
  const model = modelIn(spec, game);
  if (model) return model.game === game;
  return modelOf(spec)?.startsWith('local/') !== true && (modelOf(spec) !== undefined || !isNeural(spec));
}

/** The model that a spec names; if it names none, the one that ships for its neural player. */
function modelIn(spec: string, game: Game['name']): Model | undefined {
  const name = modelOf(spec);
  if (name !== undefined) return modelNamed(name);
  return isNeural(spec) ? modelsOf(game, nameOf(spec)).find(({ file }) => file !== undefined) : undefined;
}

function isNeural(spec: string): boolean {
  return NEURAL_PLAYERS.some((name) => name === nameOf(spec));
}
