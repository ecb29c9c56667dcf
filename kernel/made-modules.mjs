// The modules that the build makes. `./game` stands for one of games/. `./player` and `./loop` call the file that a number of the
// layout names: PLAYER_MINIMAX is players/minimax.ts, LOOP_TD_STEPS is learn/td-steps.ts. By hand every player and loop would
// have to be named in each of these functions as well.

/** What a player's file may export, and a loop's: name, parameters, type, what comes back where a file does not export it. */
const PLAYER = [
  // Reads the settings; called before the first move of a call.
  ['open', [], 'void'],
  // Forgets the game before.
  ['begin', [], 'void'],
  // The move in a state, -1 for none; leaves the state expanded, and writes the values of the legal moves if it has them.
  ['choose', ['cells: u64', 'aux: u32', 'stage: u32'], 'i32', '-1'],
  // Writes the probability of each move, for a player that does not value moves; called after `choose`.
  ['explain', ['move: i32'], 'void'],
];
const LOOP = [
  // Whether the loop looks back at the plies of the episode.
  ['remembers', [], 'bool', 'false'],
  // Plays the episode from the state that is set, and adjusts the network.
  ['learn', ['block: usize'], 'void'],
];

/** The made modules of a game, by path. @param {string} game @param {Map<string, string>} sources of the kernel, by path */
export function madeModules(game, sources) {
  return new Map([
    ['src/game.ts', `export * from './games/${game}';`],
    ['src/player.ts', dispatch('PLAYER', PLAYER, 'choose', 'players', sources)],
    ['src/loop.ts', dispatch('LOOP', LOOP, 'learn', 'learn', sources)],
  ]);
}

function dispatch(prefix, contract, required, folder, sources) {
  const layout = sources.get('src/layout.ts');
  const kinds = [...layout.matchAll(new RegExp(`^export const (${prefix}_(\\w+)) = \\d+;$`, 'gm'))].map(
    ([, constant, name]) => {
      const file = name.toLowerCase().replaceAll('_', '-');
      return { constant, space: name.toLowerCase(), file, text: sources.get(`src/${folder}/${file}.ts`) };
    },
  );
  for (const { constant, file, text } of kinds) {
    if (text === undefined)
      throw new Error(`layout.ts has ${constant}, and there is no kernel/src/${folder}/${file}.ts`);
    if (!exports(text, required)) throw new Error(`kernel/src/${folder}/${file}.ts does not export ${required}`);
  }
  for (const path of sources.keys()) {
    if (path.startsWith(`src/${folder}/`) && !kinds.some(({ file }) => path === `src/${folder}/${file}.ts`))
      throw new Error(`kernel/${path} has no number; give it one in layout.ts, ${prefix}_…`);
  }
  return [
    `import { ${kinds.map(({ constant }) => constant).join(', ')} } from './layout';`,
    ...kinds.map(({ space, file }) => `import * as ${space} from './${folder}/${file}';`),
    ...contract.flatMap(([name, parameters, type, otherwise]) => [
      `@inline export function ${name}(${['number: i32', ...parameters].join(', ')}): ${type} {`,
      ...kinds
        .filter(({ text }) => exports(text, name))
        .map(({ constant, space }) => {
          const call = `${space}.${name}(${parameters.map((parameter) => parameter.split(':')[0]).join(', ')})`;
          return `  if (number == ${constant}) ${type === 'void' ? `{ ${call}; return; }` : `return ${call};`}`;
        }),
      ...(otherwise === undefined ? [] : [`  return ${otherwise};`]),
      '}',
    ]),
  ].join('\n');
}

/** Whether a source exports a function: its own, or one of another file. */
function exports(text, name) {
  return new RegExp(`^export (function ${name}\\(|\\{[^}]*\\b${name}\\b[^}]*\\})`, 'm').test(text);
}
