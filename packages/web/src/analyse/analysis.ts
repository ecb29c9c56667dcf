// The game under analysis: where it came from, where along it one stands, and what a player thinks of its moves. The values
// come from a worker in portions, so the curve grows while one already looks at it, and stopping is at once.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import {
  type Game,
  type GameRecord,
  parseGame,
  Random,
  readRecord,
  startScore,
  unpackPly,
  writeRecord,
} from 'afterstate';
import { InterruptedError } from '../engine/engine.ts';
import { currentTimeline } from '../game/session.ts';
import { Timeline } from '../game/timeline.ts';
// The engine of the Play page: its network may take a gigabyte, and portions are short enough to share it.
import { engine, player as playPlayer } from '../play/advice.ts';
import { formOf, formsFor, missingModel, playable, specOf, suits } from '../players/forms.ts';
import { fetchModel } from '../players/model-download.ts';
import { gameName } from '../shell/settings.ts';
import { judge, type Judgement } from './verdict.ts';

export interface Analysed {
  readonly record: GameRecord;
  readonly game: Game;
  readonly timeline: Timeline;
  /** The score before each ply, and at the end. */
  readonly scores: Float64Array;
}

export const analysed = signal<Analysed | undefined>(undefined);
/** Records of an opened file, a line each, when there are several. */
export const lines = signal<readonly string[]>([]);
/** The position in view: after so many plies. */
export const at = signal(0);
/** Where one stood before. */
export const from = signal(0);
/** How many plies have been judged. */
export const done = signal(0);
export const running = signal(false);
export const problem = signal<string | undefined>(undefined);
const chosen = signal<string | undefined>(undefined);

/** Four values a ply. */
let values = new Float64Array(0);
const judgements = signal<readonly Judgement[]>([]);

/** Who judges: the player of the Play page where it has values, else the strongest that has. */
export const chosenJudge = computed((): string | undefined => {
  const game = analysed.value?.game.name ?? '2048';
  const candidates = [chosen.value, playPlayer.value].filter((spec) => spec !== undefined);
  const fit = candidates.find((spec) => suits(spec, game) && givesValues(spec));
  if (fit !== undefined) return fit;
  const form = formsFor(game).find(({ unit }) => unit !== 'probability');
  return form && specOf(form, game);
});

/** Who judges at the moment: the model of the chosen one may still have to be fetched. */
export const judgePlayer = computed(
  (): string | undefined => chosenJudge.value && playable(chosenJudge.value, analysed.value?.game.name ?? '2048'),
);

effect(() => {
  const game = analysed.value?.game.name;
  const model = game && chosenJudge.value && missingModel(chosenJudge.value, game);
  if (model) untracked(() => void fetchModel(model));
});

function givesValues(spec: string): boolean {
  const form = formOf(spec);
  return form !== undefined && form.unit !== 'probability';
}

export function chooseJudge(spec: string): void {
  chosen.value = spec;
}

const PORTION_MS = 60;
const PORTION_PLIES = 4096;
const PATIENCE_MS = 700;
let run: object | undefined;

// ── what is analysed ─────────────────────────────────────────────────────────────────────────────────────────────

export function analyseRecord(record: GameRecord): void {
  stop();
  const game = parseGame(record.game);
  const { plies, seed } = record;
  const timeline = Timeline.restore(game, { start: record.start, plies, at: 0, seed, edited: false, helped: false });
  const scores = new Float64Array(plies.length + 1);
  scores[0] = timeline.position.score;
  for (let ply = 1; timeline.redo(); ply++) scores[ply] = timeline.position.score;
  batch(() => {
    analysed.value = { record, game, timeline, scores };
    from.value = 0;
    at.value = 0;
    problem.value = undefined;
    forget();
  });
  start();
}

function forget(): void {
  values = new Float64Array(4 * (analysed.peek()?.record.plies.length ?? 0));
  judgements.value = [];
  done.value = 0;
}

export function analyseOwnGame(): void {
  const timeline = currentTimeline();
  lines.value = [];
  analyseRecord(timeline.record(timeline.helped ? playPlayer.peek() : 'human'));
  go(timeline.moves);
}

/** A game to try the page with: of a player that looks at nothing, so there is much to find. */
export async function analyseExample(): Promise<void> {
  const rules = parseGame(gameName.peek());
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
  const first = rules.start(Random.forGame(seed, 0));
  const score = startScore(first, rules);
  try {
    const job = { kind: 'play', game: rules.spec, player: EXAMPLE, state: first, score, seed, ms: 5000 } as const;
    const played = await engine.ask(job);
    const { spec, rulesVersion } = rules;
    const { plies } = played;
    const told = { player: EXAMPLE, seed, gameNumber: 0, score: played.score, moves: plies.length };
    lines.value = [];
    analyseRecord({ game: spec, rulesVersion, ...told, start: first, plies });
  } catch (error) {
    problem.value = (error as Error).message;
  }
}

