// The modules of single formats in plain JavaScript, compared with the core.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import { app, read, root, sortid, tools } from './support/installed.mjs';
import { derived } from './support/derived.mjs';
import {
  FORMATS,
  MODULES,
  constant,
  dice,
  fresh,
  hasTime,
  inWorld,
  outcome,
  sourceOf,
  withRow,
  wordsOf,
} from './support/formats.mjs';

const { Generator, AnyId, Id } = sortid;
const { build } = createRequire(path.join(tools, 'package.json'))('esbuild');

const NOW = 1721407246480;
const SEED = '07'.repeat(32);

const modules = Object.fromEntries(
  await Promise.all(FORMATS.map(async (format) => [format, await fresh(sourceOf(format))])),
);

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());

test('each module exports its functions as ES module and CommonJS', async () => {
  const expected = ['snowflake', 'tid', 'tsid', 'typeid', 'ulid', 'uuid1', 'uuid4', 'uuid7', 'xid'];
  for (const name of expected) assert.ok(MODULES.includes(name), name);
  const require = createRequire(path.join(app, 'package.json'));
  for (const name of MODULES) {
    const script = `import * as it from 'sortid/${name}'; export default it;`;
    const { outputFiles } = await build({
      stdin: { contents: script, resolveDir: app },
      ...{ bundle: true, write: false, format: 'esm', platform: 'browser' },
    });
    const { default: it } = await fresh(outputFiles[0].text);
    const ofTime = hasTime(sourceOf(name)) ? ['date', 'maxAt', 'minAt', 'range', 'unixMs'] : [];
    const ofUuid = ['lexical_uuid', 'ulid'].includes(name) ? ['toUuid'] : [];
    const functions = [`${camel(name)}Text`, 'compare', 'isValid', 'parse', ...ofTime, ...ofUuid];
    const names = name === 'typeid' ? ['idType', 'prefixOf'] : functions.toSorted();
    assert.deepEqual(Object.keys(it), names);
    const common = require(`sortid/${name}`);
    assert.deepEqual(Object.keys(common).toSorted(), names);
    if (name === 'typeid') continue;
    for (const loaded of [it, common]) assert.ok(sortid.isValid(loaded[`${camel(name)}Text`](), name));
  }
});

const msOf = ({ seconds, nanos }) => Number(seconds) * 1000 + Math.floor(Number(nanos) / 1e6);

const goesBack = (readings) => readings.some((ms, i) => Math.max(...readings.slice(0, i)) - ms > 10_000);

/** A module's result for a case of the vectors; undefined for unsupported cases. */
function answer(format, { op, text, a, b, seed, times, count, options = {} }) {
  const it = modules[format];
  const id = () => ({ text: it.parse(text), ms: it.unixMs?.(text) });
  if (Object.keys(options).length > 0) return undefined;
  if (op === 'parse') return outcome(id);
  if (op === 'is_valid') return { valid: it.isValid(text) };
  if (op === 'compare') return outcome(() => ({ order: it.compare(a, b) }));
  // Modules throw if the clock is set back, where the core resets; their clock has milliseconds.
  if (op !== 'generate' || seed?.length !== SEED.length || !times || goesBack(times.map(msOf))) return undefined;
  const inMs = ({ nanos }) => Number(nanos) % 1_000_000 === 0 || constant(sourceOf(format), 'TICKS_PER_MS') === '1n';
  return times.every(inMs) ? { times, seed, count } : undefined;
}

/** Generates the ids of a case. */
async function generated(format, { times, seed, count }) {
  const it = await fresh(sourceOf(format));
  const texts = [];
  let i = 0;
  const now = () => msOf(times[Math.min(i, times.length - 1)]);
  return inWorld({ now, word: wordsOf(seed) }, () =>
    outcome(() => {
      for (; i < count; i++) texts.push(it.make());
      return { texts };
    }),
  );
}

/** Whether a result matches the expectation of its case. */
function matches(given, { expect = {}, error, offset }) {
  if (error !== undefined) return given.code === error && (offset === undefined || given.offset === offset);
  if (given.code !== undefined) return false;
  const { text, unix, valid, order, texts } = expect;
  const pairs = [
    [text, given.text],
    [unix ? msOf(unix) : undefined, given.ms],
    [valid, given.valid],
    [order, given.order],
    [texts?.join(), given.texts?.join()],
  ];
  return pairs.every(([expected, is]) => expected === undefined || expected === is);
}

