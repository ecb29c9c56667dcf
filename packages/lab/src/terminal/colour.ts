// Colours for a terminal; none if the stream is not a terminal or NO_COLOR is set.

export interface Paint {
  readonly enabled: boolean;
  bold(text: string): string;
  dim(text: string): string;
  /** Colours from xterm's 256. */
  colour(text: string, foreground: number, background?: number): string;
}

export function paint(enabled: boolean): Paint {
  const wrap = (codes: string, text: string): string => (enabled ? `\x1b[${codes}m${text}\x1b[0m` : text);
  return {
    enabled,
    bold: (text) => wrap('1', text),
    dim: (text) => wrap('2', text),
    colour: (text, foreground, background) =>
      wrap(`38;5;${foreground}${background === undefined ? '' : `;48;5;${background}`}`, text),
  };
}

/** The convention of no-color.org: any value but the empty one turns colours off. */
export function paintFor(stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv = process.env): Paint {
  return paint(stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb');
}
