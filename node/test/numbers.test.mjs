// Numeric edge cases of every argument. No value is rounded, wrapped or coerced.
import assert from 'node:assert/strict';
import test from 'node:test';
import { refused, sortid } from './support/installed.mjs';

const { Format, Generator, AnyId } = sortid;

const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
const RANGE = { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' };
const NO_ID = refused('out_of_range');
const NO_FIELD = refused('invalid_field');
const NO_OPTION = refused('invalid_option');

// The error, or the result, for a value.        integer of  field of    option of   length of
//                                                a tid       a tid       a tid       a list
const TABLE = [
  [-1,                                            TYPE,       NO_FIELD,   NO_OPTION,  RANGE],
  [-0,                                            TYPE,       0n,         0n,         0],
  [0,                                             TYPE,       0n,         0n,         0],
  [1,                                             TYPE,       1n,         1n,         1],
  [1.5,                                           TYPE,       RANGE,      NO_OPTION,  RANGE],
  [NaN,                                           TYPE,       RANGE,      NO_OPTION,  RANGE],
  [Infinity,                                      TYPE,       RANGE,      NO_OPTION,  RANGE],
  [2 ** 32 - 1,                                   TYPE,       NO_FIELD,   NO_OPTION,  RANGE],
  [2 ** 53 - 1,                                   TYPE,       NO_FIELD,   NO_OPTION,  RANGE],
  [2 ** 53,                                       TYPE,       RANGE,      NO_OPTION,  RANGE],
  [2 ** 53 + 1,                                   TYPE,       RANGE,      NO_OPTION,  RANGE],
  [-1n,                                           NO_ID,      NO_FIELD,   NO_OPTION,  TYPE],
  [0n,                                            0n,         0n,         0n,         TYPE],
  [1n,                                            1n,         1n,         1n,         TYPE],
  [1023n,                                         1023n,      1023n,      1023n,      TYPE],
  [1024n,                                         1024n,      NO_FIELD,   NO_OPTION,  TYPE],
  [2n ** 53n + 1n,                                2n ** 53n + 1n, NO_FIELD, NO_OPTION, TYPE],
  [2n ** 64n - 1n,                                2n ** 64n - 1n, NO_FIELD, NO_OPTION, TYPE],
  [2n ** 64n,                                     NO_ID,      NO_FIELD,   NO_OPTION,  TYPE],
  [2n ** 64n + 1n,                                NO_ID,      NO_FIELD,   NO_OPTION,  TYPE],
  [-(2n ** 64n) + 1n,                             NO_ID,      NO_FIELD,   NO_OPTION,  TYPE],
  [2n ** 128n + 1n,                               NO_ID,      NO_FIELD,   NO_OPTION,  TYPE],
  [2n ** 200n,                                    NO_ID,      NO_FIELD,   NO_OPTION,  TYPE],
  // A field accepts decimal digits, as in JSON.
  ['1',                                           TYPE,       1n,         NO_OPTION,  TYPE],
  ['+1',                                          TYPE,       TYPE,       NO_OPTION,  TYPE],
  ['0x1',                                         TYPE,       TYPE,       NO_OPTION,  TYPE],
  ['',                                            TYPE,       TYPE,       NO_OPTION,  TYPE],
  [null,                                          TYPE,       TYPE,       NO_OPTION,  TYPE],
  [true,                                          TYPE,       TYPE,       NO_OPTION,  TYPE],
  [[1],                                           TYPE,       TYPE,       NO_OPTION,  TYPE],
  [{ valueOf: () => 1 },                          TYPE,       TYPE,       NO_OPTION,  TYPE],
  [new Number(1),                                 TYPE,       TYPE,       NO_OPTION,  TYPE],
  [Object(1n),                                    TYPE,       TYPE,       NO_OPTION,  TYPE],
  [Symbol('1'),                                   TYPE,       TYPE,       NO_OPTION,  TYPE],
  [() => 1,                                       TYPE,       TYPE,       NO_OPTION,  TYPE],
]; // prettier-ignore

const WAYS = [
  ['AnyId.fromBigInt', (value) => AnyId.fromBigInt(value, 'tid').toBigInt()],
  ['AnyId.fromFields', (value) => AnyId.fromFields({ clock_id: value }, 'tid').field('clock_id')],
  ['node', (value) => new Generator('tid', { node: value }).next().field('clock_id')],
  ['nextTexts', (value) => new Generator('uuid7').nextTexts(value).length],
];

const shown = (value) =>
  `${typeof value} ${typeof value === 'symbol' || Object.is(value, -0) ? '-0 or symbol' : String(value)}`;

for (const [way, [name, run]] of WAYS.entries()) {
  test(`${name}: numbers`, () => {
    for (const [value, ...results] of TABLE) {
      // 2^32 ids would take too long.
      if (name === 'nextTexts' && value === 2 ** 32 - 1) assert.throws(() => run(value), RANGE);
      const expected = results[way];
      if (typeof expected === 'object') assert.throws(() => run(value), expected, `${name} ${shown(value)}`);
      else assert.equal(run(value), expected, `${name} ${shown(value)}`);
    }
  });
}

test('reads and writes an integer of 128 bits', () => {
  const v7 = 0x017f22e279b07cc398c4dc0c0c07398fn;
  assert.equal(AnyId.fromBigInt(v7, 'uuid7').toBigInt(), v7);
  for (const outside of [-v7, v7 + 2n ** 128n, 2n ** 192n + v7])
    assert.throws(() => AnyId.fromBigInt(outside, 'uuid7'), NO_ID);
  assert.throws(() => AnyId.fromBigInt(0n, 'uuid7'), refused('invalid_variant'));
});

test('reads and writes an integer of 160 bits', () => {
  const ksuid = AnyId.parse('0ujtsYcgvSTl8PAuAdqWYSMnLOv', 'ksuid');
  assert.equal(ksuid.toBigInt(), BigInt(`0x${ksuid.toHex()}`));
  for (const int of [0n, 1n, 2n ** 64n, 2n ** 160n - 1n]) assert.equal(AnyId.fromBigInt(int, 'ksuid').toBigInt(), int);
  for (const outside of [-1n, -(2n ** 64n), 2n ** 160n, 2n ** 200n])
    assert.throws(() => AnyId.fromBigInt(outside, 'ksuid'), NO_ID);
});

test('the integer of a timeid is signed', () => {
  const { toBigInt } = AnyId.prototype;
  for (const int of [-(2n ** 63n), -1024n * 2n, 0n, 2n ** 63n - 1n]) {
    assert.equal(toBigInt.call(AnyId.fromBigInt(int, 'timeid')), int);
  }
  for (const int of [-(2n ** 63n) - 1n, 2n ** 63n, 2n ** 64n - 1n, -1024n, 2n ** 128n]) {
    assert.throws(() => AnyId.fromBigInt(int, 'timeid'), NO_ID, String(int));
  }
});

test('ignores undefined fields, and rejects unknown ones', () => {
  assert.equal(String(AnyId.fromFields({ timestamp_us: undefined }, 'tid')), '2222222222222');
  assert.throws(() => AnyId.fromFields({ timestamp: 1 }, 'tid'), NO_FIELD);
  assert.throws(() => AnyId.fromFields({ timestamp_us: -1n }, 'timeid'), refused('timestamp_out_of_range'));
  assert.equal(AnyId.fromFields({ timestamp_us: -2 }, 'timeid').field('timestamp_us'), -2n);
  for (const mistake of [undefined, null, 1, 'x']) assert.throws(() => AnyId.fromFields(mistake, 'tid'), TYPE);
});

test('returns no 64-bit integer as a number', () => {
  const id = AnyId.parse(sortid.tidText(), 'tid');
  const { ids, leadNs, rollbacks } = new Generator('tid').status();
  const values = [
    id.toBigInt(),
    id.unixNs(),
    id.timestamp().seconds,
    ...Object.values(id.fields()),
    ids,
    leadNs,
    rollbacks,
  ];
  values.push(new Generator('tid').share(), Format.named('tid').resolutionNs);
  for (const value of values) assert.equal(typeof value, 'bigint');
});
