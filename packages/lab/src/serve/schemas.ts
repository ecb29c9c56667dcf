// Everything that comes in and goes out, as schemas: requests are checked with them, handlers are typed by them, and the OpenAPI
// document is made of them. Those with a name are shared parts of that document.

import { MOVES } from 'afterstate';
import { z } from 'zod';

/** Schemas with a name of their own in the OpenAPI document. */
export const NAMED = z.registry<{ id: string; description: string }>();

const text = (most: number, description: string) => z.string().min(1).max(most).describe(description);

// ── requests ─────────────────────────────────────────────────────────────────────────────────────────────────────

export const moveRequest = z
  .strictObject({
    game: text(
      100,
      "The game's spec: 2048, threes, 2048?four=0. Unless given, the game of the player's model, else 2048.",
    )
      .meta({ examples: ['2048'] })
      .optional(),
    board: text(400, 'Sixteen tiles, row by row, 0 for an empty cell; Threes adds next=1, 2, 3 or bonus.').meta({
      examples: ['2,4,8,16/0,2,4,8/0,0,2,4/0,0,0,2'],
    }),
    player: text(300, "The player's spec, name[:model][?key=value&…], with a model that /api/models lists.").meta({
      examples: ['random'],
    }),
    timeLimitMs: z
      .int()
      .min(1)
      .max(10_000)
      .describe('How long the answer may take, in milliseconds; never more than the server allows.')
      .optional(),
  })
  .register(NAMED, { id: 'MoveRequest', description: 'A board, and who is asked about it.' });

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
      'How many lines of metrics the client has. A Last-Event-ID header, which browsers send by themselves, wins.',
    )
    .optional(),
});

// ── answers ──────────────────────────────────────────────────────────────────────────────────────────────────────

export const errorAnswer = z
  .strictObject({
    error: z.strictObject({
      code: z.string().describe('One word for programs.'),
      message: z.string().describe('What is wrong, where, and what would be right, for people.'),
    }),
  })
  .register(NAMED, { id: 'Error', description: 'The one form of every error.' });

const move = z.enum(MOVES);

export const moveAnswer = z
  .strictObject({
    board: z.string().describe('The board in its canonical notation.'),
    best: move.nullable().describe('null where no move is legal, or the player makes none.'),
    moves: z
      .array(
        z.strictObject({
          move,
          value: z.number().describe('What the player thinks the move is worth in all, its gain included.'),
          gain: z.number().describe('What the move adds to the score at once.'),
        }),
      )
      .describe('The legal moves in the order up, right, down, left.'),
  })
  .register(NAMED, { id: 'Move', description: 'The best move, and the value of each legal one.' });

export const playerInfo = z
  .strictObject({
    name: z.string(),
    summary: z.string().describe('What it does, in a few words.'),
    form: z.string().describe('Its spec with every option.'),
  })
  .register(NAMED, { id: 'Player', description: 'A kind of player.' });

export const modelInfo = z
  .strictObject({
    name: z.string().describe("What stands in a player's spec."),
    kind: z
      .enum(['shipped', 'run', 'checkpoint'])
      .describe('Ships with the project; the model of a run; the newest checkpoint of a run that has no model yet.'),
    game: z.enum(['2048', 'threes']),
    player: z.string().describe('The spec of the player that makes the most of it.'),
    players: z.array(z.string()).describe('The names of all players that play by it, that one first.'),
    form: z.enum(['safetensors', 'compact', 'onnx']),
    bytes: z.int().describe('Size of the file.'),
    network: z.string().describe('Patterns and features; of a neural network, its spec.'),
    stages: z.string(),
    values: z.enum(['afterstate', 'state', 'action']).describe('What the network gives values to.'),
    method: z.string().nullable().describe('How it learned, where it says so.'),
    games: z.number().nullable().describe('From how many games it learned, where it says so.'),
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
  .describe('Told by its files: finished has its model; running has written something lately.');
export type RunState = z.infer<typeof runState>;

/** Lines are passed on as the run wrote them; these are what every one of this version has. */
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
    target: z.number().nullable().describe('How much of that was asked for.'),
    done: z.number().describe('How much of it is done.'),
    games: z.number().nullable().describe('How many games were asked for.'),
    gamesDone: z.number().describe('How many have been played.'),
    last: metrics.nullable().describe('The last line of its metrics.'),
    started: z.string().nullable(),
    updated: z.iso.datetime().describe('When it last wrote something.'),
  })
  .register(NAMED, { id: 'Run', description: 'A training, in short. null stands where its folder does not say.' });
export type RunSummary = z.infer<typeof runSummary>;

const settings = z.record(z.string(), z.unknown());

export const runDetails = runSummary
  .extend({
    config: settings.describe('config.json; paths are cut down to their last part.'),
    manifest: settings.describe('manifest.json: versions, machine, arguments; paths are cut down likewise.'),
    lines: z.int().describe("How many lines of metrics there are: `since` for the run's events."),
    metrics: z.array(metrics).describe('The lines; where there are too many, evenly thinned, with the last one.'),
  })
  .register(NAMED, { id: 'RunDetails', description: 'A training, with its settings and curves.' });
export type RunDetails = z.infer<typeof runDetails>;

export const healthAnswer = z
  .strictObject({ status: z.literal('ok'), version: z.string() })
  .register(NAMED, { id: 'Health', description: 'The server is up.' });
