// Symbols in contexts, coded by their frequencies: a range variant of asymmetric numeral systems (rANS), with a state of 31
// bits, words of 16, and one table of frequencies per context. Deflate was refused: it has no contexts, and made the
// compact files of networks 10 to 18% larger. Adaptive coding was refused: bit by bit it is too slow in JavaScript.
//
// The coded form:
//   one bit per context, lowest first in each byte: 1 if it has its own table, 0 if it takes the common one
//   the common table, then the contexts' own: for each symbol in order its frequency as a varint (7 bits a byte, lowest
//   first, the high bit set if more follow); 0 is followed by how many further symbols have 0, as a varint; a table
//   ends with the last symbol, or where its frequencies add up to 2^bits; an unused one is all 0
//   u32 the state; u16 the words, in the order they are read; little-endian, nothing aligned
// Reading: a context's symbol is the one in whose range of frequencies the low bits of the state fall; the state becomes
// frequency · (state >> bits) + low bits − start of the range; if that falls below 2^15, it takes in the next word.
// It ends where the writer's began: at 2^15.

const LOWEST = 1 << 15;

/** What is coded: an alphabet of up to 256 symbols, in contexts; frequencies add up to 2^bits, at most 2^12. */
export interface Alphabet {
  readonly symbols: number;
  readonly contexts: number;
  readonly bits: number;
}

/** Symbols to code, in the order they will be read. */
export class SymbolWriter {
  private readonly alphabet: Alphabet;
  /** context << 8 | symbol */
  private events = new Uint32Array(1 << 12);
  private length = 0;

  constructor(alphabet: Alphabet) {
    this.alphabet = alphabet;
  }

  push(context: number, symbol: number): void {
    if (this.length === this.events.length) {
      const larger = new Uint32Array(2 * this.length);
      larger.set(this.events);
      this.events = larger;
    }
    this.events[this.length++] = (context << 8) | symbol;
  }

  finish(): Uint8Array {
    const { symbols, bits } = this.alphabet;
    const { own, tables, tableOf } = this.model();
    const starts = tables.map((table) => {
      let sum = 0;
      return Uint32Array.from(table, (frequency) => (sum += frequency) - frequency);
    });
    // The last symbol is coded first, so that the first is read first.
    const words = new Uint16Array(this.length + 1);
    let wordCount = 0;
    let state = LOWEST;
    const frequencies = Uint32Array.from(tables.flatMap((table) => [...table]));
    const cumulated = Uint32Array.from(starts.flatMap((table) => [...table]));
    const highest = (LOWEST >> bits) * 65536;
    for (let i = this.length - 1; i >= 0; i--) {
      const event = this.events[i]!;
      const at = tableOf[event >>> 8]! * symbols + (event & 255);
      const frequency = frequencies[at]!;
      if (state >= highest * frequency) {
        words[wordCount++] = state & 0xffff;
        state >>>= 16;
      }
      const quotient = (state / frequency) | 0;
      state = (quotient << bits) + (state - quotient * frequency) + cumulated[at]!;
    }
    const head = [...own, ...tables.flatMap(varints)];
    const bytes = new Uint8Array(head.length + 4 + 2 * wordCount);
    bytes.set(head);
    const view = new DataView(bytes.buffer);
    view.setUint32(head.length, state, true);
    for (let i = 0; i < wordCount; i++) view.setUint16(head.length + 4 + 2 * i, words[wordCount - 1 - i]!, true);
    return bytes;
  }

  /** Which contexts are worth their own table, and the tables, the common one first. */
  private model(): { own: Uint8Array; tables: Uint32Array[]; tableOf: Uint16Array } {
    const { symbols, contexts, bits } = this.alphabet;
    const counts = new Uint32Array(contexts * symbols);
    for (let i = 0; i < this.length; i++) {
      const event = this.events[i]!;
      counts[(event >>> 8) * symbols + (event & 255)]!++;
    }
    const countsOf = (context: number): Uint32Array => counts.subarray(context * symbols, (context + 1) * symbols);
    const all = new Uint32Array(symbols);
    for (let context = 0; context < contexts; context++) accumulate(all, countsOf(context));
    const common = normalised(all, bits);

    const own = new Uint8Array(Math.ceil(contexts / 8));
    const tableOf = new Uint16Array(contexts);
    const tables: Uint32Array[] = [];
    const rest = new Uint32Array(symbols);
    for (let context = 0; context < contexts; context++) {
      const table = normalised(countsOf(context), bits);
      const gain = cost(countsOf(context), common, bits) - cost(countsOf(context), table, bits);
      if (gain > 8 * varints(table).length) {
        own[context >> 3]! |= 1 << (context & 7);
        tableOf[context] = tables.push(table);
      } else accumulate(rest, countsOf(context));
    }
    return { own, tables: [normalised(rest, bits), ...tables], tableOf };
  }
}

