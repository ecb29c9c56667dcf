// Pages by the address's hash: `#/play?game=2048&board=…`. A hash needs nothing of the server, so the app can be served
// from any folder of any host.

import { computed, signal } from '@preact/signals';

export const PAGES = ['play', 'learn', 'analyse', 'runs', 'help'] as const;
export type Page = (typeof PAGES)[number];

export interface Address {
  readonly page: Page;
  readonly parameters: URLSearchParams;
}

export function parseHash(hash: string): Address {
  const [path = '', query = ''] = split(hash.replace(/^#\/?/, ''));
  const page = PAGES.find((candidate) => candidate === path) ?? 'play';
  return { page, parameters: new URLSearchParams(query) };
}

export const address = signal(parseHash(location.hash));
export const page = computed(() => address.value.page);

addEventListener('hashchange', () => {
  address.value = parseHash(location.hash);
});

export function hrefOf(page: Page, parameters: Readonly<Record<string, string>> = {}): string {
  // Slashes, commas and equals signs are allowed in a hash, and a board reads better with them.
  const query = Object.entries(parameters)
    .map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(value).replace(/%2F/g, '/').replace(/%2C/g, ',').replace(/%20/g, '+')}`,
    )
    .join('&');
  return `#/${page}${query === '' ? '' : `?${query}`}`;
}

export function go(page: Page, parameters: Readonly<Record<string, string>> = {}): void {
  location.hash = hrefOf(page, parameters);
}

/** Takes the parameters out of the address once they have been acted upon: a reload then does not act again. */
export function clearParameters(): void {
  history.replaceState(null, '', hrefOf(address.peek().page));
  address.value = { page: address.peek().page, parameters: new URLSearchParams() };
}

/** The whole address of a place in the app, to be passed on. */
export function linkTo(page: Page, parameters: Readonly<Record<string, string>>): string {
  return new URL(hrefOf(page, parameters), location.href).href;
}

function split(text: string): [string, string] {
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
