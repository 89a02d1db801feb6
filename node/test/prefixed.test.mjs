// Prefixed ids: dynamic, and of declared types.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect as show } from 'node:util';
import { anId, refused, sortid } from './support/installed.mjs';

const { Format, Generator, Id, PrefixedId, Tid, Uuid7, prefixOf, prefixedType } = sortid;

const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const ORDER = 'order_01fwhe4ydgfk1shh6w1g60eecf';
const USER = 'user_01fwhe4ydgfk1shh6w1g60eecf';
const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };

const orders = prefixedType('order', 'uuid7');
const users = prefixedType('user', 'uuid7');

test('parses a text into prefix and id', () => {
  const read = PrefixedId.parse(ORDER, 'uuid7');
  assert.equal(read.prefix, 'order');
  assert.equal(read.format, Format.named('uuid7'));
  assert.ok(read.id instanceof Id && String(read.id) === V7);
  assert.equal(`${read}`, ORDER);
  assert.ok(PrefixedId.parse(ORDER, Format.named('uuid7'), 'order').equals(read));
  assert.ok(PrefixedId.from(Uuid7.parse(V7), 'order').equals(read));
  assert.equal(PrefixedId.parse('01fwhe4ydgfk1shh6w1g60eecf', 'uuid7').prefix, '');
  assert.equal(String(PrefixedId.from(Uuid7.parse(V7), '')), '01fwhe4ydgfk1shh6w1g60eecf');
  assert.equal(String(PrefixedId.from(Id.parse('0AWE5HZP3SKTK', 'tsid'), 'order')), 'order_0AWE5HZP3SKTK');
});

test('every format with prefixes survives conversion and back, others are rejected', () => {
  for (const format of Format.all) {
    const id = anId(format);
    if (!format.takesPrefix) {
      assert.throws(() => PrefixedId.from(id, 'a_b'), refused('not_applicable'));
      assert.throws(() => PrefixedId.parse(`a_b_${id}`, format), refused('not_applicable'));
      assert.throws(() => prefixedType('a_b', format), refused('not_applicable', { subject: 'prefix' }));
      continue;
    }
    const text = String(PrefixedId.from(id, 'a_b'));
    assert.ok(text.startsWith('a_b_') && PrefixedId.isValid(text, format) && PrefixedId.isValid(text, format, 'a_b'));
    assert.ok(!PrefixedId.isValid(text, format, 'a'));
    const read = PrefixedId.parse(text, format);
    assert.ok(read.prefix === 'a_b' && read.id.equals(id));
    const typed = prefixedType('a_b', format);
    assert.ok(typed.isValid(text) && !typed.isValid(text.slice(4)) && !typed.isValid(1));
    assert.equal(String(typed.parse(text)), text);
    const { id: one } = typed.parse(text);
    assert.ok(!(one instanceof Id) && one.format === format);
    for (const made of [typed.new(), String(typed.now())]) assert.ok(typed.isValid(made));
  }
});

test('errors have the code and the offset in the whole text', () => {
  const long = 'x'.repeat(63);
  assert.equal(PrefixedId.parse(`${long}_0000000000e008000000000000`, 'uuid7').prefix, long);
  for (const [text, code, offset, prefix] of [
    [USER, 'wrong_prefix', 0, 'order'],
    [USER.slice(5), 'wrong_prefix', 0, 'order'],
    // Regardless of the rest of the text and its length.
    [`user_${'y'.repeat(1000)}`, 'wrong_prefix', 0, 'order'],
    [`Order_${'y'.repeat(1000)}`, 'invalid_length', 1006, 'order'],
    [`${long}x_0000000000e008000000000000`, 'invalid_length', 91],
    ['Order_01h455vb4pex5vsknk084sn02q', 'invalid_character', 0, 'order'],
    ['_01h455vb4pex5vsknk084sn02q', 'invalid_character', 0],
    ['préfix_01h455vb4pex5vsknk084sn02q', 'invalid_character', 2],
    ['\ud800_01h455vb4pex5vsknk084sn02q', 'invalid_character', 0],
    [`${long.slice(1)}\udc00_01h455vb4pex5vsknk084sn02q`, 'invalid_length', 92],
    [`${long.slice(9)}\udc00_01h455vb4pex5vsknk084sn02q`, 'invalid_character', 54],
    ['user_7mfb0gpp6c8dsaasre0asc7n3s', 'invalid_version', 15],
  ]) {
    assert.throws(() => PrefixedId.parse(text, 'uuid7', prefix), refused(code, { offset }), text);
    assert.equal(PrefixedId.isValid(text, 'uuid7', prefix), false);
  }
  for (const wrong of ['Order', '_a', 'a_', 'ä', 'a1', 'a'.repeat(64)]) {
    for (const use of [
      () => prefixedType(wrong, 'uuid7'),
      () => PrefixedId.from(Uuid7.now(), wrong),
      () => PrefixedId.parse(ORDER, 'uuid7', wrong),
      () => PrefixedId.isValid(ORDER, 'uuid7', wrong),
    ]) {
      assert.throws(use, refused('invalid_option', { subject: 'prefix' }), wrong);
    }
  }
  assert.throws(() => prefixedType('order', 'nothing'), refused('unknown_format'));
  for (const mistake of [undefined, null, 1, {}, Uuid7.parse(V7)]) {
    assert.throws(() => PrefixedId.parse(mistake, 'uuid7'), TYPE);
    assert.throws(() => orders.parse(mistake), TYPE);
    assert.throws(() => prefixedType(mistake, 'uuid7'), TYPE);
    assert.throws(() => prefixOf(mistake), TYPE);
    assert.equal(PrefixedId.isValid(mistake, 'uuid7'), false);
  }
});

