// Bits that are as good as random, one number after the other, from the lowest of each byte.

export class BitReader {
  private readonly bytes: Uint8Array;
  private readonly length: number;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.length = bytes.length;
    // Four bytes are read at a time.
    this.bytes = new Uint8Array(bytes.length + 4);
    this.bytes.set(bytes);
  }

  /** Up to 24 bits. */
  next(bits: number): number {
    const { bytes, at } = this;
    const i = at >>> 3;
    const word = bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (bytes[i + 3]! << 24);
    this.at = at + bits;
    return (word >>> (at & 7)) & ((1 << bits) - 1);
  }

  isFinished(): boolean {
    return Math.ceil(this.at / 8) === this.length;
  }
}

export class BitWriter {
  private bytes = new Uint8Array(1 << 10);
  private length = 0;

  push(value: number, bits: number): void {
    if (this.length + bits > 8 * this.bytes.length) {
      const larger = new Uint8Array(2 * this.bytes.length);
      larger.set(this.bytes);
      this.bytes = larger;
    }
    for (let bit = 0; bit < bits; bit++, this.length++)
      this.bytes[this.length >> 3]! |= ((value >> bit) & 1) << (this.length & 7);
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, Math.ceil(this.length / 8));
  }
}
