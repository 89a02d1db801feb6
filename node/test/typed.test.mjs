// The classes of formats, compared with AnyId; JSON and schemas of both.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { inspect as show } from 'node:util';
import { anId, app, installed, refused, sortid } from './support/installed.mjs';

const { Format, Generator, AnyId, Scru160, Tid, Timeid, Uuid6, Uuid7 } = sortid;

const TID = '3jzfcijpj2z2a';
const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };

const pascalCase = (name) => `_${name}`.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
/** Whether prefixes are intervals: not with texts of several lengths, or another sort order. */
const isPrefixed = ({ name, textLength, textLengthMin }) =>
  textLength === textLengthMin && !['comb_mssql', 'uuid1'].includes(name);
const CLASSES = Format.all.map((format) => sortid[pascalCase(format.name)]).filter(Boolean);

test('a class returns the same as AnyId with its format', () => {
  for (const Typed of CLASSES) {
    const { format } = Typed;
    const id = Typed.from(anId(Typed.format));
    assert.ok(id instanceof Typed && !(id instanceof AnyId));
    assert.equal(id.format, format);
    const dynamic = AnyId.parse(String(id), format);
    assert.ok(dynamic instanceof AnyId && !(dynamic instanceof Typed));
    const ways = [
      Typed.parse(String(id)),
      Typed.fromBytes(id.toBytes()),
      Typed.fromFields(id.fields()),
      Typed.fromBigInt(id.toBigInt()),
      Typed.from(id.toBigInt()),
      Typed.tryParse(String(id)),
      Typed.from(dynamic),
      Typed.from(id),
    ];
    for (const way of ways) {
      assert.ok(way instanceof Typed && way.equals(id) && way.equals(dynamic) && dynamic.equals(way));
      assert.equal(Typed.compare(way, id), 0);
    }
    assert.ok(AnyId.from(id) instanceof AnyId && AnyId.from(id).equals(id));
    for (const { name } of format.fields) assert.equal(id.field(name), id.fields()[name]);
    assert.ok(Typed.isValid(String(id)) && !Typed.isValid('') && !Typed.isValid(id) && !Typed.isValid(1));
    for (const mistake of ['', `${id}!`, id, 1, null, undefined]) assert.equal(Typed.tryParse(mistake), null);
    if (format.resolutionNs === null || !format.canGenerate) {
      assert.throws(() => Typed.minAt(0), refused('not_applicable'));
      continue;
    }
    const [time, start] = [id.timestamp(), String(id).slice(0, 4)];
    for (const [typed, same] of [
      [Typed.minAt(time), AnyId.minAt(time, format)],
      [Typed.maxAt(time), AnyId.maxAt(time, format)],
      [Typed.range(time, id.unixNs() + 2_000_000n).max, AnyId.range(time, id.unixNs() + 2_000_000n, format).max],
      ...(isPrefixed(format) ? [[Typed.prefixRange(start).min, AnyId.prefixRange(start, format).min]] : []),
    ]) {
      assert.ok(typed instanceof Typed && same instanceof AnyId && typed.equals(same));
    }
    if (!isPrefixed(format)) assert.throws(() => Typed.prefixRange(start), refused('not_applicable'));
  }
});

test('every id is an instance of Id', () => {
  const { Id, TypeId, idType, isId } = sortid;
  const ids = [Uuid7.now(), sortid.uuid7(), AnyId.now('cuid'), idType('order').now(), new Generator('tid').next()];
  for (const id of ids) assert.ok(id instanceof Id && isId(id));
  assert.ok(ids[3] instanceof TypeId && ids[2] instanceof AnyId && !(ids[0] instanceof AnyId));
  for (const other of [TID, null, undefined, 1n, {}, Uuid7, Uuid7.range(0, null)]) assert.ok(!isId(other));
  assert.throws(() => new Id(), TYPE);
});

test('isId recognizes ids of another copy of the package', () => {
  const require = createRequire(path.join(app, 'package.json'));
  const first = require('sortid');
  for (const file of Object.keys(require.cache)) if (file.startsWith(installed)) delete require.cache[file];
  const second = require('sortid');
  assert.notEqual(first.Id, second.Id);
  assert.ok(first.isId(second.uuid7()) && !(second.uuid7() instanceof first.Id));
  assert.throws(() => first.Uuid7.from(second.uuid7()), TYPE);
});