test('new ids of a type come from the default generator, in order', () => {
  const before = Generator.default('uuid7').status().ids;
  const texts = [orders.new(), String(orders.now()), orders.new()];
  assert.equal(Generator.default('uuid7').status().ids - before, 3n);
  assert.deepEqual(texts.toSorted(), texts);
  assert.ok(sortid.uuid7() > String(orders.parse(texts[2]).id));
  const { isValid, now, parse } = orders;
  assert.ok(now().id instanceof Uuid7);
  assert.ok(texts.every(isValid) && texts.map(parse).map(String)[0] === texts[0]);
  assert.ok(Object.isFrozen(orders));
});

test('a type accepts only ids of its prefix and format', () => {
  const id = orders.from(Uuid7.parse(V7));
  assert.equal(String(id), ORDER);
  assert.ok(id.id instanceof Uuid7);
  for (const same of [
    orders.from(Id.parse(V7, 'uuid7')),
    orders.from(PrefixedId.parse(ORDER, 'uuid7')),
    orders.from(id),
  ])
    assert.ok(same.equals(id) && id.equals(same));
  assert.throws(
    () => orders.from(users.parse(USER)),
    refused('wrong_prefix', { message: /expected the prefix "order", not "user"$/ }),
  );
  assert.throws(
    () => orders.from(Tid.now()),
    refused('not_applicable', { message: /an id of uuid7 is expected, not of tid$/ }),
  );
  assert.throws(() => orders.from(PrefixedId.from(Tid.now(), 'order')), refused('not_applicable'));
  for (const mistake of [undefined, null, ORDER, V7, {}]) assert.throws(() => orders.from(mistake), TYPE);
});

test('returns bounds of an instant and of an interval', () => {
  const { min, max } = Uuid7.range(0, new Date(1000));
  const range = orders.range(0, new Date(1000));
  assert.deepEqual(
    [range.min, range.max].map(String),
    [min, max].map((id) => String(orders.from(id))),
  );
  assert.ok(orders.minAt(0).equals(range.min) && !orders.maxAt(0).equals(range.max));
  assert.ok(range.contains(orders.from(max)) && !range.contains(orders.parse(ORDER)));
  assert.throws(() => range.contains(users.parse(USER)), refused('wrong_prefix'));
  assert.throws(() => prefixedType('key', 'uuid4').minAt(0), refused('not_applicable'));
});

test('compares by prefix, then by id', () => {
  const [first, second] = [orders.new(), orders.new()].map(orders.parse);
  assert.deepEqual(
    [orders.compare(first, second), orders.compare(second, first), orders.compare(first, first)],
    [-1, 1, 0],
  );
  assert.throws(() => orders.compare(first, users.parse(USER)), refused('wrong_prefix'));
  const all = [users.parse(USER), second, first, PrefixedId.from(Uuid7.now(), 'ord')].toSorted(PrefixedId.compare);
  assert.deepEqual(
    all.map(({ prefix }) => prefix),
    ['ord', 'order', 'order', 'user'],
  );
  assert.equal(all[1], first);
  assert.ok(!users.parse(USER).equals(orders.parse(ORDER)) && !first.equals(first.id) && !first.equals(String(first)));
  for (const mistake of [ORDER, Uuid7.now(), null]) assert.throws(() => PrefixedId.compare(first, mistake), TYPE);
  assert.throws(() => first < second, TypeError);
});

