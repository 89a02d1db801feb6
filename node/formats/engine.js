// The template of a format's module in plain JavaScript. `scripts/modules.mjs` prepends a row of
// `rows.json` as constants, and keeps lines between `//#if NAME` and `//#end` if the row has NAME.

//#if ZEROS
const codesOf = (text) => [...text].map((symbol) => symbol.charCodeAt());
const codes = codesOf(SYMBOLS);
/** The character codes of a canonical text, and the indexes of its symbols. */
const written = codesOf(ZERO);
const places = [...written.keys()].filter((at) => written[at] === codes[0]);
//#end

const pool = new Uint32Array(64);
let used = pool.length;

//#if TIME
/** The bits shared by all ids of this module, and those of the tick. */
let own = MARKED;
let head = own;
//#if KEPT_BITS
let initialCount = 0n;
//#end
/** The tick of the last id, `FIRST - 1n` before the first; and the highest clock reading. */
let tick = FIRST - 1n;
let high = tick;
let counter = 0n;
//#end

/** Characters to escape: quotes, and those that move or hide the text around them. */
// eslint-disable-next-line no-control-regex
const ESCAPED = /["\\\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;

/** The start of a text, escaped for an error message. */
function shown(text) {
  // Each of 41 characters has one or two code units.
  const symbols = [...String(text).slice(0, 82)];
  const start = symbols
    .slice(0, 40)
    .join('')
    .replace(/[\ud800-\udfff]/gu, '\ufffd');
  const escaped = start.replace(
    ESCAPED,
    (symbol) => `\\${/["\\]/.test(symbol) ? symbol : `u{${symbol.charCodeAt().toString(16)}}`}`,
  );
  return symbols.length > 40 ? `${escaped}…` : escaped;
}

function refusal(message, offset) {
  return Object.assign(new Error(message), { name: 'SortidError', code: message.split(':')[0], offset });
}

/** An error about a text, which is ASCII before the offset. */
function rejection(sentence, text, offset, prefix) {
  const found = String.fromCodePoint(String(text).codePointAt(offset) ?? 0);
  return refusal(sentence(shown(text), offset, shown(found), prefix), offset);
}

/** A random integer of 32-bit words, the lowest first. */
function draw(bits) {
  let int = 0n;
  for (let at = 0; at < bits; at += 32) {
    if (used === pool.length) {
      try {
        crypto.getRandomValues(pool);
      } catch (cause) {
        throw Object.assign(refusal(ENTROPY_UNAVAILABLE()), { cause });
      }
      used = 0;
    }
    int |= BigInt(pool[used++]) << BigInt(at);
  }
  return BigInt.asUintN(bits, int);
}

/** Writes an integer into runs of bits, the lowest first: each is `[shift, width, mask]`. */
function lay(int, runs) {
  let value = 0n;
  for (const [shift, width, ones] of runs) {
    value |= (int & ones) << shift;
    int >>= width;
  }
  return value;
}

//#if TIME
/** Reads an integer from runs of bits. */
function gather(value, runs) {
  let int = 0n;
  for (const [shift, width, ones] of runs.slice().reverse()) int = (int << width) | ((value >> shift) & ones);
  return int;
}
//#end

function write(value) {
  //#if ZEROS
  //#if SPARE
  value <<= SPARE;
  //#end
  for (let i = DIGITS; i > 0; value /= SCALE) {
    let part = Number(value % SCALE);
    for (const end = Math.max(i - CHUNK, 0); i > end;) {
      const rest = Math.floor(part / RADIX);
      written[places[--i]] = codes[part - rest * RADIX];
      part = rest;
    }
  }
  return String.fromCharCode(...written);
  //#else
  return String(value);
  //#end
}

//#if DECIMALS
function readDecimal(text, length) {
  const bad = text.search(/[^0-9]/);
  let hasZeros = /^0[0-9]/.test(text);
  //#if PADDED
  if (length === PADDED) hasZeros = false;
  //#end
  if (hasZeros) throw rejection(INVALID_CHARACTER, text, 0);
  if (bad >= 0) throw rejection(INVALID_CHARACTER, text, bad);
  return BigInt(text);
}
//#end

//#if UUID_TEXT
function readUuid(text) {
  const bad = Array.from(UUID_TEXT).findIndex((zero, at) => !(zero === '0' ? /[0-9a-f]/i : /-/).test(text[at]));
  if (bad >= 0) throw rejection(INVALID_CHARACTER, text, bad);
  return BigInt(`0x${text.replaceAll('-', '')}`);
}
//#end

/** The length in bytes of UTF-8, the unit of all offsets. */
function lengthOf(text) {
  if (typeof text !== 'string') throw new TypeError('the text of an id must be a string');
  return text.replace(/[\u0080-\u{10ffff}]/gu, (wide) => '....'.slice(wide.length > 1 ? 0 : wide < '\u0800' ? 2 : 1))
    .length;
}

function read(text) {
  const length = lengthOf(text);
  let value = 0n;
  //#if ZEROS
  const form = ZEROS.findIndex((each) => each.length === length);
  //#if DECIMALS
  if (form < 0 && length >= DECIMALS[0] && length <= DECIMALS[1]) {
    value = readDecimal(text, length);
    if (value >> BITS) throw rejection(OUT_OF_RANGE, text);
    return value;
  }
  //#end
  //#if UUID_TEXT
  if (length === UUID_TEXT.length) return readUuid(text);
  //#end
  if (form < 0) throw rejection(INVALID_LENGTH, text, length);
  const zero = ZEROS[form];
  let part = 0;
  let left = DIGITS;
  for (let i = 0; i < length; i++) {
    if (zero[i] === SYMBOLS[0]) {
      const digit = SYMBOLS.indexOf(text[i]) % RADIX;
      if (digit < 0) throw rejection(INVALID_CHARACTER, text, i);
      part = part * RADIX + digit;
      left -= 1;
      if (left % CHUNK === 0) {
        value = value * SCALE + BigInt(part);
        part = 0;
      }
    } else if (text[i].toLowerCase() !== zero[i]) {
      throw rejection(INVALID_CHARACTER, text, i);
    }
  }
  //#if SPARE
  if (value & ((1n << SPARE) - 1n)) throw rejection(OUT_OF_RANGE, text);
  value >>= SPARE;
  //#end
  //#else
  if (length < DECIMALS[0] || length > DECIMALS[1]) throw rejection(INVALID_LENGTH, text, length);
  value = readDecimal(text, length);
  //#end
  //#if OUT_OF_RANGE
  if (value >> BITS) throw rejection(OUT_OF_RANGE, text);
  //#end
  //#if MARKS
  for (const [mask, bits, sentence, offsets] of MARKS) {
    if ((value & mask) !== bits) throw rejection(sentence, text, offsets[form]);
  }
  //#end
  return value;
}

/** Generates an id. Throws for a time and the options of `uuid`; ignores the arguments of `map`. */
function next(time, index) {
  if (index === undefined && (time?.getTime ?? time?.msecs ?? time > 1e8)) throw new TypeError('unexpected time');
  //#if TIME
  const now = BigInt(Math.floor((Date.now() - EPOCH_MS) / MS_PER_TICK)) * TICKS_PER_MS;
  const isFirst = tick < FIRST;
  if (now > LAST || (isFirst && now < FIRST)) throw outside(now);
  if (isFirst || now > high) high = now;
  if (high - now > TOLERANCE) throw refusal(CLOCK_ROLLBACK());
  let at = tick;
  if (now > tick) {
    at = now;
  } else if (counter >= GREATEST) {
    at = tick + 1n;
    if (at - high > MAX_LEAD) throw refusal(COUNTER_EXHAUSTED());
    if (at > LAST) throw outside(at);
  }
  let count = counter + 1n;
  //#if NODE
  if (isFirst) own = MARKED | lay(draw(NODE_BITS), NODE);
  //#end
  //#if KEPT_BITS
  if (isFirst) initialCount = draw(KEPT_BITS);
  if (at > tick) count = initialCount;
  //#else
  if (at > tick) count = draw(START_BITS);
  //#end
  const random = draw(RANDOM_BITS);
  // Nothing below throws.
  if (at > tick) head = own | lay(at, TIME);
  tick = at;
  counter = count;
  return head | lay(counter, COUNTER) | lay(random, RANDOM);
  //#else
  return MARKED | lay(draw(RANDOM_BITS), RANDOM);
  //#end
}

//#if TIME
const msAt = (at) => Number(at / TICKS_PER_MS) * MS_PER_TICK + EPOCH_MS;
const timeOf = (value) => msAt(gather(value, TIME));
const outside = (at) => refusal(TIMESTAMP_OUT_OF_RANGE(new Date(msAt(at)).toISOString().split('T')[0]));

/** The tick of a time in milliseconds, rounded by `round`. */
function tickAt(time, round) {
  const ms = Number(time) - EPOCH_MS;
  // A number below 1e11 is assumed to be in seconds.
  if (!Number.isInteger(ms) || (time && time * time < 1e22 && !time.getTime)) {
    throw new RangeError('a time is a Date or whole milliseconds, not seconds');
  }
  return BigInt(round(ms / MS_PER_TICK)) * TICKS_PER_MS;
}

/** The bound of a tick: counter, node and random bits are all 0 or all 1. */
function bound(at, rest) {
  if (at < FIRST || at > LAST) throw outside(at);
  const runs = [...COUNTER, ...RANDOM];
  //#if NODE
  runs.push(...NODE);
  //#end
  return MARKED | lay(at, TIME) | lay(rest, runs);
}

function interval(from, to) {
  // An end that is null or undefined is open.
  const [hasFrom, hasTo] = [from, to].map((time) => time !== null && time !== undefined);
  const first = hasFrom ? tickAt(from, Math.floor) : FIRST;
  const last = hasTo ? tickAt(to, Math.ceil) - 1n : LAST;
  if (hasFrom && hasTo && !(Number(from) < Number(to))) throw refusal(INTERVAL());
  return [bound(first, 0n), bound(last, -1n)];
}
//#end

/** The sort key of an id. */
function keyOf(value) {
  //#if ORDER
  return gather(value, ORDER);
  //#else
  return value;
  //#end
}

function order(a, b) {
  const first = keyOf(a);
  const second = keyOf(b);
  return Number(first > second) - Number(first < second);
}

//#if UUID
const uuidOf = (value) =>
  value
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(....)(....)(....)/, '$1-$2-$3-$4-');
//#end

