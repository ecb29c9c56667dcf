// Schemas of all input and output: they check requests, type handlers, and make the OpenAPI document. Schemas with a name are
// shared parts of that document.

import { GAME_NAMES, MOVES, OPTION_KINDS } from 'afterstate';
import { z } from 'zod';

/** Schemas with their own name in the OpenAPI document. */
export const NAMED = z.registry<{ id: string; description: string }>();

const text = (most: number, description: string) => z.string().min(1).max(most).describe(description);

// ── requests ─────────────────────────────────────────────────────────────────────────────────────────────────────

export const moveRequest = z
  .strictObject({
    game: text(100, "The game's spec: 2048, threes, 2048?four=0. By default the game of the player's model, or 2048.")
      .meta({ examples: ['2048'] })
      .optional(),
    board: text(400, 'The tiles, row by row, 0 for an empty cell; Threes adds next=1, 2, 3 or bonus.').meta({
      examples: ['2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2'],
    }),
    player: text(300, "The player's spec, name[:model][?key=value&…], with a model that /api/models lists.").meta({
      examples: ['random'],
    }),
    timeLimitMs: z
      .int()
      .min(1)
      .max(10_000)
      .describe('The time limit for the answer, in milliseconds; at most what the server allows.')
      .optional(),
  })
  .register(NAMED, { id: 'MoveRequest', description: 'A board, and the player to ask.' });

/** The most games of one request. */
const MOST_GAMES = 1_000;

const whole = (least: number, most: number, description: string) => z.int().min(least).max(most).describe(description);

export const gamesRequest = z
  .strictObject({
    game: moveRequest.shape.game,
    player: moveRequest.shape.player,
    seed: whole(0, Number.MAX_SAFE_INTEGER, 'Of the series of games, as --seed.').meta({ examples: [1] }),
    first: whole(
      0,
      Number.MAX_SAFE_INTEGER - MOST_GAMES,
      'The number of the first game in the series; 0 by default.',
    ).optional(),
    games: whole(1, MOST_GAMES, 'How many games, from the first on.').meta({ examples: [10] }),
  })
  .register(NAMED, { id: 'GamesRequest', description: 'Games of a series, and the player that plays them.' });

export const playersQuery = z.strictObject({
  game: text(100, "The game's spec, 2048 by default: some options and their ranges depend on it.").optional(),
});

export const modelParams = z.strictObject({
  name: text(500, 'A name that /api/models lists, with its slash written %2F.'),
});

export const runParams = z.strictObject({ name: text(500, 'A name that /api/runs lists.') });

export const feedQuery = z.strictObject({
  since: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .describe(
      'How many lines of metrics the client has. A Last-Event-ID header, which browsers send on their own, takes precedence.',
    )
    .optional(),
});

// ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const errorAnswer = z
  .strictObject({
    error: z.strictObject({
      code: z.string().describe('One word for programs.'),
      message: z.string().describe('For people: what is wrong, where, and what would be right.'),
    }),
  })
  .register(NAMED, { id: 'Error', description: 'The one form of every error.' });

const move = z.enum(MOVES);

export const moveAnswer = z
  .strictObject({
    board: z.string().describe('The board in its canonical notation.'),
    best: move.nullable().describe('null if no move is legal, or the player makes none.'),
    moves: z
      .array(
        z.strictObject({
          move,
          value: z.number().describe('What the player thinks the move is worth in total, including its gain.'),
          gain: z.number().describe('What the move adds to the score at once.'),
        }),
      )
      .describe('The legal moves in the order up, right, down, left.'),
  })
  .register(NAMED, { id: 'Move', description: 'The best move, and the value of each legal one.' });

/** A line of the answer to a `gamesRequest`. */
export const gamesLine = z
  .strictObject({
    player: z.string().describe("The player's canonical spec."),
    first: z.int().describe('The number of the first game of this line.'),
    scores: z.array(z.number()).describe('The score of each game, in order.'),
    largest: z.array(z.number()).describe('The largest tile of each game.'),
    moves: z.int().describe('Moves of all these games.'),
    seconds: z.number().describe('Computing time, on one thread.'),
  })
  .register(NAMED, { id: 'GamesLine', description: 'Games that have ended; lines come in the order of the games.' });
export type GamesLine = z.infer<typeof gamesLine>;

const optionInfo = z
  .strictObject({
    key: z.string().describe('As written in specs.'),
    label: z.string().describe('Its name for people.'),
    about: z.string().describe('What it does, in one line.'),
    rare: z.boolean().describe('Few people will want to set it.'),
    default: z.string().describe('As written in specs.'),
    auto: z.string().describe('What the default auto stands for.').optional(),
    kind: z.enum(OPTION_KINDS),
    possible: z.string().describe('What its values may be, in words.'),
    min: z.number().describe('For numbers.').optional(),
    max: z.number().optional(),
    zero: z.string().describe('What 0 means, if it is allowed outside the range.').optional(),
    whole: z.boolean().optional(),
    unit: z.string().optional(),
    choices: z
      .array(z.strictObject({ value: z.string(), label: z.string() }))
      .readonly()
      .describe('Every value of a choice, switch or tile; suggestions for other kinds.')
      .optional(),
  })
  .register(NAMED, { id: 'PlayerOption', description: 'An option of a player.' });

