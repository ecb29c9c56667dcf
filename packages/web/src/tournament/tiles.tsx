// How often each player makes each tile: a curve per player that falls from tile to tile, and the same as a table.

import { parseGame } from 'afterstate';
import { type Comparison, type Rate, wilson } from 'afterstate/measure';
import { percent } from '../shell/numbers.ts';
import { Chart } from '../widgets/chart.tsx';
import { curveColour } from '../widgets/curve-colours.ts';
import { nameOf, Swatch } from './entrants.tsx';
import { terms } from './tournament.ts';

export function Tiles({ comparison }: { comparison: Comparison }) {
  const { players, game: name } = terms.value;
  const game = parseGame(name);
  const tiles = [...new Set(comparison.players.flatMap(({ reach }) => Object.keys(reach).map(Number)))].sort(
    (a, b) => a - b,
  );
  // A player's own list ends one tile past its largest.
  const rate = (player: number, tile: number): Rate =>
    comparison.players[player]!.reach[tile] ?? { rate: 0, ci95: wilson(0, comparison.games) };
  const x = tiles.map((tile) => game.exponent(tile)!);
  return (
    <section aria-labelledby="survival">
      <h2 id="survival">Tiles</h2>
      <Chart
        title="Share of games that make a tile or a larger one"
        summary={players
          .map((_, i) => {
            const most = tiles.findLast((tile) => rate(i, tile).rate > 0);
            return `${nameOf(players, i)}: ${most === undefined ? 'none of these tiles' : `${most} in ${percent(rate(i, most).rate)}`}`;
          })
          .join('; ')}
        x={x}
        names={(exponent) => String(game.tile(exponent))}
        top={1}
        curves={players.map((_, i) => ({
          label: `${i + 1}`,
          colour: curveColour(i),
          values: tiles.map((tile) => rate(i, tile).rate),
          // All of them end at 0: the name is where the curve falls.
          nameAt: Math.max(
            0,
            tiles.findLastIndex((tile) => rate(i, tile).rate >= 0.5),
          ),
        }))}
        format={percent}
      />
      <div class="table-scroll" tabIndex={0} role="region" aria-label="Tiles by player">
        <table class="standings">
          <thead>
            <tr>
              <th scope="col">Tile</th>
              {players.map((_, i) => (
                <th key={i} scope="col">
                  <Swatch number={i} />
                  <span class="unseen">{nameOf(players, i)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tiles.map((tile) => (
              <tr key={tile}>
                <th scope="row">{tile}</th>
                {players.map((_, i) => {
                  const { rate: share, ci95 } = rate(i, tile);
                  return (
                    <td key={i}>
                      {percent(share)}
                      <small>
                        {percent(ci95[0])} to {percent(ci95[1])}
                      </small>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
