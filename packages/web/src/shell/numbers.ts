// Numbers as the app writes them: commas between thousands as on the command line, a true minus sign, and a short form for
// places where a person only compares ("39.9k", "−1.3k"); numbers side by side are written alike.

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export function count(n: number): string {
  return whole.format(n).replace('-', '−');
}

/** About three significant digits: 0.42, 7.3, 412, 39.9k, 1.2M. */
export function short(n: number): string {
  const size = Math.abs(n);
  const sign = n < 0 ? '−' : '';
  if (size >= 999_950) return `${sign}${trimmed(size / 1e6)}M`;
  if (size >= 9_999.5) return `${sign}${(size / 1e3).toFixed(size < 99_950 ? 1 : 0)}k`;
  if (size >= 100 || Number.isInteger(n)) return `${sign}${whole.format(size)}`;
  return sign + trimmed(size);
}

/** How far below the best, in writing: "0" and "0.00" mean no loss. */
export function below(text: string): string {
  return /[1-9]/.test(text) ? `−${text}` : '±0';
}

/** Writes numbers side by side alike: with the unit and the digits that suit the largest of them. */
export function alike(values: readonly number[]): (n: number) => string {
  const size = Math.max(0, ...values.map(Math.abs).filter(Number.isFinite));
  if (size >= 1e7) return (n) => `${(n / 1e6).toFixed(2)}M`.replace('-', '−');
  if (size >= 100) return count;
  const digits = size >= 10 ? 1 : 2;
  return (n) => n.toFixed(digits).replace('-', '−');
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

/** Bytes in decimal units, as disks are sold: 12 kB, 3.7 MB, 268 MB, 6.4 GB. */
export function megabytes(bytes: number): string {
  if (bytes < 1e5) return `${Math.ceil(bytes / 1e3)}\u00a0kB`;
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)}\u00a0GB`;
  return `${bytes < 1e7 ? (bytes / 1e6).toFixed(1) : Math.round(bytes / 1e6)}\u00a0MB`;
}

function trimmed(n: number): string {
  return n >= 99.5 ? n.toFixed(0) : n >= 9.95 ? n.toFixed(1) : n.toFixed(2);
}
