// <generated: row>
// `elasticflake`: milliseconds, a node and a sequence, as Elasticsearch had them up to version 5. Generated from the core's row by scripts/renew.mjs; the rest is the same for all formats.
const BITS = 120n;
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const RADIX = 64;
const CHUNK = 8;
const SCALE = 281474976710656n;
const DIGITS = 20;
const ZEROS = ['AAAAAAAAAAAAAAAAAAAA'];
const MARKS = [];
const MARKED = 0x0n;
const EPOCH_MS = 0;
const MS_PER_TICK = 1;
const TICKS_PER_MS = 1n;
const FIRST = 0n;
const LAST = 281474976710655n;
const TIME = [[72n, 48n, 0xffffffffffffn]];
const COUNTER = [[0n, 24n, 0xffffffn]];
const GREATEST = 16777215n;
const START_BITS = 23;
const KEPT_BITS = 0;
const NODE = [[24n, 48n, 0xffffffffffffn]];
const NODE_BITS = 48;
const RANDOM_BITS = 0;
const RANDOM = [];
const MAX_LEAD = 1000n;
const TOLERANCE = 10000n;
// </generated>

const codesOf = (text) => Array.from(text, (symbol) => symbol.charCodeAt(0));
const codes = codesOf(SYMBOLS);
/** A canonical text, and where its symbols stand. */
const written = codesOf(ZEROS[0]);
const places = Array.from(written.keys()).filter((at) => written[at] === codes[0]);

const pool = new Uint32Array(64);
let used = pool.length;

/** What every id has, and those of the tick; and what the counter goes back to. */
let own = 0n;
let head = 0n;
let kept = 0n;
/** Where the generator is: below the first tick before its first id; and the highest reading of the clock. */
let tick = FIRST - 1n;
let high = tick;
let counter = 0n;

function refusal(code, about) {
  return Object.assign(new Error(code), { name: 'SortidError', code }, about);
}

/** Words of 32 bits, the lowest first, as in a seed. */
function draw(bits) {
  let int = 0n;
  for (let at = 0; at < bits; at += 32) {
    if (used === pool.length) {
      try {
        globalThis.crypto.getRandomValues(pool);
      } catch (cause) {
        throw refusal('entropy_unavailable', { cause });
      }
      used = 0;
    }
    int |= BigInt(pool[used]) << BigInt(at);
    used += 1;
  }
  return BigInt.asUintN(bits, int);
}

/** Puts an integer into runs of bits, the lowest first: how far each lies above the end of the id, its width, and as many ones. */
function lay(int, runs) {
  let value = 0n;
  for (const [shift, width, ones] of runs) {
    value |= (int & ones) << shift;
    int >>= width;
  }
  return value;
}

/** The canonical text. */
function write(value) {
  for (let i = DIGITS; i > 0; value /= SCALE) {
    let part = Number(value % SCALE);
    for (const end = Math.max(i - CHUNK, 0); i > end;) {
      i -= 1;
      const rest = Math.floor(part / RADIX);
      written[places[i]] = codes[part - rest * RADIX];
      part = rest;
    }
  }
  return String.fromCharCode(...written);
}

function read(text) {
  if (typeof text !== 'string') throw new TypeError('the text of an id must be a string');
  // In bytes of UTF-8, as everywhere.
  const { length } = text.replace(/[\u0080-\u{10ffff}]/gu, (wide) =>
    '....'.slice(wide.length > 1 ? 0 : wide < '\u0800' ? 2 : 1),
  );
  const form = ZEROS.findIndex((each) => each.length === length);
  if (form < 0) throw refusal('invalid_length', { offset: length });
  const zero = ZEROS[form];
  let value = 0n;
  let part = 0;
  let left = DIGITS;
  for (let i = 0; i < length; i++) {
    if (zero[i] === SYMBOLS[0]) {
      const digit = SYMBOLS.indexOf(text[i]) % RADIX;
      if (digit < 0) throw refusal('invalid_character', { offset: i });
      part = part * RADIX + digit;
      left -= 1;
      if (left % CHUNK === 0) {
        value = value * SCALE + BigInt(part);
        part = 0;
      }
    } else if (text[i].toLowerCase() !== zero[i]) {
      throw refusal('invalid_character', { offset: i });
    }
  }
  if (value >> BITS) throw refusal('out_of_range');
  for (const [mask, bits, code, offsets] of MARKS) {
    if ((value & mask) !== bits) throw refusal(code, { offset: offsets[form] });
  }
  return value;
}

export function make() {
  const now = BigInt(Math.floor((Date.now() - EPOCH_MS) / MS_PER_TICK)) * TICKS_PER_MS;
  const isFirst = tick < FIRST;
  if (now > LAST || (isFirst && now < FIRST)) throw refusal('timestamp_out_of_range');
  if (isFirst || now > high) high = now;
  if (high - now > TOLERANCE) throw refusal('clock_rollback');
  let next = tick;
  if (now > tick) {
    next = now;
  } else if (counter >= GREATEST) {
    next = tick + 1n;
    if (next - high > MAX_LEAD) throw refusal('counter_exhausted');
    if (next > LAST) throw refusal('timestamp_out_of_range');
  }
  if (isFirst) {
    own = MARKED | lay(draw(NODE_BITS), NODE);
    kept = draw(KEPT_BITS);
  }
  const count = next > tick ? kept + draw(START_BITS) : counter + 1n;
  const random = draw(RANDOM_BITS);
  // From here on nothing is refused.
  if (next > tick) head = own | lay(next, TIME);
  tick = next;
  counter = count;
  return write(head | lay(counter, COUNTER) | lay(random, RANDOM));
}

export function parse(text) {
  return write(read(text));
}

export function isValid(text) {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

export function time(text) {
  const value = read(text);
  let ticks = 0n;
  for (const [shift, width, ones] of TIME.slice().reverse()) {
    ticks = (ticks << width) | ((value >> shift) & ones);
  }
  return Number(ticks / TICKS_PER_MS) * MS_PER_TICK + EPOCH_MS;
}

export function compare(a, b) {
  const first = read(a);
  const second = read(b);
  return Number(first > second) - Number(first < second);
}
