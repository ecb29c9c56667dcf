// How often boards with large tiles become a larger one: `node bench/endgames.mjs --tiles 16384,8192,4096,2048 --make 32768 --moves 1010
// [--each 12] [--seed 9000] --player SPEC [--player SPEC…] FILE.records…`. Each player plays on from the first board of each recorded
// game that holds the tiles, with the same chance. Games end after that many moves: by then the tile has been made or the game is over.
// Prints one JSON document; intervals are of means over boards, since games from one board are alike.

import { parseArgs } from 'node:util';
import { parseGame } from '../packages/afterstate/dist/index.js';
import { openPlayer, openReplayer } from '../packages/afterstate/dist/node.js';
import { ENTRY_BYTES } from '../packages/afterstate/dist/kernel/replayer.js';
import { MAX_MOVES } from '../packages/afterstate/dist/kernel/layout.js';
import { RecordsFile } from '../packages/lab/dist/records/reader.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    tiles: { type: 'string', default: '16384,8192,4096,2048' },
    make: { type: 'string', default: '32768' },
    moves: { type: 'string', default: '1010' },
    each: { type: 'string', default: '12' },
    seed: { type: 'string', default: '9000' },
    player: { type: 'string', multiple: true, default: ['ntuple?ply=3', 'ntuple?ply=3&endgame=256'] },
  },
});
const game = parseGame('2048');
const tiles = values.tiles.split(',').map((tile) => game.exponent(Number(tile)));
const make = game.exponent(Number(values.make));
const [moves, each, seed] = [values.moves, values.each, values.seed].map(Number);

/** The first board of each game that holds all the tiles and not yet the one to make. */
async function firstBoards(path) {
  const file = await RecordsFile.open(path);
  const replayer = await openReplayer(game);
  const boards = [];
  for await (const { block } of file.blocks())
    for (const [i, { start }] of block.games.entries()) {
      const { plies, entries } = replayer.replay(start, block.plies(i));
      for (let ply = 0; ply < plies; ply++) {
        const board = [...entries.subarray(ply * ENTRY_BYTES, ply * ENTRY_BYTES + 16)];
        if (board.includes(make)) break;
        if (!tiles.every((exponent) => board.includes(exponent))) continue;
        boards.push(board);
        break;
      }
    }
  await file.close();
  return boards;
}

const boards = (await Promise.all(positionals.map(firstBoards))).flat();

/** The mean and the half width of its 95% interval. */
function meanOf(numbers) {
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const variance = numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (numbers.length - 1);
  return { mean, interval: 1.96 * Math.sqrt(variance / numbers.length) };
}

const results = [];
for (const spec of values.player) {
  const player = await openPlayer(spec, { game });
  // Games from a board by the player's own search: not part of the public interface, which plays only at one ply.
  player.kernel.setInt(MAX_MOVES, moves);
  const rates = [];
  for (const [i, board] of boards.entries()) {
    const { largest } = await player.play({ games: each, seed: seed + i }, { board });
    rates.push(largest.filter((exponent) => exponent >= make).length / each);
  }
  await player.close();
  results.push({ player: player.spec, rates });
}
const [first] = results;
process.stdout.write(
  `${JSON.stringify({
    tiles: values.tiles,
    make: values.make,
    boards: boards.length,
    each,
    seed,
    moves,
    players: results.map(({ player, rates }) => ({
      player,
      ...meanOf(rates),
      more: meanOf(rates.map((rate, i) => rate - first.rates[i])),
    })),
  })}\n`,
);
