// The page until the app itself is here: what this is, and what can be done already.

const COMMANDS: [command: string, does: string][] = [
  ['npx afterstate play', 'play a game in the terminal'],
  ['npx afterstate play --player random', 'watch a player'],
  ['npx afterstate eval --player random --games 10000', 'measure one'],
];

export function App() {
  return (
    <main>
      <h1>afterstate</h1>
      <p>An open laboratory for 2048-like games: play, watch and measure players of 2048 and Threes.</p>
      <p class="quiet">The board comes to this page next. In the terminal it is there already:</p>
      <dl>
        {COMMANDS.map(([command, does]) => (
          <div key={command}>
            <dt>
              <code>{command}</code>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </main>
  );
}