test('encodes a typed id in JSON as text, a dynamic one with its format', () => {
  const [typed, dynamic] = [orders.parse(ORDER), PrefixedId.parse(ORDER, 'uuid7')];
  assert.equal(
    JSON.stringify({ typed, dynamic }),
    `{"typed":"${ORDER}","dynamic":{"format":"uuid7","text":"${ORDER}"}}`,
  );
  assert.ok(PrefixedId.fromJSON(JSON.parse(JSON.stringify(dynamic))).equals(typed));
  assert.deepEqual([typed, dynamic].map(show), [`PrefixedId(${ORDER})`, `PrefixedId(uuid7 ${ORDER})`]);
  assert.ok(PrefixedId.from(typed) instanceof PrefixedId && !(typed instanceof PrefixedId));
  for (const mistake of [undefined, null, ORDER]) assert.throws(() => PrefixedId.fromJSON(mistake), TYPE);
  assert.throws(() => new PrefixedId(), TypeError);
  assert.throws(() => PrefixedId.prototype.toString.call({}), TypeError);
});

test('PrefixedId and types are schemas', () => {
  const { version, vendor, validate } = orders['~standard'];
  assert.deepEqual([version, vendor], [1, 'sortid']);
  for (const given of [ORDER, orders.parse(ORDER), PrefixedId.parse(ORDER, 'uuid7')])
    assert.ok(validate(given).value.equals(orders.parse(ORDER)));
  for (const [given, message] of [
    [USER, /^wrong_prefix: "user_.*" is not a valid order id: expected the prefix "order"$/],
    [users.parse(USER), /^wrong_prefix: /],
    [V7, /^wrong_prefix: /],
    [7, /^a string is expected$/],
  ]) {
    assert.match(validate(given).issues[0].message, message);
  }
  const dynamic = PrefixedId['~standard'];
  assert.ok(dynamic.validate({ format: 'uuid7', text: ORDER }).value.equals(orders.parse(ORDER)));
  assert.ok(dynamic.validate(orders.parse(ORDER)).value instanceof PrefixedId);
  assert.equal(dynamic.validate(ORDER).issues.length, 1);
});

test('a prefixed id cannot be changed', () => {
  for (const id of [prefixedType('order', 'uuid7').parse(ORDER), PrefixedId.parse(ORDER, 'uuid7')]) {
    for (const name of ['x', 'prefix', 'toString', 'toJSON']) {
      assert.throws(() => {
        id[name] = 1;
      }, TypeError);
    }
    assert.equal(String(id), ORDER);
  }
});

test('a TypeID type accepts every UUID, and generates version 7', () => {
  const any = prefixedType('prefix');
  assert.equal(any.format, prefixedType('prefix', 'any_uuid').format);
  assert.ok(any.now().id.kind === 'version_7' && any.parse(any.new()).id instanceof sortid.AnyUuid);
  assert.ok(any.new() < any.new() && any.compare(any.now(), any.now()) < 0);
  const v7 = Uuid7.parse(V7);
  const of = any.from(v7);
  assert.ok(
    of.equals(any.from(PrefixedId.from(v7, 'prefix'))) && of.equals(any.from(prefixedType('prefix', 'uuid7').from(v7))),
  );
  assert.ok(of.format === any.format && of.unixMs() === v7.unixMs() && of.unixNs() === v7.unixNs());
  assert.deepEqual([of.date(), of.timestamp()], [v7.date(), v7.timestamp()]);
  assert.equal(String(any.minAt(v7.date()).id), String(Uuid7.minAt(v7.date())));
  const { min, max } = any.range(v7.date(), v7.unixMs() + 1);
  assert.ok(min.equals(any.minAt(v7.date())) && max.equals(any.maxAt(v7.date())));
  assert.throws(() => any.from(Tid.now()), refused('not_applicable'));
  assert.throws(() => prefixedType('prefix', 'uuid7').from(of), refused('not_applicable'));
  const id = any.parse('prefix_0123456789abcdefghjkmnpqrs');
  assert.deepEqual([String(id.id), id.id.kind], ['0110c853-1d09-52d8-d73e-1194e95b5f19', 'microsoft']);
  assert.throws(() => PrefixedId.parse(String(id), 'uuid7'), refused('invalid_variant', { offset: 20 }));
  assert.throws(() => id.timestamp(), refused('not_applicable'));
});

test('prefixOf returns the text before the last underscore', () => {
  assert.deepEqual(
    [ORDER, ORDER.slice(6), '', '_', 'a_', 'A_b', 'a_b_c', `${'x'.repeat(63)}_1`, `${'x'.repeat(64)}_1`].map(prefixOf),
    ['order', '', '', '', 'a', '', 'a_b', 'x'.repeat(63), ''],
  );
  const names = (text) => sortid.inspect(text).map(({ id }) => id.format.name);
  assert.deepEqual(names(ORDER), ['uuid7', 'ulid', 'uuid7_draft01']);
  assert.deepEqual(names(`${'x'.repeat(63)}${ORDER.slice(5)}`), names(ORDER));
});
