// Words as the app writes them.

import { count } from './numbers.ts';

/** "1 move", "2,048 moves". */
export function movesOf(n: number): string {
  return n === 1 ? '1 move' : `${count(n)} moves`;
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const today = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const earlier = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** A day, as "3 Nov 2025". */
export function dayWords(ms: number): string {
  return earlier.format(new Date(ms));
}

/** A time of today as "at 14:05", an earlier one as "on 3 Nov 2025". */
export function dateWords(ms: number): string {
  const date = new Date(ms);
  return date.toDateString() === new Date().toDateString() ? `at ${today.format(date)}` : `on ${dayWords(ms)}`;
}

/** A name of any length, such as a file's, shortened to fit a line. */
export function shortened(name: string, most = 60): string {
  return name.length <= most ? name : `${name.slice(0, most - 12)}…${name.slice(-11)}`;
}
