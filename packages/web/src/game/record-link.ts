// A record in a link: its line of JSON in base64, in characters that an address may have. Analyse opens such links;
// replay-link.ts has the compact form of a game.

/** Some programs cut off longer addresses when they pass them on. */
export const LONGEST_LINK = 8000;

export function toLink(text: string): string {
  return linkLetters(btoa(text));
}

export function fromLink(text: string): string {
  try {
    return atob(base64Letters(text));
  } catch {
    return text;
  }
}

/** Base64 in characters that no program changes on the way: `-` and `_`, and no padding. */
export function linkLetters(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The base64 that `linkLetters` was given, its padding included. */
export function base64Letters(text: string): string {
  return text.replaceAll('-', '+').replaceAll('_', '/') + '='.repeat(-text.length & 3);
}