test('classes that extend a format class throw', () => {
  class OrderId extends Uuid7 {}
  const message = /^Uuid7 cannot be extended: declare a type with idType/;
  for (const make of [() => OrderId.now(), () => OrderId.parse(V7), () => OrderId.at(0), () => OrderId.range(0, null)])
    assert.throws(make, { ...TYPE, message });
});

test('a range is a pair of its bounds', () => {
  const range = Tid.range(0, new Date());
  const [min, max] = range;
  assert.ok(min === range.min && max === range.max && [...range].length === 2);
});

test('methods of a class need no receiver', () => {
  const { parse, now, isValid, compare } = Tid;
  assert.deepEqual([TID].map(parse).map(String), [TID]);
  assert.ok([String(now())].every(isValid));
  assert.equal([now(), parse(TID)].toSorted(compare)[0].toString(), TID);
});

test('now uses the default generator', () => {
  // A format that no other test uses in threads: some runtimes run all tests in one process.
  const { Uuid7Draft01, uuid7Draft01Text } = sortid;
  const before = Generator.default('uuid7_draft01').status().ids;
  assert.ok(uuid7Draft01Text() < String(Uuid7Draft01.now()));
  assert.equal(Generator.default('uuid7_draft01').status().ids - before, 2n);
  assert.ok(new Generator('uuid7').next() instanceof Uuid7);
});

test('fields are properties in camel case', () => {
  const id = Tid.parse(TID);
  assert.deepEqual([id.reserved, id.timestampUs, id.clockId], [0n, 1688137381887007n, 6n]);
  // A method of the same name takes precedence.
  assert.equal(typeof Uuid6.now().timestamp, 'function');
  assert.equal(typeof Uuid6.now().field('timestamp'), 'bigint');
});

test('rejects an id of another format', () => {
  const message = /: expected an id of tid, not of uuid7$/;
  assert.throws(() => Tid.from(Uuid7.now()), refused('not_applicable', { message }));
  for (const mistake of [undefined, null, TID, 1, {}]) {
    assert.throws(() => Tid.from(mistake), TYPE);
    assert.throws(() => AnyId.from(mistake), TYPE);
  }
  for (const Typed of CLASSES) assert.throws(() => new Typed(), TypeError);
  assert.ok(Tid.parse(TID).convert('timeid') instanceof Timeid);
  assert.ok(AnyId.parse(TID, 'tid').convert('timeid') instanceof AnyId);
});

test('encodes a typed id in JSON as text, a dynamic one with its format', () => {
  const id = Tid.parse(TID);
  assert.equal(JSON.stringify({ id, ids: [id] }), `{"id":"${TID}","ids":["${TID}"]}`);
  assert.equal(id.toBSON(), TID); // `bson` alone would write {}
  assert.deepEqual(AnyId.from(id).toBSON(), { format: 'tid', text: TID });
  assert.equal(JSON.stringify({ id: AnyId.from(id) }), `{"id":{"format":"tid","text":"${TID}"}}`);
  assert.equal(show({ id }), `{ id: Tid(${TID}) }`);
});

test('encodes fields in JSON as numbers, wide ones as digits', () => {
  const json = (id) => JSON.stringify(id.fields());
  assert.equal(json(Tid.parse(TID)), '{"reserved":0,"timestamp_us":1688137381887007,"clock_id":6}');
  // The type follows from the field's width, not from the value.
  assert.equal(json(Timeid.fromFields({ timestamp_us: -2, node: 1 })), '{"timestamp_us":"-2","node":1}');
  assert.equal(json(Uuid7.parse(V7)), '{"unix_ts_ms":1645557742000,"rand_a":3267,"rand_b":"1784793296645077391"}');
  for (const Typed of CLASSES) {
    const id = Typed.from(anId(Typed.format));
    assert.ok(Typed.fromFields(JSON.parse(json(id))).equals(id), Typed.name);
    assert.deepEqual(
      Object.keys(id.fields()),
      Typed.format.fields.map(({ name }) => name),
    );
  }
  for (const mistake of ['', ' 1', '1.0', '0x1', '+1', '1e3', '1n'])
    assert.throws(() => Tid.fromFields({ clock_id: mistake }), TYPE);
});

