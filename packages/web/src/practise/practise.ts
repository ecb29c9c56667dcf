// What is practised: the position in view, what was tried, and which comes next. Due positions come first, the longest overdue
// leading, then positions from the collection that were never tried. Only the first try counts each time a position is shown.

import { batch, computed, signal } from '@preact/signals';
import { type Game, type Move, MOVES, parseBoard, parseGame, type State } from 'afterstate';
import type { KeptAnalysis } from '../analyse/kept-analysis.ts';
import { playable, suits, defaultSpec } from '../players/playable.ts';
import { all } from '../shell/database.ts';
import { notKept } from '../shell/keeping.ts';
import { say } from '../shell/notes.ts';
import { gameName } from '../shell/settings.ts';
import { explain } from '../teach/explanation.ts';
import { addExercises, type Exercise, exercisesOf, keepExercise } from '../teach/notebook.ts';
import { answered, isDue } from '../teach/schedule.ts';
import { judge, type Judgement } from '../teach/verdict.ts';
import { collectedOf } from './collected.ts';
import { ownPositions } from './own-positions.ts';

/** Everything of the game that can be practised: the notebook, and the rest of the collection. */
const exercises = signal<readonly Exercise[] | undefined>(undefined);
/** The time by which positions are due; it stands still while one is in view. */
const now = signal(Date.now());

export const SOURCES = ['own', 'collected'] as const;
export type Source = (typeof SOURCES)[number];
export const shownSources = signal<ReadonlySet<Source>>(new Set(SOURCES));

/** What can come: not taken out, and from a wanted source. */
const candidates = computed(() =>
  (exercises.value ?? []).filter(({ removed, source }) => !removed && shownSources.value.has(source)),
);

const isNew = ({ tries, source }: Exercise): boolean => tries === 0 && source === 'collected';

export interface Counts {
  readonly due: number;
  /** From the collection, never tried. */
  readonly untried: number;
  /** In the notebook, by box; those answered wrong or new first. */
  readonly boxes: readonly number[];
  /** When the next one is due, if none is now. */
  readonly next: number | undefined;
}

export const counts = computed((): Counts | undefined => {
  if (!exercises.value) return undefined;
  const known = candidates.value.filter((one) => !isNew(one));
  const due = known.filter((one) => isDue(one, now.value));
  return {
    due: due.length,
    untried: candidates.value.length - known.length,
    boxes: Array.from({ length: 7 }, (_, box) => known.filter((one) => one.box === box).length),
    next: due.length > 0 || known.length === 0 ? undefined : Math.min(...known.map((one) => one.due)),
  };
});

export function inSource(source: Source): number {
  return (exercises.value ?? []).filter((one) => !one.removed && one.source === source).length;
}

export interface Shown {
  readonly exercise: Exercise;
  readonly game: Game;
  readonly state: State;
  /** In the order of `MOVES`; NaN if a move is not legal. */
  readonly values: readonly number[];
}

export const shown = signal<Shown | undefined>(undefined);
/** The move that was tried, as its judgement. */
export const tried = signal<Judgement | undefined>(undefined);
/** Whether a try has been made since it came into view: later ones do not count. */
let counted = false;

/** Reads the notebook, including what new analyses have added to it, and shows what comes first. */
export async function openNotebook(): Promise<void> {
  const game = gameName.peek();
  let kept: readonly Exercise[] = [];
  try {
    const analyses = (await all<KeptAnalysis>('analyses')).filter((one) => one.game === game);
    await addExercises(analyses.flatMap((analysis) => worst(analysis)));
    kept = await exercisesOf(game);
  } catch (error) {
    notKept(error);
  }
  if (gameName.peek() !== game) return;
  const known = new Set(kept.map(({ id }) => id));
  batch(() => {
    exercises.value = [...kept, ...collectedOf(game).filter(({ id }) => !known.has(id))];
    const still = shown.peek()?.exercise;
    if (still?.game !== game || !known.has(still.id)) next();
  });
}

/** An analysis whose record cannot be read adds nothing. */
function worst(analysis: KeptAnalysis): readonly Exercise[] {
  try {
    return ownPositions(analysis);
  } catch {
    return [];
  }
}

/** Shows what comes next; with `ahead`, what would be due next if nothing is. */
export function next({ ahead = false } = {}): void {
  now.value = Date.now();
  const last = shown.peek()?.exercise.id;
  const rest = candidates.peek().filter(({ id }) => id !== last);
  const known = rest.filter((one) => !isNew(one)).sort((a, b) => a.due - b.due || a.added - b.added);
  const due = known.find((one) => isDue(one, now.peek()));
  show(due ?? rest.find(isNew) ?? (ahead ? known[0] : undefined));
}

function show(exercise: Exercise | undefined): void {
  explain(undefined);
  counted = false;
  batch(() => {
    tried.value = undefined;
    if (!exercise) {
      shown.value = undefined;
      return;
    }
    const game = parseGame(exercise.rules);
    const state = parseBoard(exercise.board, game);
    shown.value = { exercise, game, state, values: exercise.values.map((value) => value ?? NaN) };
  });
}

/** False if the move is not legal. */
export function tryMove(move: Move): boolean {
  const here = shown.peek();
  const played = MOVES.indexOf(move);
  if (!here || Number.isNaN(here.values[played])) return false;
  const { exercise, game, state, values } = here;
  const judgement = judge(values, played, exercise.score);
  tried.value = judgement;
  const best = MOVES[judgement.best]!;
  explain({ game, state, played: move, best, judge: judgeHere(exercise) });
  if (!counted) keep({ ...exercise, ...answered(exercise, isRight(judgement), Date.now()) });
  counted = true;
  return true;
}

/** As good as the best: its loss has no verdict. */
export function isRight({ verdict }: Judgement): boolean {
  return verdict === undefined;
}

export function retry(): void {
  explain(undefined);
  tried.value = undefined;
}

/** Who plays the games of the explanation: the judge, or the same player with a model that is here. */
function judgeHere({ judge: spec, game }: Exercise): string {
  return suits(spec, game) ? playable(spec, game) : defaultSpec(game);
}

function keep(exercise: Exercise): void {
  const here = exercises.peek() ?? [];
  exercises.value = here.map((one) => (one.id === exercise.id ? exercise : one));
  if (shown.peek()?.exercise.id === exercise.id) shown.value = { ...shown.peek()!, exercise };
  keepExercise(exercise).catch(notKept);
}

/** Takes the position in view out of the notebook, for good unless that is undone. */
export function takeOut(): void {
  const { exercise } = shown.peek()!;
  keep({ ...exercise, removed: true });
  next();
  say('The position will not come back.', {
    label: 'Undo',
    run: () => {
      const { removed: _, ...rest } = exercise;
      keep(rest);
      show(rest);
    },
  });
}

export function toggleSource(source: Source): void {
  const chosen = new Set(shownSources.peek());
  if (!chosen.delete(source)) chosen.add(source);
  shownSources.value = chosen;
  if (!shown.peek() || !chosen.has(shown.peek()!.exercise.source)) next();
}
