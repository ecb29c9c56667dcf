// The moment when the first player can be asked. Whatever is needed only later (larger models, other pages, offline use) waits for it:
// on a slow line, anything loaded alongside the first player delays the first hint.

/** Whatever happens to the first player, nothing waits longer than this. */
const PATIENCE_MS = 15_000;

let tell: () => void;

export const firstPlayer = new Promise<void>((resolve) => (tell = resolve));

export function firstPlayerIsOpen(): void {
  tell();
}

setTimeout(firstPlayerIsOpen, PATIENCE_MS);
