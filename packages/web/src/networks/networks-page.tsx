// The Networks page: all tuples of a size as pictures, and the network built from them.

import { hrefOf } from '../shell/address.ts';
import { isWide } from '../shell/media.ts';
import { Select } from '../widgets/select.tsx';
import { beginWith, chosen, chooseSize, KNOWN, made, size, SIZES, tuplesOf } from './chosen.ts';
import { MadeNetwork, showMadeNetwork } from './made-network.tsx';
import { TupleGrid } from './tuple-grid.tsx';
import '../style/networks.css';

export default function NetworksPage() {
  return (
    <main class="networks">
      <h1>Networks</h1>
      <p class="quiet">
        An n-tuple network sees a board through groups of cells, its tuples: the tiles on a tuple look up a weight, and
        the sum of the weights is the value of the board. Build your own here, and{' '}
        <a href={hrefOf('learn')}>train it</a>.
      </p>
      <div class="networks-bench">
        <section class="all-tuples" aria-labelledby="all-tuples">
          <KnownNetwork />
          <Sizes />
          <h2 id="all-tuples">
            {tuplesOf(size.value).length} connected tuples of {size.value} cells
          </h2>
          <p class="about">
            {isWide.value ? 'Click to choose, or move with the arrow keys and press Space.' : 'Tap to choose.'} Turned
            and mirrored tuples share their weights, so one stands for all of them.
          </p>
          <TupleGrid key={size.value} size={size.value} />
        </section>
        <MadeNetwork />
      </div>
    </main>
  );
}

function KnownNetwork() {
  const now = made.value;
  return (
    <label class="known">
      <span>Begin with</span>
      <Select
        value={now ? (now.name ?? 'your own') : 'a known network'}
        choices={KNOWN.map((name) => [name, name])}
        onChange={beginWith}
      />
    </label>
  );
}

function Sizes() {
  return (
    <div class="sizes">
      <span aria-hidden="true">Cells</span>
      <div class="choice" role="group" aria-label="Cells per tuple">
        {SIZES.map((n) => (
          <button key={n} type="button" aria-pressed={size.value === n} onClick={() => chooseSize(n)}>
            <span class="unseen">tuples of </span>
            {n}
            <span class="unseen"> cells</span>
          </button>
        ))}
      </div>
      {!isWide.value && (
        <button type="button" class="link" onClick={showMadeNetwork}>
          {chosen.value.length} chosen
        </button>
      )}
    </div>
  );
}