/** Copies of a case, each with one changed expectation. */
function withWrongExpectation({ expect = {}, error, offset, ...rest }) {
  if (error !== undefined) {
    const codes = [{ ...rest, error: error === 'out_of_range' ? 'invalid_length' : 'out_of_range', offset }];
    return offset === undefined ? codes : [...codes, { ...rest, error, offset: offset + 1 }];
  }
  const { text, unix, valid, order, texts } = expect;
  const others = [
    text !== undefined && { text: `${text}x` },
    unix && { unix: { ...unix, seconds: String(BigInt(unix.seconds) + 1n) } },
    valid !== undefined && { valid: !valid },
    order !== undefined && { order: order + 1 },
    texts && { texts: texts.with(0, `${texts[0]}x`) },
  ];
  return others.filter(Boolean).map((other) => ({ ...rest, expect: { ...expect, ...other } }));
}

test('modules_pass_the_vectors_and_fail_changed_ones', async (t) => {
  const counts = {};
  for (const format of FORMATS) {
    const file = JSON.parse(read(root, 'tests', 'vectors', `${format}.json`));
    for (const one of [...file.cases, ...derived(file)]) {
      let given = answer(format, one);
      if (given?.seed) given = await generated(format, given);
      if (given === undefined) continue;
      counts[one.op] = (counts[one.op] ?? 0) + 1;
      assert.ok(matches(given, one), `${format}: ${one.name}: ${JSON.stringify(given)}`);
      for (const other of withWrongExpectation(one))
        assert.ok(!matches(given, other), `${format}: ${one.name} passes with a wrong expectation`);
    }
  }
  t.diagnostic(JSON.stringify(counts));
  assert.ok(counts.parse > 500 && counts.is_valid > 100 && counts.compare > 100 && counts.generate > 40);
});

/** A random text: an id, a changed id, or another text. */
function textOf(format, roll) {
  const { byteLength } = sortid.Format.named(format);
  const drawn = () => Uint8Array.from({ length: byteLength }, () => roll(4) && roll(256));
  let id = roll(3) ? undefined : outcome(() => AnyId.fromBytes(drawn(), format));
  if (!(id instanceof AnyId)) id = AnyId.parse(String(sortid.AnyId.now(format)), format);
  const written = ['compact', 'urn', 'hex', 'uuid', 'decimal'].map((form) => outcome(() => id.toForm(form)));
  const forms = [String(id), ...written.filter((form) => typeof form === 'string')];
  let text = forms[roll(forms.length)];
  if (roll(16) === 0) text = `0${text}`;
  if (roll(16) === 0) text = text.padStart(20, '0');
  if (roll(16) === 0) text = text.slice(0, -1) + text[roll(text.length)];
  if (roll(16) === 0) text = `99${text.slice(2)}`;
  if (roll(16) === 0) text = text.repeat(3);
  if (roll(4) === 0) text = text.toUpperCase();
  if (roll(4) === 0) text = text.toLowerCase();
  // Replaces a symbol, possibly one with fixed bits.
  if (roll(3) === 0) {
    const [at, from] = [roll(text.length), roll(text.length)];
    return text.slice(0, at) + text[from] + text.slice(at + 1);
  }
  const odd = ['', '-', 'g', 'Z', '0', 'é', '€', '😀', '\ud800', '\u212a', 'İ', '\0', 'ſ', '{'];
  for (let left = roll(4); left > 1; left--) {
    const at = roll(text.length + 1);
    text = text.slice(0, at) + odd[roll(odd.length)] + text.slice(at + roll(3));
  }
  return text;
}

/** The results of the core and of a module for a text. */
function bothRead(format, it, text) {
  // The addon counts a lone surrogate as three bytes.
  const id = outcome(() => AnyId.parse(text.toWellFormed(), format));
  const timeOfId = () => (it.unixMs ? msOf(id.timestamp()) : undefined);
  const theirs = id instanceof AnyId ? { text: String(id), ms: timeOfId() } : id;
  const ours = outcome(() => ({ text: it.parse(text), ms: it.unixMs?.(text) }));
  return { text, theirs: { ...theirs, valid: id instanceof AnyId }, ours: { ...ours, valid: it.isValid(text) } };
}

