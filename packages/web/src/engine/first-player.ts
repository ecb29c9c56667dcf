// The moment when the first player can be asked. What is only needed later (larger models, other pages, offline use) waits for it:
// on a slow line everything that comes beside the first player comes before the first hint.

/** Whatever happens to the first player, nothing waits longer than this. */
const PATIENCE_MS = 15_000;

let tell: () => void;

export const firstPlayer = new Promise<void>((resolve) => (tell = resolve));

export function firstPlayerIsOpen(): void {
  tell();
}

setTimeout(firstPlayerIsOpen, PATIENCE_MS);
