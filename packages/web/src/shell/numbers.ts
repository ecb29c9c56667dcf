// Numbers as the app writes them: thousands by commas as on the command line, a true minus sign, and a short form for
// places where a person only compares ("39.9k", "−1.3k").

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function count(n: number): string {
  return whole.format(n).replace('-', '−');
}

/** "1 move", "2,048 moves". */
export function movesOf(n: number): string {
  return n === 1 ? '1 move' : `${count(n)} moves`;
}

/** Three significant digits or so: 0.42, 7.3, 412, 39.9k, 1.2M. */
export function short(n: number): string {
  const size = Math.abs(n);
  const sign = n < 0 ? '−' : '';
  if (size >= 999_950) return `${sign}${trimmed(size / 1e6)}M`;
  if (size >= 9_999.5) return `${sign}${(size / 1e3).toFixed(size < 99_950 ? 1 : 0)}k`;
  if (size >= 100 || Number.isInteger(n)) return `${sign}${whole.format(size)}`;
  return sign + trimmed(size);
}

/** How far below the best: "−1.3k"; nothing is lost: "±0". */
export function difference(n: number): string {
  const size = Math.abs(n);
  if (size < 0.005) return '±0';
  const text = size >= 999.5 && size < 9_999.5 ? `${(size / 1e3).toFixed(1)}k` : short(size);
  return (n < 0 ? '−' : '+') + text;
}

export function percent(share: number): string {
  const hundredths = 100 * share;
  if (hundredths > 0 && hundredths < 1) return '<1%';
  if (hundredths > 99 && hundredths < 100) return '>99%';
  return `${Math.round(hundredths)}%`;
}

/** Three digits of a number that may be small: 0.0164, 1.2. */
export function small(n: number): string {
  return String(Number(n.toPrecision(3))).replace('-', '−');
}

/** Round numbers along an axis: 500, 2.5k, 1.5M. */
export function axisNumber(n: number): string {
  if (Math.abs(n) >= 1e6) return `${n / 1e6}M`;
  return Math.abs(n) >= 1e3 ? `${n / 1e3}k` : whole.format(n);
}

function trimmed(n: number): string {
  return n >= 99.5 ? n.toFixed(0) : n >= 9.95 ? n.toFixed(1) : n.toFixed(2);
}