//#if PREFIXED
const OF_TEXTS = {
  invalid_length: INVALID_LENGTH,
  invalid_character: INVALID_CHARACTER,
  invalid_version: INVALID_VERSION,
  invalid_variant: INVALID_VARIANT,
  out_of_range: OUT_OF_RANGE,
  wrong_prefix: WRONG_PREFIX,
};

/** Throws unless a text is a prefix. */
function checkPrefix(prefix, length) {
  if (prefix.length > 63) throw rejection(INVALID_LENGTH, prefix, length);
  const bad = prefix.search(/[^a-z_]|^_|_$/);
  if (bad >= 0) throw rejection(INVALID_CHARACTER, prefix, bad);
}

export function prefixOf(text) {
  const at = text.lastIndexOf('_');
  return at > 0 ? text.slice(0, at) : undefined;
}

export function idType(prefix) {
  try {
    checkPrefix(prefix);
  } catch {
    throw rejection(PREFIX, prefix);
  }
  const begin = prefix && `${prefix}_`;
  const text = (value) => begin + write(value);
  const decode = (id) => {
    const length = lengthOf(id);
    const at = id.lastIndexOf('_') + 1;
    const before = id.slice(0, Math.max(at - 1, 0));
    let error;
    try {
      if (at === 1) throw rejection(INVALID_CHARACTER, id, 0);
      checkPrefix(before, length);
      if (before !== prefix) throw rejection(WRONG_PREFIX, id, 0);
    } catch (found) {
      error = found;
    }
    if (error?.code === 'wrong_prefix') throw error;
    try {
      const value = read(id.slice(at));
      if (error) throw error;
      return value;
    } catch (found) {
      if (found.code === 'invalid_length') throw rejection(INVALID_LENGTH, id, length);
      if (error) throw error;
      if (found.offset !== undefined) found.offset += at;
      throw found;
    }
  };
  const valueOf = (id) => {
    try {
      return decode(id);
    } catch (error) {
      throw error.code ? rejection(OF_TEXTS[error.code], id, error.offset, prefix) : error;
    }
  };
  return Object.freeze({
    prefix,
    nowText: (time, index) => text(next(time, index)),
    parse: (id) => text(valueOf(id)),
    isValid(id) {
      try {
        valueOf(id);
        return true;
      } catch {
        return false;
      }
    },
    unixMs: (id) => timeOf(valueOf(id)),
    date: (id) => new Date(timeOf(valueOf(id))),
    compare: (a, b) => order(valueOf(a), valueOf(b)),
    minAt: (time) => text(bound(tickAt(time, Math.floor), 0n)),
    maxAt: (time) => text(bound(tickAt(time, Math.floor), -1n)),
    range(from, to) {
      const [min, max] = interval(from, to);
      return { min: text(min), max: text(max) };
    },
    toUuid: (id) => uuidOf(valueOf(id)),
    fromUuid(uuid) {
      const digits = /^(\w{8})-(\w{4})-(\w{4})-(\w{4})-(\w{12})$/.exec(uuid)?.slice(1).join('') ?? '';
      if (!/^[0-9a-f]{32}$/i.test(digits)) throw refusal(`invalid_character: "${shown(uuid)}" is not a UUID`);
      return text(valueOf(text(BigInt(`0x${digits}`))));
    },
  });
}
//#else
export function FORMAT(time, index) {
  return write(next(time, index));
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

export function compare(a, b) {
  return order(read(a), read(b));
}

//#if UUID
export function toUuid(text) {
  return uuidOf(read(text));
}
//#end

//#if TIME
export function unixMs(text) {
  return timeOf(read(text));
}

export function date(text) {
  return new Date(unixMs(text));
}

export function minAt(time) {
  return write(bound(tickAt(time, Math.floor), 0n));
}

export function maxAt(time) {
  return write(bound(tickAt(time, Math.floor), -1n));
}

export function range(from, to) {
  const [min, max] = interval(from, to);
  return { min: write(min), max: write(max) };
}
//#end
//#end