/** The first text with a different result in the core, or the first pair with a different order. */
function parseDifference(format, it, count) {
  const [roll, valid] = [dice(21), []];
  for (let n = 0; n < count; n++) {
    const { text, theirs, ours } = bothRead(format, it, textOf(format, roll));
    if (JSON.stringify(theirs) !== JSON.stringify(ours)) return { format, text, theirs, ours };
    if (theirs.valid) valid.push(text);
  }
  assert.ok(valid.length > count / 5, `${format}: ${valid.length} of ${count} are valid`);
  const pairs = valid.map((b, i) => [valid[roll(2) ? i : roll(valid.length)], b]);
  const order = (a, b) => Id.compare(AnyId.parse(a, format), AnyId.parse(b, format));
  return pairs.find(([a, b]) => outcome(() => it.compare(a, b)) !== order(a, b));
}

test('parses any text like the core', () => {
  for (const format of FORMATS) assert.equal(parseDifference(format, modules[format], 800), undefined);
  for (const nothing of [undefined, null, 5, 5n, {}, ['2222222222222']]) {
    assert.equal(modules.tid.isValid(nothing), false);
    assert.throws(() => modules.tid.parse(nothing), TypeError);
  }
});

test('errors have the messages of the core', () => {
  const { cases } = JSON.parse(read(root, 'tests', 'vectors', 'messages.json'));
  const known = cases.filter(({ op, format }) => op === 'parse' && format in modules);
  assert.ok(known.length > 10);
  for (const { format, text, message } of known) assert.throws(() => modules[format].parse(text), { message });
  // Every character of one code unit as the invalid one.
  for (let code = 0; code < 0x10000; code++) {
    const text = `3jzfcijpj${String.fromCharCode(code)}z2z`.toWellFormed();
    assert.deepEqual(...[modules.tid, sortid.Tid].map((it) => outcome(() => String(it.parse(text)))), text);
  }
});

/** Times of a clock that advances, stops, and is set back, also near the ends of its range. */
function readingsFor(source, roll) {
  if (!hasTime(source)) return Array(60).fill(NOW);
  const int = (name) => BigInt(constant(source, name).replace('n', ''));
  const last = (int('LAST') / int('TICKS_PER_MS')) * int('MS_PER_TICK') + int('EPOCH_MS');
  // Some formats end after the last time that the package accepts.
  const ends = [int('EPOCH_MS'), last].map(Number).filter((end) => Math.abs(end) < 2 ** 52);
  const steps = [0, 0, 0, 1, 1, 2, 15, 1000, 5000, -1, -2, -999, -5000, -9999, -10_000];
  const jumps = [-10_001, -20_000, 30_000];
  let at = (roll(4) ? NOW : ends[roll(ends.length)]) + roll(5) - 2;
  return Array.from({ length: 60 }, () => {
    const step = roll(2) ? 0 : steps[roll(steps.length)];
    at += roll(12) ? step : jumps[roll(jumps.length)];
    return at;
  });
}

const timeOf = (ms) => ({ seconds: BigInt(Math.floor(ms / 1000)), nanos: (((ms % 1000) + 1000) % 1000) * 1_000_000 });

/** A module's ids and errors for clock readings. */
async function generateAt(source, readings, word) {
  const it = await fresh(source);
  let at;
  const make = (ms) => {
    at = ms;
    return outcome(it.make);
  };
  return inWorld({ now: () => at, word }, () => readings.map(make));
}

/** The first difference between a module and the core for clock readings and a seed. */
async function generationDifference(format, source, readings, more) {
  const generator = new Generator(format, {
    seed: SEED,
    clock: 'manual',
    ...more,
    ...(hasTime(source) && { onRollback: 'error' }),
  });
  const theirs = readings.map((ms) => outcome(() => generator.nextAt(timeOf(ms))));
  generator.close();
  const ours = await generateAt(source, readings, wordsOf(SEED));
  const at = theirs.findIndex((their, i) => JSON.stringify(their) !== JSON.stringify(ours[i]));
  return at < 0 ? undefined : { format, at, reading: readings[at], ours: ours[at], theirs: theirs[at] };
}

