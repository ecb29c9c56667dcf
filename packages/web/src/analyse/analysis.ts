// The game under analysis: its record, the position in view, and what a player thinks of its moves. The values come from the
// engine in portions, so the curve grows while a person looks at it, and stopping takes effect at once. The analysis is kept
// (kept-analysis.ts), so a reload loses neither the place nor the work.

import { batch, computed, effect, signal, untracked } from '@preact/signals';
import {
  DEFAULT_GAME,
  type Game,
  type GameRecord,
  parseGame,
  Random,
  readRecord,
  startScore,
  Timeline,
  unpackPly,
  writeRecord,
} from 'afterstate';
import { engine } from '../engine/engine.ts';
import { InterruptedError } from '../engine/worker-link.ts';
import { currentGame } from '../game/session.ts';
import { chosenPlayer } from '../players/chosen-player.ts';
import { formOf } from '../players/forms.ts';
import { formsFor, missingModel, playable, specOf, suits } from '../players/playable.ts';
import { fetchModel } from '../players/model-download.ts';
import { newId } from '../shell/database.ts';
import { notKept } from '../shell/keeping.ts';
import { megabytes } from '../shell/numbers.ts';
import { gameName } from '../shell/settings.ts';
import { saver } from '../shell/storage.ts';
import { shortened } from '../shell/words.ts';
import { analysisOfTab, keepAnalysis, type KeptAnalysis, setAnalysisOfTab } from './kept-analysis.ts';
import { judge, type Judgement } from '../teach/verdict.ts';

export interface Analysed {
  readonly record: GameRecord;
  readonly game: Game;
  readonly timeline: Timeline;
  /** The score before each ply, and at the end. */
  readonly scores: Float64Array;
  /** The exponent of the largest tile before each ply, and at the end. */
  readonly largest: Uint8Array;
}

export const analysed = signal<Analysed | undefined>(undefined);
/** The records of an opened file, one per line, if there are several. */
export const lines = signal<readonly string[]>([]);
/** The position in view, as a number of plies. */
export const at = signal(0);
/** The previous position in view. */
export const from = signal(0);
/** How many plies have been judged. */
export const done = signal(0);
export const running = signal(false);
export const problem = signal<string | undefined>(undefined);
const chosen = signal<string | undefined>(undefined);

/** The id it is kept under. */
let id = '';

/** Four values per ply. */
let values = new Float64Array(0);
export const judgements = signal<readonly Judgement[]>([]);

/** Who judges: the player of the Play page if it gives values, otherwise the strongest that does. */
export const chosenJudge = computed((): string | undefined => {
  const game = analysed.value?.game.name ?? DEFAULT_GAME;
  const candidates = [chosen.value, chosenPlayer.value].filter((spec) => spec !== undefined);
  const fit = candidates.find((spec) => suits(spec, game) && givesValues(spec));
  if (fit !== undefined) return fit;
  const form = formsFor(game).find(({ unit }) => unit !== 'probability');
  return form && specOf(form, game);
});

/** Who judges now: the chosen judge's model may still have to be downloaded. */
export const judgePlayer = computed(
  (): string | undefined => chosenJudge.value && playable(chosenJudge.value, analysed.value?.game.name ?? DEFAULT_GAME),
);

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
/** Whose values the judgements are. */
let judgedBy: string | undefined;
/** Whether to judge the rest as soon as the model of the judge so far is here. */
let waiting = false;

// ── what is analysed ─────────────────────────────────────────────────────────────────────────────────────────────

export function analyseRecord(record: GameRecord): void {
  show(record, newId());
  start();
  keep();
}

/** Opens the record at its start, with nothing judged; the app switches to its game. */
function show(record: GameRecord, as: string): void {
  stop();
  const game = parseGame(record.game);
  const { start: first, plies } = record;
  const timeline = new Timeline(game, first);
  timeline.restore(plies, 0);
  const scores = new Float64Array(plies.length + 1);
  const largest = new Uint8Array(plies.length + 1);
  for (let ply = 0; ply === 0 || timeline.redo(); ply++) {
    scores[ply] = timeline.position.score;
    largest[ply] = Math.max(...timeline.position.state.board);
  }
  id = as;
  setAnalysisOfTab(game.name, id);
  batch(() => {
    analysed.value = { record, game, timeline, scores, largest };
    gameName.value = game.name;
    from.value = 0;
    at.value = 0;
    problem.value = undefined;
    forget();
  });
}

