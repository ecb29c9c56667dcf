// The five papers and their numbered tables and figures. The texts of the papers have no page marks: pages count from a paper's
// first, and were inferred from page breaks in the text, so some may be off by one.

export type PaperLetter = 'a' | 'b' | 'c' | 'd' | 'e';

export interface Item {
  /** `table1`, `figure12`. */
  readonly id: string;
  readonly page: number;
  readonly title: string;
  /** A picture without its own numbers: a recipe does what it shows. */
  readonly isDiagram?: boolean;
}

/** A player of the paper, or the nearest to it that ships with the project. */
export interface Try {
  readonly player: string;
  readonly game?: 'threes';
  readonly name: string;
  /** What it is in the paper, in a few words. */
  readonly about: string;
}

export interface Paper {
  readonly letter: PaperLetter;
  /** The name in running text: `He, Lu & Ou 2015`. */
  readonly name: string;
  readonly title: string;
  /** What its system was, in a few sentences. */
  readonly about: string;
  readonly tries: readonly Try[];
  /** Its page of the manual. */
  readonly file: string;
  readonly items: readonly Item[];
}

const table = (number: number, page: number, title: string): Item => ({ id: `table${number}`, page, title });
const figure = (number: number, page: number, title: string): Item => ({ id: `figure${number}`, page, title });
const diagram = (number: number, page: number, title: string): Item => ({
  ...figure(number, page, title),
  isDiagram: true,
});

