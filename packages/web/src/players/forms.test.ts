// The app presents players as the library declares them, including one that it has no words for.

import { definePlayer, number, option, PLAYERS, toggle } from 'afterstate';
import { describe, expect, test } from 'vitest';
import { effortKeys, formFrom, PLAYER_FORMS, readEffort, valueOf, withEffort, withOption } from './forms.ts';

const gambler = definePlayer(
  {
    name: 'gambler',
    title: 'Gambler',
    summary: 'dares more than it should',
    model: 'none',
    options: {
      boldness: option(number({ min: 0, max: 10, unit: '%' }), {
        default: 3,
        label: 'boldness',
        about: 'what it dares',
      }),
      luck: option(toggle('good', 'bad'), {
        auto: 'as the dice fall',
        label: 'luck',
        about: 'what it counts on',
        rare: true,
      }),
    },
  },
  () => Promise.reject(new Error('it is only declared')),
);

describe('a player that the app has no words for', () => {
  const form = formFrom(gambler);
  const [boldness, luck] = form.options('2048');

  test('has its title, its summary and all of its options', () => {
    expect(form).toMatchObject({ title: 'Gambler', about: 'Dares more than it should.', unit: 'measure' });
    expect(boldness).toMatchObject({ label: 'boldness', kind: 'number', min: 0, max: 10, unit: '%', rare: false });
    expect(luck).toMatchObject({
      auto: 'as the dice fall',
      rare: true,
      choices: [
        { value: 'on', label: 'good' },
        { value: 'off', label: 'bad' },
      ],
    });
  });

  test('has a field for each that reads and writes its spec', () => {
    expect([boldness!, luck!].map((option) => valueOf(option, 'gambler?luck=off'))).toEqual(['3', 'off']);
    expect(withOption(boldness!, 'gambler?luck=off', '7')).toBe('gambler?luck=off&boldness=7');
    expect(withOption(luck!, 'gambler?luck=off&boldness=7', 'auto')).toBe('gambler?boldness=7');
  });
});

describe('every player of the library', () => {
  test('is offered', () => {
    const names = PLAYER_FORMS.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining([...PLAYERS.map(({ name }) => name), 'mcts', 'dcnn']));
  });

  test.each(
    PLAYER_FORMS.flatMap(({ name, effort, options }) => (effort ? [[name, effort, options('2048')] as const] : [])),
  )('%s has efforts of options that are declared', (name, effort, options) => {
    for (const key of effortKeys(effort)) expect(options.map((option) => option.key)).toContain(key);
    expect(effort.choices.map(([part]) => part)).toContain(effort.usual);
    const [key, value] = effort.usual.split('=');
    const { auto, default: initial } = options.find((option) => option.key === key)!;
    if (auto === undefined) expect(value).toBe(initial);
    for (const [part] of effort.choices) expect(readEffort(effort, withEffort(effort, name, part))).toBe(part);
    expect(withEffort(effort, name, effort.usual)).toBe(name);
  });
});