/** Reads what a SymbolWriter wrote. Damaged bytes give other symbols, never an endless loop. */
export class SymbolReader {
  private readonly bits: number;
  private readonly mask: number;
  /** For each table and each value of the low bits: symbol << 24 | (frequency − 1) << 12 | value − start of the range. */
  private readonly slots: Uint32Array;
  /** Where a context's table begins in the slots. */
  private readonly slotsOf: Uint32Array;
  /** One more than there are, because the next is read whether it is used or not. */
  private readonly words: Uint16Array;
  private readonly wordCount: number;
  private word = 0;
  private state: number;

  constructor(bytes: Uint8Array, { symbols, contexts, bits }: Alphabet) {
    this.bits = bits;
    this.mask = (1 << bits) - 1;
    this.slotsOf = new Uint32Array(contexts);
    let at = Math.ceil(contexts / 8);
    let tables = 1;
    for (let context = 0; context < contexts; context++)
      if ((bytes[context >> 3]! >> (context & 7)) & 1) this.slotsOf[context] = tables++ << bits;
    this.slots = new Uint32Array(tables << bits);
    for (let table = 0; table < tables; table++) at = this.readTable(bytes, at, table << bits, symbols);
    if (at + 4 > bytes.length) throw new RangeError('the coded symbols end too early');
    this.state = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getInt32(0, true);
    this.wordCount = (bytes.length - at - 4) >> 1;
    this.words = new Uint16Array(this.wordCount + 1);
    new Uint8Array(this.words.buffer).set(bytes.subarray(at + 4, at + 4 + 2 * this.wordCount));
  }

  next(context: number): number {
    const slot = this.slots[this.slotsOf[context]! + (this.state & this.mask)]!;
    const state = Math.imul(((slot >>> 12) & 0xfff) + 1, this.state >>> this.bits) + (slot & 0xfff);
    // A branch here would be unpredictable: −1 if a word must be read, else 0.
    const low = (state - LOWEST) >> 31;
    this.state = (state << (low & 16)) | (this.words[this.word]! & low);
    this.word -= low;
    return slot >>> 24;
  }

  /** Whether everything was read, exactly as it was written. */
  isFinished(): boolean {
    return this.state === LOWEST && this.word === this.wordCount;
  }

  private readTable(bytes: Uint8Array, begin: number, slot: number, symbols: number): number {
    let at = begin;
    const varint = (): number => {
      let value = 0;
      for (let shift = 0; shift < 28; shift += 7) {
        const byte = bytes[at++] ?? 0;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
      }
      return value;
    };
    let sum = 0;
    for (let symbol = 0; symbol < symbols && sum <= this.mask; symbol++) {
      const frequency = varint();
      if (frequency === 0) {
        symbol += varint();
        continue;
      }
      const end = Math.min(sum + frequency, this.mask + 1);
      for (let i = sum; i < end; i++) this.slots[slot + i] = (symbol << 24) | ((frequency - 1) << 12) | (i - sum);
      sum = end;
    }
    if (sum > 0 && sum <= this.mask) throw new RangeError('a table of frequencies is incomplete');
    return at;
  }
}

function accumulate(sums: Uint32Array, counts: Uint32Array): void {
  for (let symbol = 0; symbol < sums.length; symbol++) sums[symbol]! += counts[symbol]!;
}

/** Frequencies that add up to 2^bits, none of them 0 for a symbol that occurs; if none occurs, all are 0. */
function normalised(counts: Uint32Array, bits: number): Uint32Array {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const frequencies = new Uint32Array(counts.length);
  if (total === 0) return frequencies;
  let left = 1 << bits;
  counts.forEach((count, symbol) => {
    if (count === 0) return;
    frequencies[symbol] = Math.max(1, Math.round((count * 2 ** bits) / total));
    left -= frequencies[symbol]!;
  });
  // The rounding error is evened out where it costs least.
  while (left !== 0) {
    const change = left > 0 ? 1 : -1;
    let best = -1;
    let bestGain = -Infinity;
    for (let symbol = 0; symbol < counts.length; symbol++) {
      const frequency = frequencies[symbol]!;
      if (frequency + change < 1 || counts[symbol] === 0) continue;
      const gain = counts[symbol]! * Math.log2((frequency + change) / frequency);
      if (gain > bestGain) [best, bestGain] = [symbol, gain];
    }
    frequencies[best]! += change;
    left -= change;
  }
  return frequencies;
}

/** Bits that the symbols take under these frequencies. */
function cost(counts: Uint32Array, frequencies: Uint32Array, bits: number): number {
  let sum = 0;
  counts.forEach((count, symbol) => {
    if (count > 0) sum += count * (bits - Math.log2(frequencies[symbol]!));
  });
  return sum;
}

function varints(frequencies: Uint32Array): number[] {
  const bytes: number[] = [];
  const push = (value: number): void => {
    let rest = value;
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  };
  const last = frequencies.findLastIndex((frequency) => frequency > 0);
  const end = last < 0 ? frequencies.length : last + 1;
  for (let symbol = 0; symbol < end; symbol++) {
    push(frequencies[symbol]!);
    if (frequencies[symbol]! > 0) continue;
    let more = 0;
    while (frequencies[symbol + 1] === 0) {
      symbol++;
      more++;
    }
    push(more);
  }
  return bytes;
}
