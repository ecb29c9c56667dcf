// A game that the user plays by keys, with undo, redo and hints. It uses streams, not the process, so that a test can give it
// keys and read the screen. Everything happens in one place, `onKey`, which redraws the screen after each key.

import { drawBoard, InputError, Random, Timeline } from 'afterstate';
import type { Choice, Game, GameRecord, Move, State } from 'afterstate';
import type { Paint } from './colour.ts';
import { readKeys } from './keys.ts';
import type { KeySource } from './keys.ts';
import { openScreen } from './screen.ts';
import type { ScreenTarget } from './screen.ts';
import { decimal } from './table.ts';
import { beside, drawChoice, drawTiles, nextTile } from './tiles.ts';

const MOVE_KEYS: Readonly<Record<string, Move>> = {
  up: 'up',
  right: 'right',
  down: 'down',
  left: 'left',
  w: 'up',
  d: 'right',
  s: 'down',
  a: 'left',
  k: 'up',
  l: 'right',
  j: 'down',
  h: 'left',
};

const HELP = ['arrows, WASD or HJKL move · u undo · r redo', '? hint · n new game · q quit'];

export interface OwnGameOptions {
  readonly game: Game;
  readonly seed: number;
  /** The first game's starting board, instead of the seed's deal. */
  readonly start?: State | undefined;
  readonly input: KeySource;
  readonly output: ScreenTarget;
  readonly paint: Paint;
  /** What `?` shows: a player's choice. */
  readonly hint: (state: State) => Promise<{ by: string; choice: Choice }>;
  readonly signal?: AbortSignal | undefined;
}

/** The games played, including the unfinished last one; games without a move are left out. */
export async function playOwnGame(options: OwnGameOptions): Promise<GameRecord[]> {
  const { game, seed, input, output, paint } = options;
  const records: GameRecord[] = [];
  let number = 0;
  let random = Random.forGame(seed, number);
  let timeline = new Timeline(game, options.start ?? game.start(random));
  let note: string[] = [];

  const screen = openScreen(output);
  const draw = (): void => {
    const { state, score } = timeline.position;
    const panel = [
      paint.bold(game.spec),
      `score  ${paint.bold(decimal(score))}`,
      `moves  ${decimal(timeline.moves)}`,
      ...(state.next === undefined ? [] : [`next   ${paint.bold(nextTile(state.next))}`]),
      paint.dim(`seed   ${seed}${number > 0 ? `, game ${number}` : ''}`),
      '',
      ...(timeline.isOver ? [paint.bold('Game over.'), 'u undoes the move, n starts a new game'] : note),
    ];
    screen.draw(
      [
        '',
        ...beside(drawTiles(state, game, paint, timeline.lastPly?.spawn.cell), panel, game.columns),
        '',
        ...HELP.map((line) => paint.dim(line)),
      ],
      [
        ...drawBoard(state, game).split('\n'),
        `score ${paint.bold(decimal(score))}`,
        ...(timeline.isOver ? [paint.bold('Game over.')] : note),
        paint.dim('? hint · u undo · q quit'),
      ],
    );
  };

  const keepRecord = (): void => {
    if (timeline.moves > 0) records.push(timeline.record('human', seed, number));
  };

  const showHint = async (): Promise<void> => {
    const { state } = timeline.position;
    note = [paint.dim('thinking …')];
    try {
      const { by, choice } = await options.hint(state);
      if (timeline.position.state !== state) return;
      note = [paint.dim(`hint by ${by}`), ...drawChoice(choice, paint)];
    } catch (error) {
      note = [
        error instanceof InputError
          ? error.message
          : `no hint: ${error instanceof Error ? error.message : String(error)}`,
      ];
    }
    draw();
  };

  const onKey = (key: string, leave: () => void): void => {
    const move = MOVE_KEYS[key.toLowerCase()];
    const command = key.toLowerCase();
    if (command === 'q' || key === 'ctrl-c' || key === 'ctrl-d') return leave();
    if (move) {
      if (timeline.play(move, random)) note = [];
      else if (!timeline.isOver) note = [`${move} moves nothing`];
    } else if (command === 'u') {
      note = timeline.undo() ? [] : ['nothing to undo'];
    } else if (command === 'r') {
      note = timeline.redo() ? [] : ['nothing to redo'];
    } else if (command === 'n') {
      keepRecord();
      random = Random.forGame(seed, ++number);
      timeline = new Timeline(game, game.start(random));
      note = [];
    } else if (command === '?' && !timeline.isOver) {
      void showHint();
    }
    draw();
  };

  let stopReading: (() => void) | undefined;
  try {
    draw();
    await new Promise<void>((leave) => {
      stopReading = readKeys(input, (key) => onKey(key, leave));
      input.once('end', leave);
      options.signal?.addEventListener('abort', () => leave(), { once: true });
    });
  } finally {
    stopReading?.();
    screen.close();
  }
  keepRecord();
  return records;
}
