// All recipes, in the order of the papers and their tables.

import { InputError } from 'afterstate';
import type { Recipe } from './recipe.ts';
import { channels } from './recipes/a-channels.ts';
import { epochs } from './recipes/a-epochs.ts';
import { networks } from './recipes/a-networks.ts';
import { ntuples } from './recipes/a-ntn.ts';
import { rules } from './recipes/a-rules.ts';
import { values } from './recipes/a-value.ts';
import { votes } from './recipes/a-votes.ts';
import { viewsOfBoard } from './recipes/a-views.ts';
import { weights } from './recipes/a-weights.ts';
import { curves } from './recipes/b-curves.ts';
import { enumeration } from './recipes/b-enumerate.ts';
import { searching } from './recipes/b-search.ts';
import { selection } from './recipes/b-select.ts';
import { monteCarlo } from './recipes/c-montecarlo.ts';
import { residual } from './recipes/c-networks.ts';
import { selfplay } from './recipes/c-selfplay.ts';
import { simulator } from './recipes/c-simulator.ts';
import { features } from './recipes/d-features.ts';
import { improvements2048, improvementsThrees } from './recipes/d-improvements.ts';
import { threeStages } from './recipes/d-stages.ts';
import { strategies } from './recipes/d-strategies.ts';
import { plainTd } from './recipes/d-td.ts';
import { threes } from './recipes/d-threes.ts';
import { baselines } from './recipes/e-baselines.ts';
import { dqn } from './recipes/e-dqn.ts';
import { reflex } from './recipes/e-reflex.ts';
import { search } from './recipes/e-search.ts';

export const RECIPES: readonly Recipe[] = [
  baselines,
  search,
  reflex,
  dqn,
  features,
  plainTd,
  threeStages,
  strategies,
  improvements2048,
  threes,
  improvementsThrees,
  enumeration,
  selection,
  curves,
  searching,
  simulator,
  monteCarlo,
  residual,
  selfplay,
  rules,
  ntuples,
  weights,
  viewsOfBoard,
  networks,
  channels,
  epochs,
  values,
  votes,
];

export function findRecipe(id: string): Recipe {
  const found = RECIPES.find((recipe) => recipe.id === id);
  if (!found)
    throw new InputError(`there is no recipe '${id}'; choose from ${RECIPES.map((recipe) => recipe.id).join(', ')}`);
  return found;
}
