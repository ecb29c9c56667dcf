// Pages by the address's hash: `#/play?game=2048&board=…`. A hash needs nothing from the server, so the app can be served
// from any folder of any host.

import { computed, signal } from '@preact/signals';
import { isPage, type Page } from './pages.ts';

export interface Address {
  readonly page: Page;
  readonly parameters: URLSearchParams;
}

export function parseHash(hash: string): Address {
  const [path = '', query = ''] = split(hash.replace(/^#\/?/, ''));
  return { page: isPage(path) ? path : 'play', parameters: new URLSearchParams(query) };
}

export const address = signal(parseHash(location.hash));
export const page = computed(() => address.value.page);

/** Starts following the browser's address bar. */
export function followAddress(): void {
  addEventListener('hashchange', () => {
    address.value = parseHash(location.hash);
  });
}

export function hrefOf(page: Page, parameters: Readonly<Record<string, string>> = {}): string {
  // A hash may contain slashes, commas and equals signs, and a board reads better with them.
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

/** Removes the parameters from the address once they have taken effect, so that a reload does not repeat it. */
export function clearParameters(): void {
  history.replaceState(null, '', hrefOf(address.peek().page));
  address.value = { page: address.peek().page, parameters: new URLSearchParams() };
}

/** The full address of a place in the app, to share. */
export function linkTo(page: Page, parameters: Readonly<Record<string, string>>): string {
  return new URL(hrefOf(page, parameters), location.href).href;
}

function split(text: string): [string, string] {
  const at = text.indexOf('?');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
