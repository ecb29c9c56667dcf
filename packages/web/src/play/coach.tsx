// The coach: it looks at each position as soon as it comes up, and holds back a move that would be a blunder. The same move again is
// played, so nobody is prevented from anything. A network judges at two plies, which takes no noticeable time; a
// move never waits longer than a moment for the judge. The coach imports nothing that only the Play
// page has: that would split the page's script.

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { formatSpec, type Move, MOVES, type State } from 'afterstate';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import { engine } from '../engine/engine.ts';
import { type View, view } from '../game/session.ts';
import { player } from '../players/chosen-player.ts';
import { modelOf, nameOf } from '../players/forms.ts';
import { defaultSpec } from '../players/playable.ts';
import { capital } from '../shell/words.ts';
import { costOf } from '../teach/cost.ts';
import { compareMoves } from '../teach/facts.ts';
import { briefly } from '../teach/statements.ts';
import { judge, type Judgement } from '../teach/verdict.ts';
import { Icon } from '../widgets/icon.tsx';
import '../style/coach.css';

/** The longest a move waits for the judge. */
const PATIENCE_MS = 400;
/** A key held down, or a double tap, must not confirm a warning that nobody has read. */
const TOO_SOON_MS = 350;

interface Warning {
  readonly state: State;
  readonly move: Move;
  readonly best: Move;
  readonly text: string;
  readonly since: number;
}

const latest = signal<Warning | undefined>(undefined);
const warning = computed(() => (latest.value?.state === view.value.state ? latest.value : undefined));

/** A judge's values of the four moves of a state; NaN if one is not legal. */
let known: { readonly state: State; readonly judge: string; readonly values: readonly number[] } | undefined;
/** A move that waits for the judge, and what makes it. */
let waiting: { readonly state: State; readonly move: Move; readonly make: () => void } | undefined;

/** The chosen player's network at two plies, or whatever else judges best here. */
const judgeSpec = computed(() => {
  const chosen = player.value;
  const model = nameOf(chosen) === 'ntuple' ? modelOf(chosen) : undefined;
  return model === undefined ? defaultSpec(view.value.game.name) : formatSpec('ntuple', { ply: 2 }, model);
});

/** Whether the move is held back; `make` makes it, once it is known to be fine or the judge takes too long. */
export function holds(move: Move, make: () => void): boolean {
  const { state, game, over } = view.peek();
  if (over || !game.afterstate(state, move)) return false;
  const said = warning.peek();
  if (said?.move === move) {
    if (performance.now() - said.since < TOO_SOON_MS) return true;
    latest.value = undefined;
    return false;
  }
  latest.value = undefined;
  if (known?.state === state) return warns(move, known.values);
  const mine = (waiting = { state, move, make });
  setTimeout(() => waiting === mine && release(), PATIENCE_MS);
  return true;
}

/** Makes the waiting move, if its position is still in view. */
function release(): void {
  const held = waiting;
  waiting = undefined;
  if (held?.state === view.peek().state) held.make();
}

/** Warns of a blunder; false if the move is none. */
function warns(move: Move, values: readonly number[]): boolean {
  const now = view.peek();
  const judgement = judge(values, MOVES.indexOf(move), now.score);
  if (judgement.verdict !== 'blunder') return false;
  latest.value = { state: now.state, move, since: performance.now(), ...wordsOf(now, move, judgement) };
  return true;
}

function wordsOf({ game, state }: View, move: Move, judgement: Judgement): Pick<Warning, 'best' | 'text'> {
  const best = MOVES[judgement.best]!;
  const why = briefly(compareMoves(game, state, move, best));
  const cost = costOf(judgement, judgeSpec.peek());
  return { best, text: `${capital(move)} loses ${cost}${why === undefined ? '' : `: ${why}`}.` };
}

let asking = false;

/** Asks the judge about the position in view, until nothing newer has come up meanwhile. */
async function look(): Promise<void> {
  if (asking) return;
  asking = true;
  try {
    for (;;) {
      const { state, game } = view.peek();
      const player = judgeSpec.peek();
      if (known?.state === state && known.judge === player) break;
      const { moves } = await engine.ask({ kind: 'choose', game: game.spec, player, state });
      known = {
        state,
        judge: player,
        values: MOVES.map((one) => moves.find(({ move }) => move === one)?.value ?? NaN),
      };
      if (waiting?.state === state && !warns(waiting.move, known.values)) release();
      else if (waiting?.state === state) waiting = undefined;
    }
  } catch {
    // Interrupted, or there is no judge: the waiting move is made in a moment, and the next position is judged.
  }
  asking = false;
}

/** Looks at every position in which a person has to move, until the returned function is called. */
function follow(running: ReadonlySignal<boolean>): () => void {
  return effect(() => {
    const { over } = view.value;
    void judgeSpec.value;
    if (!over && !running.value) untracked(() => void look());
  });
}

interface CoachProps {
  /** Whether a player moves by itself. */
  readonly running: ReadonlySignal<boolean>;
  onMove(move: Move): void;
  readonly children: ComponentChildren;
}

/** The warning, in place of its children while there is one. */
export function Coach({ running, onMove, children }: CoachProps) {
  useLayoutEffect(() => follow(running), []);
  useEffect(() => {
    const heard = (event: KeyboardEvent): void => {
      const said = warning.peek();
      const onButton = event.target instanceof Element && event.target.closest('button, a, input, select, dialog');
      if (!said || event.defaultPrevented || onButton) return;
      if (event.key === 'Enter') onMove(said.best);
      else if (event.key === 'Escape') latest.value = undefined;
    };
    addEventListener('keydown', heard);
    return () => removeEventListener('keydown', heard);
  }, []);
  const said = warning.value;
  if (!said) return <>{children}</>;
  return (
    <div class="coach">
      <p role="alert">{said.text}</p>
      <div class="buttons">
        <button type="button" class="primary" title="Enter" onClick={() => onMove(said.best)}>
          <Icon name={said.best} />
          {capital(said.best)} instead
        </button>
        <button type="button" onClick={() => onMove(said.move)}>
          <Icon name={said.move} />
          {capital(said.move)} anyway
        </button>
      </div>
    </div>
  );
}
