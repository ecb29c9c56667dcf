// Mutations of texts, bytes and JSON: from something valid to something nearly valid, or far from it.

/** What trips up programs, whatever they read. */
const WORDS = [
  '', ' ', '\t', '\n', '\0', '-', '--', '+', '/', '//', '..', '../..', '.', ',', ',,', ':', '?', '&', '=', '==', '#', '%', '%00',
  '%zz', '"', "'", '\\', '`', '$(x)', '{}', '[]', '{', '}', '[', ']', 'null', 'undefined', 'true', 'false', 'NaN', 'Infinity',
  '-Infinity', '0', '-0', '-1', '00', '01', '1', '2', '0x10', '1e3', '1e999', '-1e999', '1e-999', '.5', '5.', '1_000', '١٢',
  '255', '256', '65535', '65536', '131072', '262144', '2147483647', '2147483648', '4294967295', '4294967296',
  '9007199254740991', '9007199254740993', '18446744073709551616', '1'.repeat(400),
  'constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__',
  'é', 'ß', '𝟚', '2️⃣', '\u200b', '\u202e', '\ufeff', '\ud800', '\udfff', '\u2028', 'ı', '🂡', '\x1b[31m', '\x7f', '\x80',
  'a'.repeat(5000), '0,'.repeat(3000), '(('.repeat(200), '[['.repeat(2000),
]; // prettier-ignore

const NUMBERS = [
  0, -0, -1, 1, 2, 0.5, 1.5, -1.5, 15, 16, 17, 18, 31, 32, 255, 256, 65535, 65536, 1e6, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32,
  2 ** 53 - 1, 2 ** 53, 2 ** 64, 1e21, 1e300, -1e300, 5e-324, Number.MAX_VALUE,
]; // prettier-ignore

const LONGEST = 50_000;

/** One to a few changes to a text. `others` are texts to splice with, `words` those of the format. */
export function mutateText(random, text, { others = [], words = [] } = {}) {
  let changed = text;
  for (let i = 1 + random.size(6); i > 0; i--) changed = changeText(random, changed, others, words);
  return changed.length > LONGEST ? changed.slice(0, LONGEST) : changed;
}

function changeText(random, text, others, words) {
  const at = random.below(text.length + 1);
  const to = Math.min(text.length, at + 1 + random.size(8));
  switch (random.below(12)) {
    case 0:
      return text.slice(0, at) + text.slice(to);
    case 1:
      return text.slice(0, at) + random.pick(WORDS) + text.slice(at);
    case 2:
      return text.slice(0, at) + random.pick(WORDS) + text.slice(to);
    case 3:
      return text.slice(0, at) + text.slice(at, to).repeat(2) + text.slice(to);
    case 4:
      return text.slice(0, at) + String.fromCharCode(random.below(random.once(4) ? 65536 : 128)) + text.slice(at + 1);
    case 5:
      return text.slice(0, at);
    case 6: {
      if (others.length === 0) return text;
      const other = random.pick(others);
      return text.slice(0, at) + other.slice(random.below(other.length + 1));
    }
    case 7: {
      // Replace a number in the text.
      const numbers = [...text.matchAll(/-?\d+(\.\d+)?/g)];
      if (numbers.length === 0) return text;
      const number = random.pick(numbers);
      const value = random.once(2) ? random.pick(NUMBERS) : Number(number[0]) + random.pick([-1, 1, 2, 16]);
      return text.slice(0, number.index) + value + text.slice(number.index + number[0].length);
    }
    case 8: {
      const flipped = random.once(2) ? text.slice(at, to).toUpperCase() : text.slice(at, to).toLowerCase();
      return text.slice(0, at) + flipped + text.slice(to);
    }
    default: {
      // Put a word of the format in the place of another, or next to it.
      const parts = text.split(/([\s,/&?:+=*]+)/);
      if (words.length === 0 || parts.length === 0) return text.slice(0, at) + random.pick(WORDS) + text.slice(to);
      const i = random.below(parts.length);
      parts[i] = random.once(3) ? parts[i] + random.pick(words) : random.pick(words);
      return parts.join('');
    }
  }
}

