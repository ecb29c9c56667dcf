// What final score the player expects, and how that changed along the game as far as it was asked.

import { computed, effect, signal, untracked } from '@preact/signals';
import { view } from '../game/session.ts';
import { formOf } from '../players/forms.ts';
import { count, percent } from '../shell/numbers.ts';
import { type Advice, advice, player } from './advice.ts';
import { chances } from './chances.ts';

interface Expected {
  readonly ply: number;
  readonly score: number;
}

const history = signal<readonly Expected[]>([]);
const MOST = 200;

function expectation({ choice, player }: Advice): number | undefined {
  const best = choice.moves.find(({ move }) => move === choice.best);
  return best && formOf(player)?.unit === 'score' ? untracked(() => view.value.score) + best.value : undefined;
}

const now = computed(() => advice.value && expectation(advice.value));

effect(() => {
  const score = now.value;
  if (score === undefined) return;
  const { moves } = view.peek();
  const before = history.peek().filter(({ ply }) => ply < moves);
  history.value = [...before, { ply: moves, score }].slice(-MOST);
});

// Another game or another player: what was expected before does not compare.
effect(() => {
  if (view.value.moves === 0 || view.value.change.kind === 'jump') history.value = [];
});
effect(() => {
  void player.value;
  history.value = [];
});

export function Outlook() {
  const score = now.value;
  if (score === undefined) return null;
  return (
    <div class="outlook">
      <p>
        <span class="quiet">{formOf(player.value)?.expects}</span>
        <Sparkline points={history.value} />
        <b>{count(score)}</b>
      </p>
      <TileChances />
    </div>
  );
}

function TileChances() {
  const found = chances.value;
  if (!found) return null;
  return (
    <p title={`Of ${found.games} games that the network plays on from here, by one ply`}>
      <span class="quiet">Chance of</span>
      {found.tiles.map(([tile, share]) => (
        <span key={tile}>
          {tile} <b>{percent(share)}</b>
        </span>
      ))}
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