export const PAPERS: readonly Paper[] = [
  {
    letter: 'a',
    name: 'Kondo & Matsuzaki 2019',
    title: 'Playing Game 2048 with Deep Convolutional Neural Networks Trained by Supervised Learning',
    about:
      'A convolutional network learns the moves of strong n-tuple players, and nothing else: no value, no search. It plays the move that most of the eight symmetric views of a board vote for. Networks of two to nine convolutions have some 820,000 weights each; the one with five played best, at 93,830 points.',
    tries: [
      {
        player: 'dcnn:models/2048-dcnn?vote=majority',
        name: 'Five convolutions, eight views',
        about: 'as in table 5, a network of ours',
      },
      {
        player: 'dcnn:models/2048-dcnn?vote=off',
        name: 'Five convolutions, one view',
        about: 'the same network, the board as it is',
      },
    ],
    file: 'kondo-matsuzaki-2019.md',
    items: [
      table(1, 2, 'players by their number of weights and the average score of greedy play'),
      diagram(1, 2, 'the first moves of a game'),
      diagram(2, 4, 'the structure of a network with four convolutions'),
      table(2, 4, 'convolutions, channels and weights'),
      table(3, 5, 'the probabilities of a board and its symmetric forms'),
      figure(3, 5, 'error and accuracy over learning'),
      table(4, 5, 'error and accuracy at the end of learning'),
      figure(4, 5, 'average score over learning'),
      table(5, 6, 'average score, maximum score and ratio of reaching 2048'),
      table(6, 6, 'the largest tiles of 1,000 games'),
      table(7, 6, 'five convolutions with fewer channels'),
      table(8, 6, 'five convolutions over two epochs'),
    ],
  },
  {
    letter: 'b',
    name: 'Matsuzaki 2016',
    title: 'Systematic Selection of N-Tuple Networks with Consideration of Interinfluence for Game 2048',
    about:
      'Which cells should the tuples of a network have? Starting from nothing, the method adds again and again the tuple that helps most: it tries every connected tuple of six or seven cells, with a million games of TD learning, five times. Then the networks learn longer, and play with search.',
    tries: [
      {
        player: 'ntuple:models/2048-small?ply=1',
        name: 'Tuples, greedy',
        about: 'as d = 1 of table III, a network of ours',
      },
      {
        player: 'ntuple:models/2048-small?ply=2',
        name: 'Tuples, two plies',
        about: 'as d = 3 of table III, the same network',
      },
    ],
    file: 'matsuzaki-2016.md',
    items: [
      diagram(1, 1, 'the tuples of Szubert and Jaśkowski'),
      diagram(2, 1, 'the tuples of Wu et al.'),
      diagram(3, 2, 'the first moves of a game'),
      diagram(4, 2, 'the value of a state as a sum of weights'),
      diagram(5, 3, 'states and afterstates'),
      figure(6, 4, 'best, average and worst of the candidates, 6-tuples'),
      figure(7, 4, 'best, average and worst of the candidates, 7-tuples'),
      table(1, 5, 'the best and the worst 6-tuples of each step'),
      table(2, 5, 'the best and the worst 7-tuples of each step'),
      figure(8, 5, 'average scores over ten million games, 6-tuples'),
      figure(9, 5, 'average scores over ten million games, 7-tuples'),
      figure(10, 5, 'beside other networks of 6-tuples'),
      figure(11, 5, 'beside other networks of 7-tuples'),
      figure(12, 6, 'average scores with search, 6-tuples'),
      figure(13, 6, 'average scores with search, 7-tuples'),
      figure(14, 6, 'maximum scores with search, 6-tuples'),
      figure(15, 6, 'maximum scores with search, 7-tuples'),
      table(3, 7, 'rates, averages and maxima with search, 6-tuples'),
      table(4, 7, 'rates, averages and maxima with search, 7-tuples'),
    ],
  },
  {
    letter: 'c',
    name: 'Allik et al. 2018',
    title: '2048 Report',
    about:
      'The authors first tried AlphaZero’s way: a residual network and a tree search teach each other by self-play. In ten hours this failed. Then a player that knows only the rules, and plays random games to the end from each move, played 7,000 games, and residual networks learned its moves.',
    tries: [
      {
        player: 'montecarlo?runs=500',
        name: 'Monte-Carlo, 500 random games',
        about: 'the teacher, which knows only the rules',
      },
      {
        player: 'mcts:models/2048-mcts',
        name: 'Tree search by a network',
        about: 'a network of ours, taught by self-play',
      },
    ],
    file: 'allik-2018.md',
    items: [
      diagram(1, 3, 'a game in progress'),
      diagram(2, 4, 'the pipeline of self-play'),
      diagram(3, 7, 'the structure of the network'),
      diagram(4, 8, 'the processes of the training application'),
      table(1, 9, 'networks taught from Monte-Carlo games'),
    ],
  },
  {
    letter: 'd',
    name: 'Yeh et al. 2016',
    title: 'Multi-Stage Temporal Difference Learning for 2048-like Games',
    about:
      'N-tuple networks learn by temporal differences, one network for each stage of the game: the second stage begins with a 16384, the third with an 8192 next to it. Expectimax of one to three plies plays on them, in 2048 and in Threes. It was the first to make a 65536.',
    tries: [
      {
        player: 'ntuple:models/2048-small?ply=3',
        name: 'Tuples, three plies',
        about: 'as in tables 1 and 2, a network of ours',
      },
      {
        player: 'ntuple:models/threes?ply=3',
        game: 'threes',
        name: 'Tuples, three plies, Threes',
        about: 'as in tables 4 and 5, a network of ours',
      },
      {
        player: 'nneonneo',
        name: 'nneonneo’s search',
        about: 'the paper compares with it',
      },
    ],
    file: 'yeh-2016.md',
    items: [
      diagram(1, 2, 'boards of 2048'),
      diagram(2, 2, 'a tree of expectimax'),
      diagram(3, 3, 'states and afterstates'),
      diagram(4, 3, 'the tuples of Szubert and Jaśkowski, and of this paper'),
      figure(5, 5, 'average scores with and without the feature of large tiles'),
      figure(6, 5, 'maximum scores with and without the feature of large tiles'),
      figure(7, 5, 'average scores of three stages'),
      figure(8, 5, 'maximum scores of three stages'),
      table(1, 6, 'TD learning with search'),
      table(2, 6, 'three stages with search'),
      figure(9, 6, 'average scores of strategy 1'),
      figure(10, 7, 'maximum scores of strategy 1'),
      figure(11, 7, 'average scores of strategy 2'),
      figure(12, 7, 'maximum scores of strategy 2'),
      figure(13, 7, 'average scores of strategy 3'),
      figure(14, 7, 'maximum scores of strategy 3'),
      figure(15, 7, 'average scores of strategy 4'),
      figure(16, 7, 'maximum scores of strategy 4'),
      table(3, 8, 'strategies 1 to 4 at three plies'),
      figure(17, 8, 'more features, a smaller step size, TD(λ)'),
      figure(18, 9, 'Threes: average scores of three stages'),
      figure(19, 9, 'Threes: maximum scores of three stages'),
      table(4, 9, 'Threes: TD learning with search'),
      table(5, 9, 'Threes: three stages with search'),
      figure(20, 9, 'Threes: average scores of strategy 1'),
      figure(21, 9, 'Threes: maximum scores of strategy 1'),
      figure(22, 9, 'Threes: average scores of strategy 2'),
      figure(23, 9, 'Threes: maximum scores of strategy 2'),
      table(6, 9, 'Threes: strategies 1 and 2 at three plies'),
      figure(24, 10, 'Threes: more features, a smaller step size, TD(λ)'),
    ],
  },
  {
    letter: 'e',
    name: 'He, Lu & Ou 2015',
    title: 'Applying Varied Artificial Intelligence Techniques to Play 2048',
    about:
      'A course project that tried what the course taught: agents that do not look at the board; expectimax, minimax and alpha-beta on hand-written evaluations; models that learned from games of expectimax to choose moves without search; and deep Q-learning. Only search played well.',
    tries: [
      { player: 'random', name: 'Random', about: 'table 1' },
      { player: 'cycle?moves=up,down&stuck=random', name: 'Up, down', about: 'table 2; at random where neither moves' },
      { player: 'cycle?moves=up,left&stuck=random', name: 'Up, left', about: 'table 3; at random where neither moves' },
      { player: 'expectimax?eval=snake&depth=2', name: 'Expectimax 2, snake', about: 'table 4' },
      { player: 'expectimax?eval=score&depth=2', name: 'Expectimax 2, score', about: 'table 5' },
      { player: 'expectimax?eval=snake&depth=3', name: 'Expectimax 3, snake', about: 'table 6' },
      { player: 'minimax?eval=snake&depth=2', name: 'Minimax 2, snake', about: 'table 7' },
      { player: 'alphabeta?eval=snake&depth=2', name: 'Alpha-beta 2, snake', about: 'table 8' },
    ],
    file: 'he-2015.md',
    items: [
      table(1, 3, 'a random agent'),
      table(2, 3, 'an agent that alternates between up and down'),
      table(3, 3, 'an agent that alternates between up and left'),
      table(4, 4, 'expectimax, depth 2, snake'),
      table(5, 4, 'expectimax, depth 2, score'),
      table(6, 4, 'expectimax, depth 3, snake'),
      table(7, 4, 'minimax, depth 2, snake'),
      table(8, 4, 'alpha-beta, depth 2, snake'),
      table(9, 5, 'logistic regression on tiles'),
      table(10, 5, 'logistic regression on logarithms of tiles'),
    ],
  },
];

