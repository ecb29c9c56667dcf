// A player in words, as short as a button: "N-tuple network 2048-small, 2 plies".

import { PERSON } from '../game/own-game.ts';
import { shortened } from '../shell/words.ts';
import { formOf, modelOf, readEffort } from './forms.ts';
import { titleOf } from './models.ts';

/** Who played a game, from its record; records may name any program. */
export function playedBy(player: string): string {
  return player === PERSON ? 'a person' : shortened(inWords(player));
}

export function inWords(spec: string): string {
  const form = formOf(spec);
  if (!form) return spec;
  const model = modelOf(spec);
  const named = model === undefined ? form.title : `${form.title} ${titleOf(model)}`;
  const effort = form.effort && readEffort(form.effort, spec);
  // Whatever is not one of the choices is shown as typed in the spec.
  const looks = form.effort?.choices.find(([part]) => part === effort)?.[1] ?? effort;
  return looks === undefined ? named : `${named}, ${looks}`;
}