/** The first difference for many lists of readings. */
async function anyGenerationDifference(format, source) {
  const roll = dice(format.length);
  for (let n = 0; n < 24; n++) {
    const found = await generationDifference(format, source, readingsFor(source, roll));
    if (found) return found;
  }
  return undefined;
}

test('generates the same ids as the core from the same clock and random words', async () => {
  for (const format of FORMATS) assert.equal(await anyGenerationDifference(format, sourceOf(format)), undefined);
});

const BURST = [...Array(1100).fill(NOW), ...Array(5).fill(NOW + 1), ...Array(1100).fill(NOW + 2)];

/** The first difference in a burst beyond the lead, without a counter or with one from zero. */
async function burstDifference(format, source) {
  if (format === 'tid')
    return generationDifference('tid', withRow(source, { MAX_LEAD: '1000n' }), BURST, { maxLeadMs: 1 });
  if (format !== 'uid11_ts_seq_rand') return undefined;
  const readings = [...Array(3 * 4096 + 5).fill(NOW), ...Array(4096 + 5).fill(NOW + 1)];
  return generationDifference(format, withRow(source, { MAX_LEAD: '2n' }), readings, { maxLeadMs: 2 });
}

test('a burst ends at the same id as in the core', async () => {
  for (const format of ['tid', 'uid11_ts_seq_rand'])
    assert.equal(await burstDifference(format, sourceOf(format)), undefined);
  const texts = await generateAt(withRow(sourceOf('tid'), { MAX_LEAD: '1000n' }), BURST, () => 7);
  assert.equal(texts[1001].code, 'counter_exhausted');
  assert.equal(new Set(texts.filter((text) => typeof text === 'string')).size, 1001 + 5 + 1001);
});

/** The first difference if the counter starts at or just below its maximum, which no seed causes. */
async function counterDifference(format, source) {
  if (!['ulid', 'push_id'].includes(format)) return undefined;
  const ticks = async (readings, words) => {
    const texts = await generateAt(source, readings, () => words);
    return texts.map((text) => text.code ?? modules[format].unixMs(text));
  };
  const up = (first, count) => Array.from({ length: count }, (_, i) => first + i);
  const readings = [...Array(1002).fill(NOW), NOW + 1, NOW + 1, NOW - 9999, NOW - 10_000];
  const ended = 'counter_exhausted';
  const full = [...up(NOW, 1001), ended, NOW + 1001, ended, ended, 'clock_rollback'];
  const last = 2 ** 48 - 1;
  const [over, past] = ['timestamp_out_of_range', [last, last, last + 1, last - 10_000, last - 10_001]];
  const results = [
    [await ticks(readings, 0xffffffff), full],
    [await ticks(past, 0xffffffff), [last, over, over, over, 'clock_rollback']],
    [await ticks(past, 0), [last, last, over, last, 'clock_rollback']],
  ];
  return results.find(([is, expected]) => JSON.stringify(is) !== JSON.stringify(expected));
}

test('a counter that starts at its maximum advances the tick up to the lead', async () => {
  for (const format of ['ulid', 'push_id']) assert.equal(await counterDifference(format, sourceOf(format)), undefined);
});

/** The first time with bounds that differ from the core's. */
function boundsDifference(format, it) {
  if (!it.range) return undefined;
  const roll = dice(31);
  const text = (act) => {
    const found = outcome(act);
    if (found.min !== undefined) return [String(found.min), String(found.max)];
    return found.name === undefined ? (found.message ?? String(found)) : found.name;
  };
  for (let n = 0; n < 120; n++) {
    const from = roll(8) ? NOW + roll(2e9) - 1e9 : [-1e11, 0, 1, 2 ** 43, -13e12][roll(5)];
    const to = from + roll(4000) - 500;
    const ours = [
      () => it.minAt(from),
      () => it.maxAt(new Date(from)),
      () => it.range(from, to),
      () => it.range(from, null),
      () => it.range(undefined, to),
    ];
    const theirs = [
      () => AnyId.minAt(from, format),
      () => AnyId.maxAt(new Date(from), format),
      () => AnyId.range(from, to, format),
      () => AnyId.range(from, null, format),
      () => AnyId.range(null, to, format),
    ];
    const [is, expected] = [ours.map(text), theirs.map(text)];
    if (JSON.stringify(is) !== JSON.stringify(expected)) return { format, from, to, is, expected };
  }
  return undefined;
}

