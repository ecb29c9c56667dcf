// A picture as pixels. Large ones are made smaller first: a board of a few hundred pixels says as much, and the page waits while it is read.

/** Red, green, blue and alpha of each pixel, row by row. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

export type Colour = readonly [red: number, green: number, blue: number];

const MOST_PIXELS = 1_600_000;

/** Throws if the browser does not know the format, or the file is damaged. */
export async function pixelsOf(picture: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(picture);
  try {
    const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
    const width = Math.max(1, Math.round(bitmap.width * scale));
    const height = Math.max(1, Math.round(bitmap.height * scale));
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })!;
    context.imageSmoothingQuality = 'high';
    // Transparent parts are white, as in most programs that show pictures.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  } finally {
    bitmap.close();
  }
}

export function colourAt({ width, data }: Pixels, x: number, y: number): Colour {
  const at = 4 * (width * y + x);
  return [data[at]!, data[at + 1]!, data[at + 2]!];
}

/** The largest difference in any channel. */
export function apart(a: Colour, b: Colour): number {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}

export function colourOf(hex: string): Colour {
  const [red = 0, green = 0, blue = 0] = hex.match(/[0-9a-f]{2}/gi)!.map((part) => parseInt(part, 16));
  return [red, green, blue];
}
