// Places the labels of a figure's points: next to their points, without covering each other or the drawn points and intervals. One
// after another, shortest first, each label takes the first free place around its point, or the one that covers least.

/** In the units of the figure; the baseline of the text is at y. */
export interface PlacedLabel {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
  /** Whether it is so far away that a line must connect it to its point. */
  readonly isAway: boolean;
}

export interface Labelled {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** For letters of 11 units. */
const [LETTER, ASCENT, DESCENT] = [6.2, 10, 4];
const BESIDE = 8;
const RINGS = [0, 1, 2, 3];
const RING = 12;

/** `drawn` are the boxes of markers and intervals, `bounds` what the labels may cover. */
export function placeLabels(labels: readonly Labelled[], drawn: readonly Box[], bounds: Box): PlacedLabel[] {
  const taken = [...drawn];
  const places = new Map<Labelled, PlacedLabel>();
  for (const label of labels.toSorted((a, b) => a.text.length - b.text.length)) {
    const width = LETTER * label.text.length;
    const [best] = candidates(label)
      .map((place, order) => {
        const box = boxOf(place, width);
        const isOutside =
          box.left < bounds.left || box.right > bounds.right || box.top < bounds.top || box.bottom > bounds.bottom;
        const covered = taken.reduce((sum, other) => sum + overlap(box, other), 0);
        return { place, box, order, cost: covered + (isOutside ? 1e6 : 0) };
      })
      .sort((a, b) => a.cost - b.cost || a.order - b.order);
    taken.push(best!.box);
    places.set(label, best!.place);
  }
  return labels.map((label) => places.get(label)!);
}

/** The usual place first: to the right, a little above. */
function candidates({ x, y }: Labelled): PlacedLabel[] {
  return RINGS.flatMap((ring): PlacedLabel[] => {
    const away = RING * ring;
    const isAway = ring > 0;
    return [
      { x: x + BESIDE, y: y - 6 - away, anchor: 'start', isAway },
      { x: x - BESIDE, y: y - 6 - away, anchor: 'end', isAway },
      { x: x + BESIDE, y: y + 13 + away, anchor: 'start', isAway },
      { x: x - BESIDE, y: y + 13 + away, anchor: 'end', isAway },
      { x, y: y - 9 - away, anchor: 'middle', isAway },
      { x, y: y + 17 + away, anchor: 'middle', isAway },
    ];
  });
}

function boxOf({ x, y, anchor }: Pick<PlacedLabel, 'x' | 'y' | 'anchor'>, width: number): Box {
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - ASCENT, bottom: y + DESCENT };
}

function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return across > 0 && down > 0 ? across * down : 0;
}