test('a class is a Standard Schema from text to id', () => {
  for (const Typed of CLASSES) {
    const { version, vendor, validate } = Typed['~standard'];
    assert.deepEqual([version, vendor], [1, 'sortid']);
    const id = Typed.from(anId(Typed.format));
    for (const given of [String(id), id, AnyId.from(id)]) {
      const { value, issues } = validate(given);
      assert.equal(issues, undefined);
      assert.ok(value instanceof Typed && value.equals(id));
    }
  }
  const { validate } = Tid['~standard'];
  for (const [given, message] of [
    ['3jzfcijpj2z21', /^invalid_character: .* at byte 12$/],
    [Uuid7.now(), /^not_applicable: expected an id of tid, not of uuid7$/],
    [undefined, /^a string is expected$/],
    [7, /^a string is expected$/],
  ]) {
    const { value, issues } = validate(given);
    assert.equal(value, undefined);
    assert.equal(issues.length, 1);
    assert.match(issues[0].message, message);
  }
});

test('a format is a Standard Schema from text to canonical text', () => {
  const { validate } = Format.named('uuid7')['~standard'];
  assert.deepEqual(validate(V7.toUpperCase()), { value: V7 });
  assert.deepEqual(validate(`urn:uuid:${V7}`), { value: V7 });
  assert.equal(validate(TID).issues.length, 1);
  assert.equal(validate(Uuid7.now()).issues.length, 1);
});

test('schemas of text have a JSON Schema of canonical text', () => {
  const schemaOf = (of) => of['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
  const pattern = '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-7[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}$';
  const uuid = { type: 'string', format: 'uuid', minLength: 36, maxLength: 36, pattern };
  assert.deepEqual(schemaOf(Uuid7), uuid);
  assert.deepEqual(Format.named('uuid7')['~standard'].jsonSchema.input({ target: 'draft-07' }), uuid);
  const discord = { type: 'string', format: 'snowflake', minLength: 1, maxLength: 19, pattern: '^[0-9]{1,19}$' };
  assert.deepEqual(schemaOf(Format.named('snowflake')), discord);
  assert.deepEqual(schemaOf(sortid.idType('snowflake', { epoch: 'discord' })), discord);
  const orders = sortid.idType('order', 'uuid7');
  assert.equal(schemaOf(orders).pattern, orders.pattern);
  assert.match(orders.nowText(), new RegExp(orders.pattern));
  assert.equal(AnyId['~standard'].jsonSchema, undefined);
});

test('JSON Schema patterns match the texts of their format', () => {
  for (const format of Format.all) {
    const { pattern } = format['~standard'].jsonSchema.output({ target: 'draft-2020-12' });
    const smallest = String(AnyId.fromFields({}, format));
    assert.match(smallest, new RegExp(pattern));
    assert.doesNotMatch(`${smallest}!`, new RegExp(pattern));
    if (format.canGenerate) assert.match(String(AnyId.now(format)), new RegExp(pattern));
  }
});

test('AnyId is a schema of its JSON', () => {
  const { validate } = AnyId['~standard'];
  const { value } = validate(JSON.parse(JSON.stringify(AnyId.parse(TID, 'tid'))));
  assert.ok(value instanceof AnyId && value.equals(Tid.parse(TID)));
  assert.ok(validate(Scru160.now()).value instanceof AnyId);
  for (const mistake of [TID, null, {}, { format: 'nothing', text: TID }])
    assert.equal(validate(mistake).issues.length, 1);
});

test('a schema rethrows errors of the program', () => {
  const trap = { get format() { throw new RangeError('of the program'); } }; // prettier-ignore
  assert.throws(() => AnyId['~standard'].validate(trap), RangeError);
});

test('a Set or Map finds ids by their texts', () => {
  const [id, same] = [Tid.parse(TID), Tid.parse(TID)];
  assert.equal(new Set([id, same]).size, 2);
  assert.equal(new Set([id, same].map(String)).size, 1);
});
