// The colours of curves in one chart. Neighbours differ in hue and lightness, and each is dark or light enough to make the
// name at the curve's end readable; curve-colours.test.ts holds them to it.

/** A CSS colour for each theme. */
export interface CurveColour {
  readonly light: string;
  readonly dark: string;
}

const COLOURS: readonly CurveColour[] = [
  { light: '#a8481f', dark: '#e8935f' },
  { light: '#1d6a8f', dark: '#7db8dc' },
  { light: '#6d5a00', dark: '#dcc25a' },
  { light: '#8a2f86', dark: '#dd94d8' },
  { light: '#22703a', dark: '#7fc894' },
  { light: '#4b4bb0', dark: '#a5a5f2' },
];

export const CURVE_COLOURS = COLOURS.length;

/** The colour of a curve by its number; a curve keeps its number while others come and go. */
export function curveColour(number: number): CurveColour {
  return COLOURS[number % COLOURS.length]!;
}