function forget(): void {
  values = new Float64Array(4 * (analysed.peek()?.record.plies.length ?? 0));
  judgements.value = [];
  done.value = 0;
}

export function analyseOwnGame(): void {
  const own = currentGame();
  lines.value = [];
  analyseRecord(own.record(own.player, own.seed));
  go(own.moves);
}

/** A game to try the page with, always the same: another game by a player that ignores the board may have no blunder. */
export async function analyseExample(): Promise<void> {
  const rules = parseGame(gameName.peek());
  const seed = EXAMPLE_SEED;
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

const EXAMPLE = 'cycle?moves=up,left,up,left,right,down';
/** Gives dozens of slips in both games. */
const EXAMPLE_SEED = 6;

/** Opens one record, or a file of many, one per line. Returns what is wrong with it, if anything. */
export function openRecordText(text: string): string | undefined {
  const found = text.split('\n').filter((line) => line.trim() !== '');
  const [first] = found;
  if (first === undefined) return 'the record is empty';
  try {
    const record = readRecord(first);
    lines.value = found.length > 1 ? found : [];
    analyseRecord(record);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A larger file is hardly a record: even a long game takes only a hundred kilobytes. */
const LONGEST_FILE = 100_000_000;

/** Opens the records of a file. Returns what is wrong with it, if anything. */
export async function openRecordFile(file: File): Promise<string | undefined> {
  const name = shortened(file.name);
  if (file.size > LONGEST_FILE)
    return `${name} is ${megabytes(file.size)}; a record file may be at most ${megabytes(LONGEST_FILE)} here`;
  try {
    const wrong = openRecordText(await file.text());
    return wrong === undefined ? undefined : `${name}: ${wrong}`;
  } catch {
    return `${name} could not be read; open it again`;
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
  setAnalysisOfTab(gameName.peek(), undefined);
  keepNow();
  leave();
}

function leave(): void {
  stop();
  batch(() => {
    analysed.value = undefined;
    lines.value = [];
    forget();
  });
}

// ── what is kept of it ───────────────────────────────────────────────────────────────────────────────────────────

function keepNow(): void {
  const now = analysed.peek();
  if (!now) return;
  const told = { id, game: now.game.name, record: writeRecord(now.record), lines: lines.peek(), at: at.peek() };
  const found = { judge: judgedBy, chosen: chosen.peek(), values: values.slice(0, 4 * done.peek()) };
  keepAnalysis({ ...told, ...found, looked: Date.now() }).catch(notKept);
}

/** Soon after any change, not at once: a long game is much to write. */
const keep = saver(keepNow, 1000);

/** An analysis as it was left: its place, and the results so far. */
export function openKept(kept: KeptAnalysis): void {
  lines.value = kept.lines;
  show(readRecord(kept.record), kept.id);
  judgedBy = kept.judge;
  chosen.value = kept.chosen ?? chosen.peek();
  go(kept.at);
  // The judge of these values may be gone: then everything is judged again.
  if (kept.judge === undefined || ![judgePlayer.peek(), chosenJudge.peek()].includes(kept.judge)) return start();
  take(kept.values);
  // Another one judges while this one's model is fetched; the results stay until then.
  waiting = kept.judge !== judgePlayer.peek();
  if (!waiting) start();
}

/** Shows this tab's analysis when the page opens or another game is chosen. */
export async function openAnalysisOfTab(): Promise<void> {
  const game = gameName.peek();
  if (analysed.peek()?.game.name === game) return;
  keepNow();
  leave();
  try {
    const kept = await analysisOfTab(game);
    if (kept && !analysed.peek() && gameName.peek() === game) openKept(kept);
  } catch (error) {
    notKept(error);
  }
}

export function recordText(): string {
  return writeRecord(analysed.peek()!.record);
}

// ── the analysis itself ──────────────────────────────────────────────────────────────────────────────────────────

export function start(): void {
  const now = analysed.peek();
  const player = judgePlayer.peek();
  judgedBy = player;
  if (!now || player === undefined || done.peek() >= now.record.plies.length) return;
  const mine = (run = {});
  running.value = true;
  void work(mine, now, player);
}

export function stop(): void {
  run = undefined;
  waiting = false;
  running.value = false;
  if (engine.busyFor > PATIENCE_MS) engine.interrupt();
}

async function work(mine: object, { record, game, timeline }: Analysed, player: string): Promise<void> {
  let { state } = timeline.positionAt(done.peek());
  try {
    while (run === mine && done.peek() < record.plies.length) {
      const first = done.peek();
      const plies = record.plies.slice(first, first + PORTION_PLIES);
      const job = { kind: 'analyse', game: game.spec, player, state, plies, ms: PORTION_MS } as const;
      const answer = await engine.ask(job);
      if (run !== mine) return;
      state = answer.state;
      take(answer.values);
      keep();
    }
  } catch (error) {
    if (!(error instanceof InterruptedError)) problem.value = (error as Error).message;
  }
  if (run === mine) running.value = false;
}

/** Adds the values of the next plies. */
function take(more: Float64Array): void {
  const { record, scores } = analysed.peek()!;
  const first = done.peek();
  values.set(more, 4 * first);
  const found = Array.from({ length: more.length / 4 }, (_, i) =>
    judge(values.subarray(4 * (first + i), 4 * (first + i) + 4), record.plies[first + i]! & 3, scores[first + i]!),
  );
  batch(() => {
    judgements.value = [...judgements.peek(), ...found];
    done.value = first + found.length;
  });
}

/** Fetches the judge's model, and judges everything again whenever the judge changes, until the returned function is called. */
export function followJudge(): () => void {
  const stopFetching = effect(() => {
    const game = analysed.value?.game.name;
    const model = game && chosenJudge.value && missingModel(chosenJudge.value, game);
    if (model) untracked(() => void fetchModel(model));
  });
  const stopJudging = effect(() => {
    const [player, chosen] = [judgePlayer.value, chosenJudge.value];
    untracked(() => {
      if (!analysed.value) return;
      const comes = waiting && judgedBy === chosen;
      if (player !== judgedBy && !comes) judgeAgain();
      else if (player === judgedBy && waiting) {
        waiting = false;
        start();
      }
    });
  });
  return () => {
    stopFetching();
    stopJudging();
  };
}

function judgeAgain(): void {
  stop();
  engine.interrupt();
  batch(() => {
    problem.value = undefined;
    forget();
  });
  start();
}

// ── what is seen of it ───────────────────────────────────────────────────────────────────────────────────────────

export interface Mark extends Judgement {
  readonly ply: number;
}

/** The moves with a verdict, in the order of the game. */
export const marks = computed((): readonly Mark[] =>
  judgements.value.flatMap((judgement, ply) => (judgement.verdict ? [{ ply, ...judgement }] : [])),
);

export const judgementHere = computed((): Judgement | undefined => judgements.value[at.value]);

export function valuesOf(ply: number): readonly number[] | undefined {
  return ply < done.peek() ? Array.from(values.subarray(4 * ply, 4 * ply + 4)) : undefined;
}

/**
 * The curve: the expected final score before each move, or the values themselves if they are not points. If they are, and all
 * moves are judged, it ends at the final score of the game.
 */
export const curve = computed((): readonly number[] => {
  const now = analysed.value;
  const spec = judgePlayer.value;
  if (!now || spec === undefined) return [];
  const isScore = formOf(spec)?.unit === 'score';
  const values = judgements.value.map(({ bestValue }, ply) => (isScore ? now.scores[ply]! : 0) + bestValue);
  const plies = now.record.plies.length;
  return isScore && plies > 0 && values.length === plies ? [...values, now.scores[plies]!] : values;
});

export function go(ply: number): void {
  batch(() => {
    from.value = at.peek();
    at.value = Math.max(0, Math.min(analysed.peek()?.record.plies.length ?? 0, ply));
  });
  keep();
}

/** The ply that was played from here. */
export function plyAt(ply: number) {
  const now = analysed.peek();
  const packed = now?.record.plies[ply];
  return now && packed !== undefined ? unpackPly(packed, now.game) : undefined;
}
