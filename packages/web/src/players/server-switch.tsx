// The switch that lets the server think, if the app comes from one.

import { hasServer, serverOn } from '../engine/server.ts';

export function ServerSwitch() {
  if (!hasServer.value) return null;
  return (
    <label
      class="switch"
      title="afterstate serve chooses the moves, with its own threads and with models that this page need not load"
    >
      <input
        type="checkbox"
        role="switch"
        checked={serverOn.value}
        onChange={(event) => (serverOn.value = event.currentTarget.checked)}
      />
      <span>The server thinks</span>
    </label>
  );
}
