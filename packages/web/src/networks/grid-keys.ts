// The arrow keys on buttons in rows, as many to a row as fit.

/** How many are in the first row. */
export function columnsOf(buttons: readonly { readonly offsetTop: number }[]): number {
  const second = buttons.findIndex(({ offsetTop }) => offsetTop > buttons[0]!.offsetTop);
  return second < 0 ? buttons.length : second;
}

/** Where a key leads, or undefined if it leads nowhere. */
export function nextStop(key: string, from: number, count: number, columns: number): number | undefined {
  const ways: Readonly<Record<string, number>> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ArrowUp: from - columns,
    ArrowDown: from + columns,
    Home: 0,
    End: count - 1,
  };
  const to = ways[key];
  return to !== undefined && to >= 0 && to < count ? to : undefined;
}