export const playerInfo = z
  .strictObject({
    name: z.string().describe('What specs begin with.'),
    title: z.string().describe('Its name for people.'),
    summary: z.string().describe('What it does, in a few words.'),
    form: z.string().describe('Its spec with every option.'),
    model: z
      .enum(['none', 'optional', 'needed'])
      .describe('Whether a spec names a model: never, only to choose another than the usual one, or always.'),
    options: z.array(optionInfo).readonly().describe('The options it has in the game that was asked for.'),
  })
  .register(NAMED, { id: 'Player', description: 'A kind of player.' });

export const modelInfo = z
  .strictObject({
    name: z.string().describe("The name to use in a player's spec."),
    kind: z
      .enum(['shipped', 'run', 'checkpoint'])
      .describe('Ships with the project; the model of a run; the newest checkpoint of a run that has no model yet.'),
    game: z.enum(GAME_NAMES),
    player: z.string().describe('The spec of the player that makes the most of it.'),
    players: z.array(z.string()).describe('The names of all players that can use it, that one first.'),
    form: z.enum(['safetensors', 'compact', 'onnx']),
    bytes: z.int().describe('Size of the file.'),
    network: z.string().describe('Patterns and features; of a neural network, its spec.'),
    stages: z.string(),
    values: z.enum(['afterstate', 'state', 'action']).describe('What the network values.'),
    method: z.string().nullable().describe('How it was trained, if the file says so.'),
    games: z.number().nullable().describe('How many games it learned from, if the file says so.'),
    date: z.string().describe('When its weights were made.'),
    modified: z.iso.datetime().describe('When its file was written.'),
    card: z
      .record(z.string(), z.unknown())
      .nullable()
      .describe("A neural network's card: encoding, weights, how it was trained …; null for n-tuple networks."),
    url: z.string().describe('Where its file is.'),
  })
  .register(NAMED, { id: 'Model', description: 'A model that this server knows.' });
export type ModelInfo = z.infer<typeof modelInfo>;

const runCounts = z
  .enum(['games', 'actions', 'cycles', 'minutes'])
  .describe('What the run counts: games; actions of records (fit); cycles or minutes (selfplay).');
export type RunCounts = z.infer<typeof runCounts>;

const runState = z
  .enum(['running', 'stopped', 'finished'])
  .describe('Derived from its files: finished has its model; running has written something recently.');
export type RunState = z.infer<typeof runState>;

/** Lines are passed on as the run wrote them; these are the fields that every line of this version has. */
const metrics = z
  .looseObject({})
  .describe(
    'A line of metrics.jsonl: games, moves, averageScore, maxScore, reach, movesPerSecond, seconds …; of a fit actions, loss, accuracy …',
  );

export const runSummary = z
  .strictObject({
    name: z.string(),
    state: runState,
    game: z.string().nullable(),
    network: z.string().nullable(),
    stages: z.string().nullable(),
    method: z.string().nullable(),
    seed: z.number().nullable(),
    threads: z.number().nullable(),
    counts: runCounts,
    target: z.number().nullable().describe('How much of it was asked for.'),
    done: z.number().describe('How much of it is done.'),
    games: z.number().nullable().describe('How many games were asked for.'),
    gamesDone: z.number().describe('How many have been played.'),
    last: metrics.nullable().describe('The last line of its metrics.'),
    started: z.string().nullable(),
    updated: z.iso.datetime().describe('When it last wrote something.'),
  })
  .register(NAMED, { id: 'Run', description: 'A training, in short. null means that its folder does not say.' });
export type RunSummary = z.infer<typeof runSummary>;

const settings = z.record(z.string(), z.unknown());

export const runDetails = runSummary
  .extend({
    config: settings.describe('config.json; paths are cut down to their last part.'),
    manifest: settings.describe('manifest.json: versions, machine, arguments; paths are cut down likewise.'),
    lines: z.int().describe("How many lines of metrics there are: `since` for the run's events."),
    metrics: z.array(metrics).describe('The lines; if there are too many, evenly thinned, with the last one.'),
  })
  .register(NAMED, { id: 'RunDetails', description: 'A training, with its settings and curves.' });
export type RunDetails = z.infer<typeof runDetails>;

const build = { version: z.string(), kernel: z.string() };

export const jobsAnswer = z
  .strictObject({
    redis: z.string().nullable().describe('The address of the Redis; null if the server was given none.'),
    problem: z.string().nullable().describe('Why nothing is known about it.'),
    queues: z.array(z.strictObject({ name: z.string(), waiting: z.number(), active: z.number(), failed: z.number() })),
    work: z.array(
      z.strictObject({
        ...build,
        id: z.string(),
        host: z.string(),
        pid: z.number(),
        title: z.string(),
        since: z.string(),
        jobs: z.number(),
        done: z.number(),
        failed: z.number(),
      }),
    ),
    workers: z.array(
      z.strictObject({
        ...build,
        id: z.string(),
        host: z.string(),
        cores: z.number(),
        memory: z.number().describe('Bytes that its jobs may take.'),
        since: z.string(),
        done: z.number(),
        failed: z.number(),
        doing: z.array(z.strictObject({ id: z.string(), words: z.string(), done: z.number(), size: z.number() })),
      }),
    ),
  })
  .register(NAMED, { id: 'Jobs', description: 'Work on many machines: queues, who asks, and who works.' });
export type Jobs = z.infer<typeof jobsAnswer>;

export const healthAnswer = z
  .strictObject({ status: z.literal('ok'), version: z.string() })
  .register(NAMED, { id: 'Health', description: 'The server is up.' });
