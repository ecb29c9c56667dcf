// afterstate selfplay: a network that learns from its own games by tree search, in a run folder that survives anything.

import type { Game } from 'afterstate';
import { InputError, VALUE_MEANINGS, VALUE_SCALES } from 'afterstate';
import type { Command } from 'commander';
import { Option } from 'commander';
import { RunFolder } from '../files/run-folder.ts';
import { weightsOf } from '../neural/network.ts';
import type { SelfPlayConfig } from '../selfplay/config.ts';
import { OWN, PAPER, parseConfig, planSelfPlay } from '../selfplay/config.ts';
import { cycleLine } from '../selfplay/cycle-line.ts';
import type { SelfPlayEvents, SelfPlayRun, Trained } from '../selfplay/trainer.ts';
import { SELFPLAY_RUN, selfPlay } from '../selfplay/trainer.ts';
import { decimal } from '../terminal/table.ts';
import { gameOption, jsonOption, maxThreads, positiveNumber, seedOption, wholeNumber } from './options.ts';

interface SelfPlayFlags extends Record<string, unknown> {
  out?: string;
  resume?: string;
  paper?: boolean;
  json: boolean;
}

export function register(program: Command): void {
  const whole = (flags: string, text: string, min: number, max: number): Option =>
    new Option(flags, text).argParser(wholeNumber(flags.split(' ')[0]!, min, max));
  const either = (key: keyof SelfPlayConfig): string => `${String(OWN[key])}; with --paper ${String(PAPER[key])}`;
  program
    .command('selfplay')
    .description('teach a network by its own games and tree search, as AlphaZero; goes on with --resume')
    .option('--paper', 'as Allik et al. did it (2018, section 3.1); other options still hold')
    .addOption(whole('--cycles <n>', 'how many cycles of play and learning', 1, 1e9))
    .addOption(
      new Option('--minutes <n>', 'or for how long; the cycle under way is finished').argParser(
        positiveNumber('--minutes', 1e6),
      ),
    )
    .addOption(gameOption())
    .option('--network <spec>', `a network with a policy and a value (${either('network')})`)
    .addOption(seedOption())
    .addOption(
      whole('--threads <n>', 'threads that play and learn; one repeats itself bit for bit (1)', 1, maxThreads()),
    )
    .addOption(whole('--sims <n>', `states that a move may look at (${either('sims')})`, 2, 100_000))
    .addOption(
      new Option('--c <x>', `the weight of the prior in the search (${either('c')})`).argParser(
        positiveNumber('--c', 100),
      ),
    )
    .option('--chance', 'draw the new tile at every passage of a move')
    .option('--no-chance', 'keep the one tile that was drawn first (--paper)')
    .addOption(
      new Option(
        '--widen <x>',
        `draw only while there were fewer draws than x √passages; 0: always (${OWN.widen})`,
      ).argParser(from0('--widen', 100)),
    )
    .option('--ends', 'count a game that is over as what it ended with')
    .option('--no-ends', 'ask the network about it as about any other board (--paper)')
    .option('--reuse', 'keep the part of the tree that the game follows')
    .option('--no-reuse', 'begin every search anew (--paper)')
    .addOption(
      new Option(
        '--temperature <x>',
        `0 plays the most visited move, 1 draws by visits (${either('temperature')})`,
      ).argParser(from0('--temperature', 10)),
    )
    .addOption(new Option('--value <meaning>', `what the value is (${either('value')})`).choices([...VALUE_MEANINGS]))
    .addOption(new Option('--scale <name>', `how the network sees a score (${OWN.scale})`).choices([...VALUE_SCALES]))
    .addOption(
      new Option('--lambda <x>', `score: how much later results count, 0 to 1 (${OWN.lambda})`).argParser(
        from0('--lambda', 1),
      ),
    )
    .option(
      '--judge',
      'learn, play --cycle-games, and take the learning back unless they were the best so far (--paper)',
    )
    .option('--no-judge', 'play --tables on by --moves, then learn')
    .addOption(whole('--cycle-games <n>', `judged: games a cycle (${OWN.cycleGames})`, 1, 10_000))
    .addOption(whole('--tables <n>', `games in parallel (${OWN.tables})`, 1, 4096))
    .addOption(whole('--moves <n>', `moves of each in a cycle (${OWN.moves})`, 1, 100_000))
    .addOption(whole('--batches <n>', `batches a cycle (${either('batches')})`, 0, 100_000))
    .addOption(whole('--batch <n>', `positions a batch (${either('batch')})`, 1, 65_536))
    .addOption(whole('--window-games <n>', 'learn from the last n games (any number; with --paper 2000)', 1, 1e9))
    .addOption(whole('--window-positions <n>', `and positions (${OWN.windowPositions})`, 1, 1e8))
    .option('--symmetries', 'learn each position in one of its eight forms, drawn each time')
    .option('--no-symmetries', 'learn positions as they were (--paper)')
    .addOption(new Option('--rate <x>', `Adam's step size (${OWN.rate})`).argParser(positiveNumber('--rate', 1)))
    .addOption(
      new Option('--rate-end <x>', 'its step size at the end of the run, fallen on a straight line').argParser(
        positiveNumber('--rate-end', 1),
      ),
    )
    .addOption(
      new Option('--value-weight <x>', `the weight of the value in the loss (${OWN.valueWeight})`).argParser(
        from0('--value-weight', 1000),
      ),
    )
    .addOption(
      new Option(
        '--average <x>',
        `play by a running average of the weights, of which x stays from cycle to cycle (${either('average')})`,
      ).argParser(from0('--average', 0.999)),
    )
    .addOption(whole('--snapshot <n>', 'keep the network of every n-th cycle too, in snapshots/', 1, 1e9))
    .option('--out <folder>', 'the run folder; runs/… unless given')
    .option('--resume <folder>', 'go on with a run; --cycles or --minutes make it longer')
    .addOption(jsonOption('print a JSON line a cycle'))
    .action(async (flags: SelfPlayFlags, command: Command) => {
      const given = Object.fromEntries(
        Object.entries(flags).filter(([name]) => command.getOptionValueSource(name) === 'cli'),
      );
      const run = flags.resume === undefined ? await newRun(given) : await oldRun(flags.resume, given);
      const trained = await teach(run, flags.json);
      if (!flags.json) process.stdout.write(`${closing(run, trained)}\n`);
    });
}

