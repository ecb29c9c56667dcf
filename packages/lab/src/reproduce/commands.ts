// Shows a step as the command that a person would type in the folder of the recipe's run.

import { flagOf } from '../runs/settings.ts';
import { gameFlag, shellWord } from '../files/shell-word.ts';
import { DEFAULT_GAME } from 'afterstate';
import { modelsFolder } from './games.ts';
import type { Settings, Step } from './recipe.ts';
import { placed } from './recipe.ts';

/** Where a step keeps what it makes, relative to the folder of the run. */
export function placeOf({ kind, name }: Step): string {
  return kind === 'records' ? `work/${name}.records` : `work/${name}`;
}

/** Text in which `{name}` stands for the place of a step, and `{models}` for the models that ship. */
export function located(text: string, steps: readonly Step[], root = ''): string {
  return placed(text, (name) => {
    if (name === 'models') return root === '' ? 'models' : modelsFolder();
    const step = steps.find((one) => one.name === name);
    return step && root + placeOf(step);
  });
}

/** The same for every text in settings. */
export function locatedSettings(settings: Settings, steps: readonly Step[], root = ''): Settings {
  const place = (value: unknown): unknown =>
    typeof value === 'string'
      ? located(value, steps, root)
      : Array.isArray(value)
        ? value.map((one: unknown) => place(one))
        : value;
  return Object.fromEntries(Object.entries(settings).map(([key, value]) => [key, place(value)]));
}

/** Undefined for steps that no command does. */
export function commandOf(step: Step, steps: readonly Step[]): string | undefined {
  switch (step.kind) {
    case 'compute':
      return step.command;
    case 'eval': {
      const { player, game = DEFAULT_GAME, games, seed = 1 } = step;
      return `npx afterstate eval --player ${shellWord(located(player, steps))}${gameFlag(game)} --games ${games} --seed ${seed}`;
    }
    case 'records': {
      const { player, game = DEFAULT_GAME, games, actions, seed = 1 } = step;
      const goal = games === undefined ? `--actions ${actions}` : `--games ${games}`;
      return `npx afterstate records --player ${shellWord(located(player, steps))}${gameFlag(game)} ${goal} --seed ${seed} --out ${placeOf(step)}`;
    }
    case 'select': {
      const { size, tuples, games, seeds } = step.settings;
      return `npx afterstate select --size ${size} --tuples ${tuples} --games ${games} --seeds ${seeds} --out ${placeOf(step)}`;
    }
    default: {
      const name = step.kind === 'dqn' ? 'train --method dqn' : step.kind;
      const settings = locatedSettings(step.settings, steps);
      return [`npx afterstate ${name}`, ...flags(settings), `--out ${placeOf(step)}`].join(' ');
    }
  }
}

function flags(settings: Settings): string[] {
  return Object.entries(settings)
    .filter(([key]) => key !== 'method' || settings['method'] !== 'dqn')
    .map(([key, value]) => {
      if (typeof value === 'boolean') return flagOf(key, value);
      const words = [value].flat().map((one) => shellWord(String(one)));
      return `${flagOf(key)} ${words.join(' ')}`;
    });
}
