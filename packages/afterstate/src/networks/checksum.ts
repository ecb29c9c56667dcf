// XXH32 with seed 0, the checksum of model files: as published, so `xxhsum -H0` and other programs agree. Plain JavaScript
// multiplies its four lanes of 32 bits fast, some GB per second; CRC-32 by tables is slower, and 64-bit hashes need
// BigInt. Any change within one 32-bit word is always detected.

const P1 = 0x9e3779b1 | 0;
const P2 = 0x85ebca77 | 0;
const P3 = 0xc2b2ae3d | 0;
const P4 = 0x27d4eb2f;
const P5 = 0x165667b1;

/** Bytes to copy at a time if words are not aligned. */
const ALIGNING = 1 << 16;

export class Checksum {
  private a = (P1 + P2) | 0;
  private b = P2;
  private c = 0;
  private d = -P1 | 0;
  private length = 0;
  /** The bytes since the last whole stripe of 16. */
  private readonly rest = new Uint8Array(16);
  private restLength = 0;
  private aligned: Uint8Array | undefined;

  update(bytes: Uint8Array): this {
    this.length += bytes.length;
    let at = 0;
    if (this.restLength > 0) {
      at = Math.min(16 - this.restLength, bytes.length);
      this.rest.set(bytes.subarray(0, at), this.restLength);
      this.restLength += at;
      if (this.restLength < 16) return this;
      this.stripes(new Int32Array(this.rest.buffer));
      this.restLength = 0;
    }
    const end = bytes.length - ((bytes.length - at) & 15);
    if (((bytes.byteOffset + at) & 3) === 0) {
      this.stripes(new Int32Array(bytes.buffer, bytes.byteOffset + at, (end - at) >> 2));
    } else {
      this.aligned ??= new Uint8Array(ALIGNING);
      for (; at < end; at += ALIGNING) {
        const piece = bytes.subarray(at, Math.min(at + ALIGNING, end));
        this.aligned.set(piece);
        this.stripes(new Int32Array(this.aligned.buffer, 0, piece.length >> 2));
      }
    }
    this.rest.set(bytes.subarray(end));
    this.restLength = bytes.length - end;
    return this;
  }

  /** Like `update` with `length` zero bytes. */
  zeros(length: number): this {
    let left = length;
    if (this.restLength > 0) {
      const first = Math.min(16 - this.restLength, left);
      this.update(new Uint8Array(first));
      left -= first;
    }
    let { a, b, c, d } = this;
    for (let stripe = Math.floor(left / 16); stripe > 0; stripe--) {
      a = Math.imul((a << 13) | (a >>> 19), P1);
      b = Math.imul((b << 13) | (b >>> 19), P1);
      c = Math.imul((c << 13) | (c >>> 19), P1);
      d = Math.imul((d << 13) | (d >>> 19), P1);
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
    this.length += left - (left % 16);
    return this.update(new Uint8Array(left % 16));
  }

  /** Eight hexadecimal digits; more may be added afterwards. */
  digest(): string {
    const { a, b, c, d } = this;
    let hash =
      this.length < 16
        ? P5
        : (((a << 1) | (a >>> 31)) + ((b << 7) | (b >>> 25)) + ((c << 12) | (c >>> 20)) + ((d << 18) | (d >>> 14))) | 0;
    hash = (hash + (this.length % 2 ** 32)) | 0;
    const words = new Int32Array(this.rest.buffer, 0, this.restLength >> 2);
    for (const word of words) {
      hash = (hash + Math.imul(word, P3)) | 0;
      hash = Math.imul((hash << 17) | (hash >>> 15), P4);
    }
    for (const byte of this.rest.subarray(words.length << 2, this.restLength)) {
      hash = (hash + Math.imul(byte, P5)) | 0;
      hash = Math.imul((hash << 11) | (hash >>> 21), P1);
    }
    hash = Math.imul(hash ^ (hash >>> 15), P2);
    hash = Math.imul(hash ^ (hash >>> 13), P3);
    hash ^= hash >>> 16;
    return (hash >>> 0).toString(16).padStart(8, '0');
  }

  private stripes(words: Int32Array): void {
    let { a, b, c, d } = this;
    for (let i = 0; i < words.length; i += 4) {
      a = (a + Math.imul(words[i]!, P2)) | 0;
      a = Math.imul((a << 13) | (a >>> 19), P1);
      b = (b + Math.imul(words[i + 1]!, P2)) | 0;
      b = Math.imul((b << 13) | (b >>> 19), P1);
      c = (c + Math.imul(words[i + 2]!, P2)) | 0;
      c = Math.imul((c << 13) | (c >>> 19), P1);
      d = (d + Math.imul(words[i + 3]!, P2)) | 0;
      d = Math.imul((d << 13) | (d >>> 19), P1);
    }
    this.a = a;
    this.b = b;
    this.c = c;
    this.d = d;
  }
}