test('bounds of times equal those of the core', () => {
  for (const format of FORMATS) assert.equal(boundsDifference(format, modules[format]), undefined);
  for (const time of [1.5, NaN, 'x', new Date(NaN), 1, -1, 1e11 - 1, 1_551_657_600])
    assert.throws(() => modules.uuid7.minAt(time), RangeError);
  assert.equal(modules.uuid7.date('017f22e2-79b0-7cc3-98c4-dc0c0c07398f').toISOString(), '2022-02-22T19:22:22.000Z');
});

test('converts a ulid to a UUID and back', () => {
  const { parse, toUuid } = modules.ulid;
  assert.equal(toUuid('01FWHE4YDGFK1SHH6W1G60EECF'), '017f22e2-79b0-7cc3-98c4-dc0c0c07398f');
  assert.equal(parse('017F22E2-79b0-7cc3-98c4-dc0c0c07398f'), '01FWHE4YDGFK1SHH6W1G60EECF');
  assert.throws(() => parse('017f22e2-79b0-7cc3-98c4_dc0c0c07398f'), { code: 'invalid_character', offset: 23 });
});

test('prefixed ids equal those of the core', async () => {
  const { idType, prefixOf } = await fresh(sourceOf('typeid'));
  const [ours, theirs] = [idType('order'), sortid.idType('order', 'uuid7')];
  const roll = dice(5);
  const symbols = [...'0123456789abcdefghjkmnpqrstvwxyz_ilouABé😀'];
  for (let n = 0; n < 3000; n++) {
    let text = n % 2 ? ours.nowText() : theirs.nowText();
    for (let left = roll(3); left > 0; left--) {
      const at = roll(text.length);
      text = text.slice(0, at) + symbols[roll(symbols.length)] + text.slice(at + roll(3));
    }
    const [is, expected] = [ours, theirs].map((type) => outcome(() => String(type.parse(text.toWellFormed()))));
    assert.deepEqual(is, expected, text);
    assert.equal(ours.isValid(text), theirs.isValid(text));
  }
  const first = ours.nowText();
  assert.ok(first < ours.nowText());
  const { id } = theirs.parse(first);
  assert.equal(ours.unixMs(first), Number(id.date()));
  assert.equal(Number(ours.date(first)), Number(id.date()));
  assert.equal(ours.toUuid(first), String(id));
  assert.equal(ours.fromUuid(String(id).toUpperCase()), first);
  assert.throws(() => ours.fromUuid('2ed6657d-e927-568b-95e1-2665a8aea6a2'), { code: 'invalid_version' });
  for (const bad of ['', 'x', '2ed6657de927568b95e12665a8aea6a2']) {
    assert.throws(() => ours.fromUuid(bad), { code: 'invalid_character' });
  }
  assert.equal(ours.minAt(NOW), String(theirs.minAt(NOW)));
  assert.equal(ours.maxAt(NOW), String(theirs.maxAt(NOW)));
  const range = theirs.range(NOW, NOW + 5);
  assert.deepEqual(ours.range(NOW, NOW + 5), { min: String(range.min), max: String(range.max) });
  assert.equal(ours.compare(first, ours.nowText()), -1);
  assert.equal(prefixOf(first), 'order');
  for (const bad of ['_', 'a_', '_a', 'A', 'a-b', 'é', 'a'.repeat(64)]) {
    assert.throws(() => idType(bad), { code: 'invalid_option' });
    assert.throws(() => sortid.idType(bad, 'uuid7'), { code: 'invalid_option' });
  }
  for (const good of ['a', 'a__b', 'a'.repeat(63)]) assert.ok(idType(good).nowText().startsWith(`${good}_`));
  assert.match(idType('').nowText(), /^0[0-9a-z]{25}$/);
});

/** The first difference between a module and the core in any check. */
async function anyDifference(format, source) {
  return (
    parseDifference(format, await fresh(source), 1000) ??
    (await anyGenerationDifference(format, source)) ??
    (await burstDifference(format, source)) ??
    (await counterDifference(format, source)) ??
    boundsDifference(format, await fresh(source))
  );
}

