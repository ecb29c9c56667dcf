// The final score that the player expects, and how it changed during the game. Its place stays reserved while there is nothing to show,
// so that nothing around it moves.

import { computed, effect, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { view } from '../game/session.ts';
import { player } from '../players/chosen-player.ts';
import { formOf } from '../players/forms.ts';
import { count, percent } from '../shell/numbers.ts';
import { type Advice, advice } from './advice.ts';
import { chances } from './chances.ts';
import { endgameChance } from './endgame.ts';

interface Expected {
  readonly ply: number;
  readonly score: number;
}

const history = signal<readonly Expected[]>([]);
const MOST = 200;

/** A network may value a lost board below 0, but no score falls. */
function expectation({ choice, player }: Advice): number | undefined {
  const best = choice.moves.find(({ move }) => move === choice.best);
  const { score } = view.peek();
  return best && formOf(player)?.unit === 'score' ? score + Math.max(0, best.value) : undefined;
}

const now = computed(() => advice.value && expectation(advice.value));

/** Starts recording the expectations along the game. */
export function startOutlook(): void {
  effect(() => {
    const score = now.value;
    if (score === undefined) return;
    const { moves } = view.peek();
    const before = history.peek().filter(({ ply }) => ply < moves);
    history.value = [...before, { ply: moves, score }].slice(-MOST);
  });

  // Another game or another player: earlier expectations are not comparable.
  effect(() => {
    if (view.value.moves === 0 || view.value.change.kind === 'jump') history.value = [];
  });
  effect(() => {
    void player.value;
    history.value = [];
  });
}

/** Shows the children while there is nothing to expect. */
export function Outlook({ children }: { children?: ComponentChildren }) {
  const score = now.value;
  if (score === undefined) return <div class="outlook">{children}</div>;
  return (
    <div class="outlook">
      <p>
        <span class="quiet">{formOf(player.value)?.expects}</span>
        <Sparkline points={history.value} />
        <b>{count(score)}</b>
      </p>
      <TileChances />
      <EndgameChance />
    </div>
  );
}

function TileChances() {
  const found = chances.value;
  if (!found) return null;
  return (
    <p title={`In ${found.games} games that the network plays from here, at one ply`}>
      <span class="quiet">Chance of</span>
      {found.tiles.map(([tile, share]) => (
        <span key={tile}>
          {tile} <b>{percent(share)}</b>
        </span>
      ))}
    </p>
  );
}

function EndgameChance() {
  const found = endgameChance.value;
  if (!found) return null;
  const { target, locked, chance } = found;
  return (
    <p
      class="endgame"
      title={`The exact chance of making a ${target} with the best moves that leave the ${locked} largest tiles in place`}
    >
      <span class="quiet">Another {target}, large tiles in place</span>
      <b>{percent(chance)}</b>
    </p>
  );
}

function Sparkline({ points }: { points: readonly Expected[] }) {
  if (points.length < 3) return null;
  const first = points[0]!.ply;
  const width = Math.max(1, points.at(-1)!.ply - first);
  const scores = points.map(({ score }) => score);
  const [low, high] = [Math.min(...scores), Math.max(...scores)];
  const at = ({ ply, score }: Expected): string =>
    `${((100 * (ply - first)) / width).toFixed(1)} ${(22 - (20 * (score - low)) / Math.max(1, high - low)).toFixed(1)}`;
  return (
    <svg class="sparkline" viewBox="0 0 100 24" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${points.map(at).join('L')}`} />
    </svg>
  );
}