/** One to a few changes to bytes; the given ones stay as they are. */
export function mutateBytes(random, bytes, { others = [] } = {}) {
  let changed = bytes;
  for (let i = 1 + random.size(4); i > 0; i--) changed = changeBytes(random, changed, others);
  return changed;
}

function changeBytes(random, bytes, others) {
  const copy = new Uint8Array(bytes);
  // Mostly near the beginning, where headers are.
  const reach = random.once(2) ? Math.min(bytes.length, 256) : bytes.length;
  const at = random.below(reach);
  const length = 1 + random.size(Math.max(1, bytes.length - at));
  switch (random.below(9)) {
    case 0:
      if (copy.length > 0) copy[at] ^= 1 << random.below(8);
      return copy;
    case 1:
      if (copy.length > 0) copy[at] = random.below(256);
      return copy;
    case 2:
      return copy.subarray(0, at);
    case 3:
      return joined(copy.subarray(0, at), copy.subarray(Math.min(copy.length, at + length)));
    case 4:
      return joined(copy.subarray(0, at), randomBytes(random, 1 + random.size(64)), copy.subarray(at));
    case 5:
      return copy.fill(random.pick([0, 255, random.below(256)]), at, at + length);
    case 6: {
      const word = new DataView(new ArrayBuffer(8));
      const width = random.pick([2, 4, 8]);
      const value = random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff, bytes.length, bytes.length - at, at]);
      word.setUint32(0, value, true);
      if (width === 8 && random.once(2)) word.setUint32(4, random.pick([0, 1, 0xffffffff]), true);
      copy.set(new Uint8Array(word.buffer, 0, Math.min(width, copy.length - at)), at);
      return copy;
    }
    case 7:
      return joined(copy, random.once(2) ? randomBytes(random, 1 + random.size(64)) : copy.subarray(at));
    default: {
      const other = others.length === 0 ? copy : random.pick(others);
      return joined(copy.subarray(0, at), other.subarray(random.below(other.length)));
    }
  }
}

export function randomBytes(random, length) {
  return Uint8Array.from({ length }, () => random.below(256));
}

export function joined(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** One to a few changes at random places of a JSON value; the given one stays as it is. `values` are those of the format. */
export function mutateJson(random, value, { values = [] } = {}) {
  const copy = structuredClone(value);
  const root = { root: copy };
  for (let i = 1 + random.size(3); i > 0; i--) {
    const places = placesIn(root);
    const [holder, key] = random.pick(places);
    changeField(random, holder, key, values);
  }
  return root.root;
}

function placesIn(root) {
  const places = [];
  const walk = (holder) => {
    for (const key of Object.keys(holder)) {
      places.push([holder, key]);
      const inner = holder[key];
      if (typeof inner === 'object' && inner !== null && places.length < 2000) walk(inner);
    }
  };
  walk(root);
  return places;
}

function changeField(random, holder, key, values) {
  const old = holder[key];
  switch (random.below(8)) {
    case 0:
      if (key !== 'root') delete holder[key];
      return;
    case 1:
      set(holder, key, random.pick(NUMBERS));
      return;
    case 2:
      set(holder, key, random.pick(WORDS));
      return;
    case 3:
      set(holder, key, random.pick([null, true, false, [], {}, [[]], { a: 1 }, [null], '']));
      return;
    case 4:
      if (typeof old === 'string') set(holder, key, mutateText(random, old));
      else if (typeof old === 'number') set(holder, key, old + random.pick([-1, 1, 0.5, 100, -old, -2 * old]));
      else if (Array.isArray(old)) set(holder, key, [...old, ...old]);
      else set(holder, key, random.pick(NUMBERS));
      return;
    case 5:
      if (Array.isArray(holder)) holder.push(structuredClone(old));
      else if (key !== 'root') set(holder, random.once(3) ? '__proto__' : random.pick(WORDS), old);
      return;
    case 6:
      if (Array.isArray(old)) set(holder, key, old.slice(0, random.below(old.length + 1)));
      else set(holder, key, [old]);
      return;
    default:
      set(holder, key, values.length > 0 ? random.pick(values) : random.pick(NUMBERS));
  }
}

/** An own field, even if its name is __proto__, as JSON.parse makes it. */
function set(holder, key, value) {
  Object.defineProperty(holder, key, {
    value: structuredClone(value),
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
