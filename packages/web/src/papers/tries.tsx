// The players of a paper, each one click away from playing.

import type { Try } from '@afterstate/lab/papers';
import { batch } from '@preact/signals';
import { DEFAULT_GAME, type GameName } from 'afterstate';
import { modelOf } from '../players/forms.ts';
import { modelNamed } from '../players/models.ts';
import { go } from '../shell/address.ts';
import { say } from '../shell/notes.ts';
import { gameName, playerSpec } from '../shell/settings.ts';
import { Icon } from '../widgets/icon.tsx';

export function Tries({ tries }: { tries: readonly Try[] }) {
  const here = tries.filter(({ player }) => {
    const model = modelOf(player);
    return model === undefined || modelNamed(model) !== undefined;
  });
  if (here.length === 0) return null;
  return (
    <section aria-labelledby="players-to-try">
      <h3 id="players-to-try">Players to try</h3>
      <ul class="tries">
        {here.map(({ player, game = DEFAULT_GAME, name, about }) => (
          <li key={`${game} ${player}`}>
            <button type="button" onClick={() => play(player, game, name)}>
              <Icon name="play" />
              {name}
            </button>
            <span class="about">{about}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function play(player: string, game: GameName, name: string): void {
  batch(() => {
    gameName.value = game;
    playerSpec.value = player;
  });
  go('play');
  say(`${name}: this player is now chosen. Auto lets it play.`);
}