/** Mutations: a format whose checks detect them, the code, its replacement. */
const MUTATIONS = [
  ['tid', 'symbols.length > 40 ? `${escaped}…` : escaped', 'escaped'],
  ['tid', 'if (now > LAST || (isFirst && now < FIRST))', 'if (isFirst && now < FIRST)'],
  ['scru128', ' || (isFirst && now < FIRST)', ''],
  ['ulid', 'if (isFirst || now > high) high = now', 'high = now'],
  ['ulid', 'if (isFirst || now > high) high = now', 'if (isFirst) high = now'],
  ['uuid7', 'if (high - now > TOLERANCE) throw refusal(CLOCK_ROLLBACK())', ''],
  ['uuid7', 'high - now > TOLERANCE', 'high - now >= TOLERANCE'],
  ['ulid', 'high - now > TOLERANCE', 'tick - now > TOLERANCE'],
  ['uuid7', 'if (now > tick)', 'if (now !== tick)'],
  ['tid', 'if (now > tick)', 'if (now >= tick)'],
  ['ulid', 'counter >= GREATEST', 'counter > GREATEST'],
  ['uid11_ts_seq_rand', 'counter >= GREATEST', 'counter + 1n >= GREATEST'],
  ['tid', 'if (at - high > MAX_LEAD) throw refusal(COUNTER_EXHAUSTED())', ''],
  ['ulid', 'at - high > MAX_LEAD', 'at - high >= MAX_LEAD'],
  ['tid', 'at - high > MAX_LEAD', 'at - now > MAX_LEAD'],
  ['ulid', 'if (at > LAST) throw outside(at)', ''],
  ['tid', 'if (isFirst) own', 'own'],
  ['uuid6', 'if (isFirst) initialCount', 'initialCount'],
  ['uuid7', 'MARKED | ', ''],
  ['uuid6', 'count = initialCount', 'count = 0n'],
  ['ulid', 'if (at > tick) count = draw(START_BITS)', ''],
  ['ulid', 'count = counter + 1n', 'count = counter'],
  ['uuid7', 'used++', 'used'],
  ['uuid7', 'used = 0', ''],
  ['uuid7', ' | lay(random, RANDOM)', ''],
  ['uuid7', 'int >>= width', ''],
  ['tid', 'if (at > tick) head', 'if (isFirst) head'],
  ['uuid7', '.toLowerCase() !== zero[i]', ' !== zero[i]'],
  ['uuid7', '} else if (text[i].toLowerCase() !== zero[i]) {', '} else if (false) {'],
  ['uuid7', 'if ((value & mask) !== bits) throw', 'if (false) throw'],
  ['uuid7', 'offsets[form]', 'offsets[0]'],
  ['tid', 'if (value >> BITS) throw rejection(OUT_OF_RANGE, text)', ''],
  ['tid', 'if (digit < 0) throw rejection(INVALID_CHARACTER, text, i)', ''],
  ['tid', 'wide.length > 1 ? 0 : ', ''],
  ['tid', "wide < '\\u0800' ? 2 : 1", '1'],
  ['uuid6', 'Number(at / TICKS_PER_MS)', 'Math.ceil(Number(at) / Number(TICKS_PER_MS))'],
  ['uuid6', 'runs.slice().reverse()', 'runs'],
  ['ksuid', '+ EPOCH_MS;', ';'],
  ['uuid1', 'gather(value, ORDER)', 'value'],
  ['xid', 'value <<= SPARE', ''],
  ['xid', 'if (value & ((1n << SPARE) - 1n)) throw rejection(OUT_OF_RANGE, text)', ''],
  ['snowflake', 'if (hasZeros) throw rejection(INVALID_CHARACTER, text, 0)', ''],
  ['tsid', 'if (length === PADDED) hasZeros = false', ''],
  ['tsid', 'length === PADDED', 'true'],
  ['ulid', 'if (length === UUID_TEXT.length) return readUuid(text)', ''],
  ['ulid', 'if (bad >= 0) throw rejection(INVALID_CHARACTER, text, bad);\n  return BigInt(`0x', 'return BigInt(`0x'],
  ['snowflake', 'length > DECIMALS[1]', 'length > 99'],
  ['snowflake', 'if (value >> BITS) throw rejection(OUT_OF_RANGE, text)', ''],
  ['tsid', ' && length <= DECIMALS[1]', ''],
  ['tsid', 'length >= DECIMALS[0]', 'length > DECIMALS[0]'],
  ['ulid', 'tickAt(time, Math.floor), -1n', 'tickAt(time, Math.floor), 0n'],
  ['ulid', 'time * time < 1e22', 'false'],
  ['uuid7', '!time.getTime', 'true'],
  ['ksuid', 'tickAt(to, Math.ceil)', 'tickAt(to, Math.floor)'],
  ['ksuid', 'tickAt(from, Math.floor)', 'tickAt(from, Math.ceil)'],
  ['ksuid', ': FIRST;', ': 1n;'],
  ['ksuid', ': LAST;', ': LAST - 1n;'],
  ['ulid', 'if (hasFrom && hasTo && !(Number(from) < Number(to))) throw refusal(INTERVAL())', ''],
  ['uuid7', '...RANDOM', ''],
  ['ulid', 'if (at < FIRST || at > LAST)', 'if (at > LAST)'],
  ['ulid', '- Number(first < second)', ''],
];

