// What every kind of player declares, and that everything derived from it agrees.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GAME_NAMES } from '../rules/game.ts';
import { parseGame } from '../rules/games.ts';
import { number, whole } from '../rules/option-types.ts';
import type { Defaults, OptionInfo, Options } from '../rules/options.ts';
import { option, readOptions, writeOptions } from '../rules/options.ts';
import { formatSpec, parseSpec } from '../rules/spec.ts';
import { HEURISTICS } from './evaluation.ts';
import type { PlayerDeclaration, Told } from './kind.ts';
import { definePlayer, describePlayer } from './kind.ts';
import { declareNeural, NEURAL_PLAYERS } from './neural-kinds.ts';
import type { Player } from './player.ts';
import { PLAYERS } from './registry.ts';

const game = parseGame('2048');
const KINDS: readonly PlayerDeclaration[] = [...PLAYERS, ...NEURAL_PLAYERS.map(declareNeural)];
const GAMES = GAME_NAMES.map((name) => parseGame(name));
const CASES = KINDS.flatMap((kind) => GAMES.map((game) => [kind.name, game.name, kind, game] as const));

describe('a defined player', () => {
  const options = {
    boldness: option(number({ min: 0, max: 10, unit: '%' }), {
      default: 3,
      label: 'boldness',
      about: 'how much it dares',
    }),
    luck: option(whole({ min: 1, max: 6 }), { auto: 'as the dice fall', label: 'luck', about: 'what it counts on' }),
  };
  const told: Told<typeof options>[] = [];
  const kind = definePlayer(
    { name: 'gambler', title: 'Gambler', summary: 'dares', model: 'none', options },
    async (one) => {
      told.push(one);
      return { spec: one.canonical({ luck: 4 }) } as Player;
    },
  );
  const open = (spec: string) => kind.open(parseSpec(spec), { platform: {} as never, game, threads: 1 });

  test('is told typed values, and writes its spec', async () => {
    expect((await open('gambler?luck=4&boldness=3.0')).spec).toBe('gambler');
    expect((await open('gambler?luck=2&boldness=7')).spec).toBe('gambler?boldness=7&luck=2');
    expect(told.map(({ values }) => values)).toEqual([
      { boldness: 3, luck: 4 },
      { boldness: 7, luck: 2 },
    ]);
    await expect(open('gambler?boldness=11')).rejects.toThrow('boldness is a number from 0 to 10');
    await expect(open('gambler:model')).rejects.toThrow('takes none');
  });

  test('is presented with every option', () => {
    expect(kind.form).toBe('gambler?boldness=3&luck=auto');
    expect(describePlayer(kind, game)).toMatchObject({
      name: 'gambler',
      title: 'Gambler',
      form: kind.form,
      options: [
        { key: 'boldness', unit: '%', default: '3', max: 10 },
        { key: 'luck', default: 'auto', auto: 'as the dice fall' },
      ],
    });
  });
});

describe.each(CASES)('%s in %s', (_name, _game, kind, game) => {
  const info = describePlayer(kind, game);
  const read = (tail: string) => readOptions(parseSpec(kind.name + (tail && `?${tail}`)), kind.options, game);
  const write = (tail: string): string =>
    formatSpec(kind.name, writeOptions(kind.options, read(tail), {} as Defaults<Options>, game));

  test('has words for people', () => {
    for (const words of [info.title, info.summary, ...info.options.flatMap(({ label, about }) => [label, about])])
      expect(words).toMatch(/^\S.*\S$/);
    for (const { label, choices = [] } of info.options) {
      expect(label).not.toMatch(/^(by|ms|c|cutoff|leaf|sims|eval)$/);
      expect(choices.every((choice) => choice.label !== '')).toBe(true);
    }
  });

  test('reads its own form, and omits every default', () => {
    const form = /\?(.*)$/.exec(info.form)?.[1] ?? '';
    const shown = form === '' ? [] : form.split('&').map((part) => part.split('|')[0]!);
    expect(shown.map((part) => part.split('=')[0])).toEqual(Object.keys(kind.options));
    expect(read(shown.join('&'))).toEqual(read(''));
    const always = Object.keys(kind.options).filter((key) => kind.options[key]!.always);
    for (const key of parseSpec(write(shown.join('&'))).options.keys()) expect(always).toContain(key);
  });

  test('reads what it writes', () => {
    const tail = fc
      .record(Object.fromEntries(info.options.map((one) => [one.key, textOf(one)])), { requiredKeys: [] })
      .map((texts) => Object.entries(texts).map(([key, text]) => `${key}=${text}`));
    fc.assert(
      fc.property(tail, (parts) => {
        const written = write(parts.join('&'));
        const tail = written.slice(kind.name.length + 1);
        expect(read(tail)).toEqual(read(parts.join('&')));
        expect(write(tail)).toBe(written);
      }),
    );
  });

  test('refuses what is beyond a bound or not among the choices', () => {
    for (const { key, kind, min, max, choices, possible } of info.options) {
      const beyond = kind === 'number' ? [max! + 1, min! - 1, 'much'] : ['nothing', '13', ...(choices ? ['-1'] : [])];
      for (const text of beyond)
        expect(() => read(`${key}=${text}`), `${key}=${text}`).toThrow(`${key} is ${possible}`);
    }
  });
});

/** Any text that an option may contain. */
function textOf({ kind, min, max, zero, whole, auto, choices = [] }: OptionInfo): fc.Arbitrary<string> {
  const text = {
    number: () => {
      const within = whole ? fc.integer({ min: min!, max: max! }) : fc.double({ min: min!, max: max!, noNaN: true });
      return (zero === undefined ? within : fc.oneof(fc.constant(0), within)).map(String);
    },
    choice: () => fc.constantFrom(...choices.map(({ value }) => value)),
    switch: () => fc.constantFrom(...choices.map(({ value }) => value)),
    tile: () => fc.constantFrom(...choices.map(({ value }) => value)),
    list: () => fc.array(fc.constantFrom('up', 'right', 'down', 'left'), { minLength: 1, maxLength: 16 }).map(String),
    text: () => fc.stringMatching(/^\w+$/),
    plies: () => fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 6, max: 12 })).map((two) => two.join('-')),
    weights: () =>
      fc
        .uniqueArray(fc.tuple(fc.constantFrom(...HEURISTICS), fc.double({ min: -1e12, max: 1e12, noNaN: true })), {
          selector: ([name]) => name,
          minLength: 1,
        })
        .map((terms) => terms.map(([name, weight]) => `${name}*${String(weight).replace('e+', 'e')}`).join('+')),
  }[kind]();
  return auto === undefined ? text : fc.oneof(fc.constant('auto'), text);
}