function from0(flag: string, max: number): (text: string) => number {
  return (text) => {
    const value = /^(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : NaN;
    if (!(value >= 0 && value <= max)) throw new InputError(`${flag} must be from 0 to ${max}, not '${text}'`);
    return value;
  };
}

async function newRun(given: Record<string, unknown>): Promise<SelfPlayRun> {
  const { out, json: _json, resume: _resume, paper, game, ...settings } = given;
  const values = {
    ...(paper ? PAPER : OWN),
    ...settings,
    ...(game !== undefined && { game: (game as Game).spec }),
  };
  const { config } = planSelfPlay(parseConfig(values, 'selfplay'));
  refuseIdle(settings, config);
  const name = RunFolder.nameFor(config);
  return RunFolder.create(SELFPLAY_RUN, (out as string | undefined) ?? name, config);
}

/** Options that would do nothing in this run are a misunderstanding. */
function refuseIdle(settings: Record<string, unknown>, { judge, value }: SelfPlayConfig): void {
  const idle: [key: keyof SelfPlayConfig, where: boolean, only: string][] = [
    ['cycleGames', !judge, 'with --judge, where a cycle is whole games; --tables and --moves make a cycle here'],
    ['tables', judge, 'without --judge; --cycle-games makes a cycle here'],
    ['moves', judge, 'without --judge; --cycle-games makes a cycle here'],
    ['scale', value !== 'score', 'with --value score'],
    ['lambda', value !== 'score', 'with --value score'],
  ];
  for (const [key, where, only] of idle) {
    if (where && key in settings) throw new InputError(`${flagOf(key, settings[key])} is for runs ${only}`);
  }
}

function flagOf(key: string, value: unknown): string {
  return `--${value === false ? 'no-' : ''}${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

async function oldRun(path: string, given: Record<string, unknown>): Promise<SelfPlayRun> {
  const { cycles, minutes, resume: _resume, json: _json, ...others } = given;
  const [other] = Object.entries(others);
  if (other)
    throw new InputError(`${flagOf(...other)} cannot be changed when a run goes on; only --cycles and --minutes can`);
  const run = await RunFolder.open(SELFPLAY_RUN, path);
  if (cycles === undefined && minutes === undefined) return run;
  // What is not given is no limit any more.
  const config = parseConfig({ ...run.config, cycles, minutes }, 'selfplay');
  return run.change({ ...config, cycles: config.cycles, minutes: config.minutes });
}

async function teach(run: SelfPlayRun, json: boolean): Promise<Trained> {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  const line = json ? undefined : cycleLine(describe(run.config));
  const events: SelfPlayEvents = line ?? {
    onCycle: (metrics) => void process.stdout.write(`${JSON.stringify(metrics)}\n`),
    onNote: (text) => void process.stderr.write(`${text}\n`),
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    return await selfPlay(run, events, controller.signal);
  } finally {
    line?.end();
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
  }
}

function describe(config: SelfPlayConfig): string {
  const { game, network, sims, value, scale, seed, threads } = config;
  const weights = decimal(weightsOf(planSelfPlay(config).network));
  const meaning = value === 'score' ? `score (${scale})` : value;
  return `${game}: self-play of ${network} (${weights} weights), ${sims} simulations, value ${meaning}, seed ${seed}, ${threads} thread${threads === 1 ? '' : 's'}`;
}

function closing(run: SelfPlayRun, { finished, cycles, modelPath }: Trained): string {
  return finished
    ? `${decimal(cycles)} cycles; the network is ${modelPath}. Try it: afterstate eval --player mcts:${modelPath} --games 100`
    : `stopped in cycle ${decimal(cycles + 1)}; those before it are saved; go on with: afterstate selfplay --resume ${run.path}`;
}