test('tests_detect_every_mutation', async () => {
  for (const [format, is, other] of MUTATIONS) {
    const source = sourceOf(format);
    const changed = source.replace(is, other);
    assert.notEqual(changed, source, `${is} is not in the source`);
    assert.ok(await anyDifference(format, changed), `${format}: ${other || 'nothing'} for ${is}`);
  }
});

test('reads clock and random words only from the first id on, and throws without them', async () => {
  const none = () => {
    throw new Error('too early');
  };
  const nothing = { now: none, word: none };
  for (const format of FORMATS) {
    const before = { now: Date.now, crypto: Object.getOwnPropertyDescriptor(globalThis, 'crypto') };
    Date.now = none;
    Object.defineProperty(globalThis, 'crypto', { get: none, configurable: true });
    let it;
    try {
      it = await fresh(sourceOf(format));
      assert.equal(it.isValid('x'), false);
    } finally {
      Date.now = before.now;
      Object.defineProperty(globalThis, 'crypto', before.crypto);
    }
    const refusal = { name: 'SortidError', code: 'entropy_unavailable' };
    const now = () => NOW;
    inWorld({ now, word: undefined }, () => assert.throws(it.make, refusal));
    inWorld({ now, word: none }, () => assert.throws(it.make, { ...refusal, cause: new Error('too early') }));
    // Failed calls do not change the state.
    const id = inWorld({ now: () => NOW - 60_000, word: () => 1 }, it.make);
    if (!it.unixMs) continue;
    assert.ok(Math.abs(it.unixMs(id) - (NOW - 60_000)) < 1000, format);
    assert.throws(() => inWorld(nothing, it.make), { message: 'too early' });
  }
});

const LIMIT = 3000;

test('each bundled module is small', async (t) => {
  for (const format of MODULES) {
    const { outputFiles } = await build({
      stdin: { contents: `export * from 'sortid/${format}'`, resolveDir: app },
      ...{ bundle: true, write: false, format: 'esm', platform: 'browser', minify: true },
    });
    const sizes = [outputFiles[0].text, sourceOf(format)].map((text) => gzipSync(text, { level: 9 }).length);
    t.diagnostic(`${format}: ${sizes[0]} bytes, as it stands ${sizes[1]}`);
    assert.ok(sizes[0] <= LIMIT, `${format}: ${sizes[0]} bytes`);
  }
});

test('modules need no globals of Node and no syntax after ES2020', async () => {
  for (const format of FORMATS) {
    const { outputFiles, warnings } = await build({
      stdin: { contents: `export * from 'sortid/${format}'`, resolveDir: app },
      ...{ bundle: true, write: false, format: 'iife', globalName: 'it', platform: 'neutral', target: 'es2020' },
    });
    assert.deepEqual(warnings, []);
    const words = { getRandomValues: (all) => all.fill(7) };
    const text = vm.runInNewContext(`${outputFiles[0].text} it.${camel(format)}Text()`, { crypto: words });
    assert.ok(sortid.isValid(text, format), text);
  }
});