export function paperOf(letter: PaperLetter): Paper {
  return PAPERS.find((paper) => paper.letter === letter)!;
}

/** `e/table1`, whichever paper a recipe belongs to. */
export function itemKey(letter: PaperLetter, served: string): string {
  return served.includes('/') ? served : `${letter}/${served}`;
}

/** Items as in running text: `tables 1–3; figure 4`. Those of papers other than `letter` come last, with the paper's name. */
export function itemNames(keys: readonly string[], letter: PaperLetter): string {
  const letters = [letter, ...PAPERS.map((paper) => paper.letter).filter((one) => one !== letter)];
  return letters
    .flatMap((one) => {
      const own = keys.filter((key) => key.startsWith(`${one}/`)).map(itemName);
      const of = one === letter ? '' : ` of ${paperOf(one).name}`;
      return ['table', 'figure'].flatMap((kind) => {
        const numbers = own.filter((name) => name.startsWith(kind)).map((name) => name.split(' ')[1]!);
        return numbers.length === 0 ? [] : [`${kind}${numbers.length > 1 ? 's' : ''} ${ranges(numbers)}${of}`];
      });
    })
    .join('; ');
}

/** `1–3, 5`. */
function ranges(numbers: readonly string[]): string {
  const values = numbers.map(Number);
  if (values.some(Number.isNaN)) return numbers.join(', ');
  const out: string[] = [];
  for (let i = 0; i < values.length; i++) {
    let j = i;
    while (values[j + 1] === values[j]! + 1) j++;
    out.push(j === i ? `${values[i]}` : `${values[i]}–${values[j]}`);
    i = j;
  }
  return out.join(', ');
}

/** `table 1`, `figure 12`, as in running text. */
export function itemName(key: string): string {
  const [letter, item] = key.split('/') as [PaperLetter, string];
  const number = /\d+$/.exec(item)![0];
  const roman = letter === 'b' && item.startsWith('table') ? ['I', 'II', 'III', 'IV'][Number(number) - 1]! : number;
  return `${item.startsWith('table') ? 'table' : 'figure'} ${roman}`;
}
