// The games and best scores that the browser keeps. A kept game is replayed by the rules before it is believed.

import { InputError, parseBoard, parseGame, printBoard } from 'afterstate';
import { type Fields, load, save } from '../shell/storage.ts';
import type { GameName } from '../shell/settings.ts';
import { Timeline } from './timeline.ts';

export function timelineFields(timeline: Timeline): Fields {
  return {
    game: timeline.game.spec,
    start: printBoard(timeline.start, timeline.game),
    plies: toBase64(timeline.plies),
    at: timeline.moves,
    seed: timeline.seed,
    edited: timeline.edited,
    helped: timeline.helped,
  };
}

export function loadTimeline(name: GameName): Timeline | undefined {
  return load(`game:${name}`, (fields) => {
    const game = parseGame(text(fields, 'game'));
    if (game.name !== name) throw new InputError(`a game of ${game.name} where one of ${name} is kept`);
    return Timeline.restore(game, {
      start: parseBoard(text(fields, 'start'), game),
      plies: fromBase64(text(fields, 'plies')),
      at: whole(fields, 'at'),
      seed: whole(fields, 'seed'),
      edited: fields['edited'] === true,
      helped: fields['helped'] === true,
    });
  });
}

/** The highest scores: of a person alone, and with a player's help. */
export interface Best {
  readonly own: number;
  readonly helped: number;
}

export function loadBest(name: GameName): Best {
  const best = load(`best:${name}`, (fields) => ({ own: whole(fields, 'own'), helped: whole(fields, 'helped') }));
  return best ?? { own: 0, helped: 0 };
}

export function saveBest(name: GameName, best: Best): void {
  save(`best:${name}`, { ...best });
}

function text(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string') throw new InputError(`'${key}' is no text`);
  return value;
}

function whole(fields: Fields, key: string): number {
  const value = fields[key];
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new InputError(`'${key}' is no whole number`);
  return value as number;
}

/** Two bytes a ply, the low one first. */
function toBase64(plies: Uint16Array): string {
  let binary = '';
  for (const ply of plies) binary += String.fromCharCode(ply & 255, ply >> 8);
  return btoa(binary);
}

function fromBase64(text: string): Uint16Array {
  const binary = atob(text);
  if (binary.length % 2 !== 0) throw new InputError('the plies are cut off');
  return Uint16Array.from(
    { length: binary.length / 2 },
    (_, i) => binary.charCodeAt(2 * i) | (binary.charCodeAt(2 * i + 1) << 8),
  );
}
