// Text tables: a row of headings, columns as wide as their widest cell, and uniform numbers.

export type Align = 'left' | 'right';

/** Widths count characters, so add colours after laying out a table. */
export function table(rows: readonly (readonly string[])[], align: readonly Align[]): string[] {
  const widths = align.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    align
      .map((side, column) => {
        const cell = row[column] ?? '';
        return side === 'left' ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!);
      })
      .join('  ')
      .trimEnd(),
  );
}

/**
 * 1234.5 → 1,234.5 with one digit after the point, as Intl writes it. The first use of Intl takes longer than many a command, so
 * it is reserved for numbers with an exponent.
 */
export function decimal(value: number, digits = 0): string {
  const [, sign, whole, fraction = ''] =
    /^(-?)(\d+)(?:\.(\d+))?$/.exec(Object.is(value, -0) ? '-0' : String(value)) ?? [];
  if (whole === undefined)
    return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const up = fraction.charAt(digits) >= '5' ? 1n : 0n;
  const all = (BigInt(whole + fraction.slice(0, digits).padEnd(digits, '0')) + up).toString().padStart(digits + 1, '0');
  const point = all.length - digits;
  const grouped = all.slice(0, point).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${sign}${grouped}${digits > 0 ? '.' : ''}${all.slice(point)}`;
}

/** 1234.5 → 1,234.5, with three digits after the point at most. */
export function plain(value: number): string {
  return decimal(value, 3).replace(/\.0+$|(\.\d*?)0+$/, '$1');
}

/** 0.1234 → 12.34%, with more digits if the rate is small but not 0. */
export function percent(rate: number): string {
  const digits = rate > 0 && rate < 0.001 ? 4 : 2;
  return `${(rate * 100).toFixed(digits)}%`;
}

/** Moves per second and the like: 950, 12.3k, 45.6M. */
export function rate(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  if (value >= 1e4) return `${(value / 1e3).toFixed(1)}k`;
  return value.toFixed(value < 10 ? 1 : 0);
}

/** 950 B, 12.3 kB, 4.5 MB, 8.6 GB: thousands, as disks are sold. */
export function bytes(count: number): string {
  if (count < 1000) return `${count} B`;
  const [size, unit] = count < 1e6 ? [1e3, 'kB'] : count < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${(count / size).toFixed(1)} ${unit}`;
}

/** Seconds as a person says them: 0.42 s, 59 s, 3:05, 2:03:05. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(seconds < 1 ? 2 : 1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}:${two(whole % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(whole % 60)}`;
}
