// Auto-run: what it does at the end of a game, and what it has reached. It is loaded after the first hint (later-panel.ts).

import { type Game, parseGame } from 'afterstate';
import { useEffect } from 'preact/hooks';
import { player } from '../players/chosen-player.ts';
import { gameName } from '../shell/settings.ts';
import { Select } from '../widgets/select.tsx';
import { again, stops, stopTile, tiles } from './run-choices.ts';
import { showStatistics, statistics } from './run-statistics.ts';
import { StatisticsView } from './statistics-view.tsx';
import '../style/run-panel.css';

export function RunPanel() {
  const game = parseGame(gameName.value);
  const spec = player.value;
  useEffect(() => void showStatistics(game.name, spec), [game.name, spec]);
  const reached = statistics.value;
  return (
    <div class="run-panel">
      <h2>Auto-run</h2>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={again.value}
          onChange={(event) => (again.value = event.currentTarget.checked)}
        />
        <span>Start again when a game ends</span>
      </label>
      <div class="stop-at">
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={stops.value}
            onChange={(event) => (stops.value = event.currentTarget.checked)}
          />
          <span>Stop at a tile</span>
        </label>
        <Select
          label="The tile that stops it"
          value={String(stopTile(game))}
          choices={stopTiles(game).map((exponent) => [String(exponent), String(game.tile(exponent))])}
          onChange={(exponent) => (tiles.value = { ...tiles.peek(), [game.name]: Number(exponent) })}
        />
      </div>
      {reached ? (
        <StatisticsView reached={reached} />
      ) : (
        <p class="quiet">Games that a player finishes are counted here: average, tiles, scores.</p>
      )}
    </div>
  );
}

/** The exponents to choose from: those that measurements report. */
function stopTiles({ reportedFrom, maxExponent }: Game): readonly number[] {
  return Array.from({ length: maxExponent - reportedFrom + 1 }, (_, i) => reportedFrom + i);
}
