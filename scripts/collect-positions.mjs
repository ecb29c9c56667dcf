// Collects the hard positions of the Practise page: `node scripts/collect-positions.mjs`, which writes packages/web/src/practise/collected.json.
// [--games N] [--each N] [--seed S]. A shipped network plays games at one ply; a position is taken if a deeper search of a stronger network
// finds one move far better than all others, the player chose another, and games played on after both moves confirm it: a network's values
// alone may be wrong on boards that it has rarely seen. The number of positions per largest tile is limited, so that not all come from the
// ends of long games.

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MOVES, parseGame, printBoard, Random, replay, startScore } from '../packages/afterstate/dist/index.js';
import { openPlayer } from '../packages/afterstate/dist/node.js';

const { values: options } = parseArgs({
  options: {
    games: { type: 'string', default: '400' },
    each: { type: 'string', default: '10' },
    seed: { type: 'string', default: '2048' },
  },
});
const [games, each, seed] = [options.games, options.each, options.seed].map(Number);

/** The players that play, look first, and judge: each sees more than the one before, and takes longer. */
const SOURCES = [
  {
    game: '2048',
    plays: 'ntuple:models/2048-tiny',
    looks: 'ntuple:models/2048-small?ply=2',
    judges: 'ntuple:models/2048-large?ply=3',
  },
  {
    game: 'threes',
    plays: 'ntuple:models/threes',
    looks: 'ntuple:models/threes?ply=2',
    judges: 'ntuple:models/threes?ply=3',
  },
];

/** How far the best move must be ahead of the second, as a share of its value; the same share makes a blunder. */
const AHEAD = 0.1;
/** Losses below this share of the expected final score do not count, as in packages/web/src/teach/verdict.ts. */
const NEGLIGIBLE = 0.002;
/** Games played on after each of the two moves, and the fewest standard errors between their averages. */
const PLAYED_ON = 60;
const CLEARLY = 3;
/** Plies between two positions of a game. */
const APART = 30;

/** The values of the four moves, and whether the best is far ahead and another was played. */
function lookAt({ moves }, played, score) {
  const values = MOVES.map((move) => moves.find((other) => other.move === move)?.value);
  const [best, second] = moves.map(({ value }) => value).sort((a, b) => b - a);
  const { move } = moves.find(({ value }) => value === best);
  const lost = best - values[MOVES.indexOf(played)];
  const hard = second !== undefined && best - second >= AHEAD * best && move !== played;
  return { values, best: move, hard: hard && lost >= NEGLIGIBLE * (score + best) };
}

/** Whether games that continue with the best move end clearly better than those that continue with the played one. */
async function isBorneOut(player, state, best, played) {
  const { game } = player;
  const scoresAfter = async (move) => {
    const afterstate = game.afterstate(state, move);
    const scores = [];
    for (let number = 0; number < PLAYED_ON; number++) {
      const dealt = game.spawn(afterstate, Random.forGame(seed + 1, number)).state;
      const {
        scores: [score],
      } = await player.playOn(dealt, { games: 1, seed, first: number });
      scores.push(afterstate.gain + score);
    }
    const mean = scores.reduce((sum, score) => sum + score, 0) / PLAYED_ON;
    const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (PLAYED_ON - 1);
    return { mean, error: variance / PLAYED_ON };
  };
  const [one, other] = [await scoresAfter(best), await scoresAfter(played)];
  return one.mean - other.mean > CLEARLY * Math.sqrt(one.error + other.error);
}

async function collect({ game: name, plays, looks, judges }) {
  const game = parseGame(name);
  const [player, first, judge] = await Promise.all([plays, looks, judges].map((spec) => openPlayer(spec, { game })));
  const found = [];
  const perTile = new Map();
  const { records } = await player.playGames({ games, seed, records: true });
  for (const [number, { start, plies }] of records.entries()) {
    let last = -APART;
    const record = {
      game: name,
      rulesVersion: game.rulesVersion,
      player: '',
      seed,
      gameNumber: number,
      score: 0,
      moves: plies.length,
    };
    let score = startScore(start, game);
    for (const { ply, before, move, score: after } of replay({ ...record, start, plies }, game)) {
      const had = score;
      score = after;
      const largest = Math.max(...before.board);
      if (ply - last < APART || (perTile.get(largest) ?? 0) >= each) continue;
      if (!lookAt(await first.choose(before), move, had).hard) continue;
      const { values, hard, best } = lookAt(await judge.choose(before), move, had);
      if (!hard || !(await isBorneOut(first, before, best, move))) continue;
      last = ply;
      perTile.set(largest, (perTile.get(largest) ?? 0) + 1);
      found.push({
        game: name,
        board: printBoard(before, game),
        score: had,
        values: values.map((value) => (value === undefined ? null : Math.round(value))),
        played: move,
        from: [number, ply],
      });
    }
  }
  await Promise.all([player, first, judge].map((one) => one.close()));
  const tiles = [...perTile].sort(([a], [b]) => a - b).map(([exponent, n]) => `${game.tile(exponent)}: ${n}`);
  console.error(`${name}: ${found.length} positions of ${games} games (${tiles.join(', ')})`);
  return found.sort((a, b) => a.score - b.score);
}

const positions = [];
for (const source of SOURCES) positions.push(...(await collect(source)));
const path = fileURLToPath(new URL('../packages/web/src/practise/collected.json', import.meta.url));
mkdirSync(dirname(path), { recursive: true });
const made = `node scripts/collect-positions.mjs --games ${games} --each ${each} --seed ${seed}`;
const sources = Object.fromEntries(SOURCES.map(({ game, plays, judges }) => [game, { plays, judges }]));
const lines = positions.map((position) => `    ${JSON.stringify(position)}`).join(',\n');
writeFileSync(
  path,
  `{\n  "made": ${JSON.stringify(made)},\n  "sources": ${JSON.stringify(sources)},\n  "positions": [\n${lines}\n  ]\n}\n`,
);