const EXAMPLE = 'cycle?moves=up,left&stuck=random';

/** One record, or a file of many, a line each. Says what is wrong with it, if something is. */
export function openRecordText(text: string): string | undefined {
  const found = text.split('\n').filter((line) => line.trim() !== '');
  const [first] = found;
  if (first === undefined) return 'there is nothing in it';
  try {
    const record = readRecord(first);
    lines.value = found.length > 1 ? found : [];
    analyseRecord(record);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

export function openLine(index: number): void {
  try {
    analyseRecord(readRecord(lines.peek()[index]!));
  } catch (error) {
    problem.value = `line ${index + 1}: ${(error as Error).message}`;
  }
}

export function close(): void {
  stop();
  batch(() => {
    analysed.value = undefined;
    lines.value = [];
    forget();
  });
}

export function recordText(): string {
  return writeRecord(analysed.peek()!.record);
}

// ── the analysis itself ──────────────────────────────────────────────────────────────────────────────────────────

export function start(): void {
  const now = analysed.peek();
  const player = judgePlayer.peek();
  if (!now || player === undefined || done.peek() >= now.record.plies.length) return;
  const mine = (run = {});
  running.value = true;
  void work(mine, now, player);
}

export function stop(): void {
  run = undefined;
  running.value = false;
  if (engine.busyFor > PATIENCE_MS) engine.interrupt();
}

async function work(mine: object, { record, game, timeline, scores }: Analysed, player: string): Promise<void> {
  let { state } = timeline.positionAt(done.peek());
  try {
    while (run === mine && done.peek() < record.plies.length) {
      const first = done.peek();
      const plies = record.plies.slice(first, first + PORTION_PLIES);
      const job = { kind: 'analyse', game: game.spec, player, state, plies, ms: PORTION_MS } as const;
      const answer = await engine.ask(job);
      if (run !== mine) return;
      state = answer.state;
      values.set(answer.values, 4 * first);
      const more = Array.from({ length: answer.values.length / 4 }, (_, i) =>
        judge(values.subarray(4 * (first + i), 4 * (first + i) + 4), record.plies[first + i]! & 3, scores[first + i]!),
      );
      batch(() => {
        judgements.value = [...judgements.peek(), ...more];
        done.value = first + more.length;
      });
    }
  } catch (error) {
    if (!(error instanceof InterruptedError)) problem.value = (error as Error).message;
  }
  if (run === mine) running.value = false;
}

// Another judge: everything is judged anew.
let judgedBy = judgePlayer.peek();
effect(() => {
  const player = judgePlayer.value;
  untracked(() => {
    if (player === judgedBy) return;
    judgedBy = player;
    stop();
    engine.interrupt();
    batch(() => {
      problem.value = undefined;
      forget();
    });
    start();
  });
});

// ── what is seen of it ───────────────────────────────────────────────────────────────────────────────────────────

export interface Mark extends Judgement {
  readonly ply: number;
}

/** The moves that are blamed, in the order of the game. */
export const marks = computed((): readonly Mark[] =>
  judgements.value.flatMap((judgement, ply) => (judgement.verdict ? [{ ply, ...judgement }] : [])),
);

export const judgementHere = computed((): Judgement | undefined => judgements.value[at.value]);

export function valuesOf(ply: number): readonly number[] | undefined {
  return ply < done.peek() ? Array.from(values.subarray(4 * ply, 4 * ply + 4)) : undefined;
}

/** The curve: what final score was to be expected before each move; of values that are no score, the values. */
export const curve = computed((): readonly number[] => {
  const now = analysed.value;
  const spec = judgePlayer.value;
  if (!now || spec === undefined) return [];
  const isScore = formOf(spec)?.unit === 'score';
  return judgements.value.map(({ bestValue }, ply) => (isScore ? now.scores[ply]! : 0) + bestValue);
});

export function go(ply: number): void {
  batch(() => {
    from.value = at.peek();
    at.value = Math.max(0, Math.min(analysed.peek()?.record.plies.length ?? 0, ply));
  });
}

/** To the next blamed move, or with −1 to the one before. */
export function jump(by: 1 | -1): void {
  const all = marks.peek();
  const here = at.peek();
  const target = by > 0 ? all.find(({ ply }) => ply > here) : all.findLast(({ ply }) => ply < here);
  if (target) go(target.ply);
}

/** The ply that was played from here. */
export function plyAt(ply: number) {
  const now = analysed.peek();
  const packed = now?.record.plies[ply];
  return now && packed !== undefined ? unpackPly(packed, now.game) : undefined;
}
