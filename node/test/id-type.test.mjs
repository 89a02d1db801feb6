// Declared types and their ids.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect as show } from 'node:util';
import { anId, refused, sortid } from './support/installed.mjs';

const { AnyId, AnyUuid, Format, Generator, Id, Snowflake, Tid, TypeId, Uuid4, Uuid7, idType, prefixOf, storage } =
  sortid;

const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const ORDER = 'order_01fwhe4ydgfk1shh6w1g60eecf';
const USER = 'user_01fwhe4ydgfk1shh6w1g60eecf';
const DISCORD = '175928847299117063';
const DISCORD_TIME = '2016-04-30T11:18:25.796Z';
const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };

const orders = idType('order', 'uuid7');
const users = idType('user', 'uuid7');
const typeIds = idType('order');
const messages = idType('snowflake', { epoch: 'discord' });

test('parses a text into prefix and id', () => {
  const read = TypeId.parse(ORDER, 'uuid7');
  assert.equal(read.prefix, 'order');
  assert.equal(read.format, Format.named('uuid7'));
  assert.ok(read.id instanceof Uuid7 && String(read.id) === V7);
  assert.equal(`${read}`, ORDER);
  assert.ok(TypeId.parse(ORDER, Format.named('uuid7'), 'order').equals(read));
  assert.ok(TypeId.from(Uuid7.parse(V7), 'order').equals(read));
  assert.equal(TypeId.parse(ORDER).format.name, 'any_uuid');
  assert.equal(TypeId.parse('01fwhe4ydgfk1shh6w1g60eecf', 'uuid7').prefix, '');
  assert.equal(String(TypeId.from(Uuid7.parse(V7), '')), '01fwhe4ydgfk1shh6w1g60eecf');
  assert.equal(String(TypeId.from(AnyId.parse('0AWE5HZP3SKTK', 'tsid'), 'order')), 'order_0AWE5HZP3SKTK');
});

test('prefixed ids round-trip in every format with prefixes, other formats are rejected', () => {
  for (const format of Format.all) {
    const id = anId(format);
    if (!format.takesPrefix) {
      assert.throws(() => TypeId.from(id, 'a_b'), refused('not_applicable'));
      assert.throws(() => TypeId.parse(`a_b_${id}`, format), refused('not_applicable'));
      assert.throws(() => idType('a_b', format), refused('not_applicable', { subject: 'prefix' }));
      continue;
    }
    const text = String(TypeId.from(id, 'a_b'));
    const type = idType('a_b', format);
    assert.ok(text.startsWith('a_b_') && type.isValid(text) && !idType('a', format).isValid(text));
    const read = type.parse(text);
    assert.ok(read.prefix === 'a_b' && read.id.equals(id) && read.equals(TypeId.parse(text, format)));
    assert.ok(!type.isValid(text.slice(4)) && !type.isValid(1) && type.tryParse(text).equals(read));
    assert.equal(String(read), text);
    assert.ok(!(read.id instanceof AnyId) && read.id.format === format);
    if (!type.generatedFormat.canGenerate) continue;
    for (const newId of [type.nowText(), String(type.now())]) assert.ok(type.isValid(newId));
  }
});

test('every format has a type without prefix, whose ids are those of the format', () => {
  for (const format of Format.all) {
    const [type, id] = [idType(format, {}), anId(format)];
    const read = type.parse(String(id));
    assert.ok(read.equals(id) && id.equals(read) && read.prefix === null && type.pattern === null);
    assert.deepEqual([String(read), read.toHex(), read.toBigInt()], [String(id), id.toHex(), id.toBigInt()]);
    assert.ok(Id.compare(read, id) === 0 && type.from(id.toBigInt()).equals(id));
    if (format.canGenerate) assert.ok(type.isValid(type.nowText()) && type.isValid(String(type.now())));
    else assert.throws(type.now, refused('not_applicable'));
  }
});

test('errors have the code and the offset in the whole text', () => {
  const long = 'x'.repeat(63);
  assert.equal(TypeId.parse(`${long}_0000000000e008000000000000`, 'uuid7').prefix, long);
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
    assert.throws(() => TypeId.parse(text, 'uuid7', prefix), refused(code, { offset }), text);
    if (prefix !== undefined) assert.equal(idType(prefix, 'uuid7').tryParse(text), null);
  }
  for (const wrong of ['Order', '_a', 'a_', 'ä', 'a1', 'a'.repeat(64)]) {
    for (const use of [
      () => idType(wrong, 'uuid7'),
      () => TypeId.from(Uuid7.now(), wrong),
      () => TypeId.parse(ORDER, 'uuid7', wrong),
    ]) {
      assert.throws(use, refused('invalid_option', { subject: 'prefix' }), wrong);
    }
  }
  assert.throws(() => idType('order', 'nothing'), refused('unknown_format'));
  assert.throws(() => idType('order', {}), refused('unknown_format'));
  for (const mistake of [undefined, null, 1, {}, Uuid7.parse(V7)]) {
    assert.throws(() => TypeId.parse(mistake, 'uuid7'), TYPE);
    assert.throws(() => orders.parse(mistake), TYPE);
    assert.throws(() => idType(mistake, 'uuid7'), TYPE);
    assert.throws(() => prefixOf(mistake), TYPE);
    assert.equal(orders.isValid(mistake), false);
    assert.equal(orders.tryParse(mistake), null);
  }
});

test('new ids of a type come from the default generator, in order', () => {
  const before = Generator.default('uuid7').status().ids;
  const texts = [orders.nowText(), String(orders.now()), orders.nowText()];
  assert.equal(Generator.default('uuid7').status().ids - before, 3n);
  assert.deepEqual(texts.toSorted(), texts);
  assert.ok(sortid.uuid7Text() > String(orders.parse(texts[2]).id));
  const { isValid, now, parse } = orders;
  assert.ok(now().id instanceof Uuid7);
  assert.ok(texts.every(isValid) && texts.map(parse).map(String)[0] === texts[0]);
  assert.ok(Object.isFrozen(orders));
});

test('an id of a type has the time by the options of the type', () => {
  const id = messages.parse(DISCORD);
  assert.equal(id.date().toISOString(), DISCORD_TIME);
  assert.deepEqual([id.unixMs(), id.unixNs(), id.timestamp().nanos], [1462015105796, 1462015105796000000n, 796000000]);
  assert.equal(id.date({ epoch: 'twitter' }).getTime(), id.id.date().getTime());
  for (const message of [messages.now(), messages.parse(messages.nowText()), new Generator(messages).next()])
    assert.ok(Math.abs(message.unixMs() - Date.now()) < 5000, `${message.date()}`);
  const time = new Date(DISCORD_TIME);
  assert.equal(String(messages.minAt(time)), String(41_944_705_796n << 22n));
  const range = messages.range(time, new Date(time.getTime() + 1));
  assert.ok(range.contains(id) && range.contains(id.id) && range.min.equals(messages.minAt(time)));
  assert.equal(messages.at(time).unixMs(), time.getTime());
  assert.throws(() => idType('tid', { epoch: 'discord' }), refused('invalid_option', { subject: 'epoch' }));
  assert.throws(() => idType('snowflake', { clock: 'manual' }), refused('invalid_option', { subject: 'clock' }));
});

test('types are equal if format, prefix and options are', () => {
  assert.ok(orders.equals(idType('order', Uuid7)) && !orders.equals(users) && !orders.equals(typeIds));
  assert.ok(messages.equals(idType(Snowflake, { epochUnixMs: 1420070400000 })));
  for (const other of [idType(Snowflake, {}), Snowflake, null, 'snowflake']) assert.ok(!messages.equals(other));
  const ids = [messages, idType(Snowflake, { epoch: 'discord' })].map((type) => type.now());
  assert.equal(Id.compare(...ids), -1);
});

test('a type accepts only ids of its prefix and format', () => {
  const id = orders.from(Uuid7.parse(V7));
  assert.equal(String(id), ORDER);
  assert.ok(id.id instanceof Uuid7 && orders.fromUuid(V7).equals(id) && orders.from(id.toBigInt()).equals(id));
  for (const same of [
    orders.from(AnyId.parse(V7, 'uuid7')),
    orders.from(TypeId.parse(ORDER, 'uuid7')),
    orders.from(id),
  ])
    assert.ok(same.equals(id) && id.equals(same));
  assert.throws(
    () => orders.from(users.parse(USER)),
    refused('wrong_prefix', { message: /expected the prefix "order", not "user"$/ }),
  );
  assert.throws(
    () => orders.from(Tid.now()),
    refused('not_applicable', { message: /expected an id of uuid7, not of tid$/ }),
  );
  assert.throws(() => orders.from(TypeId.from(Tid.now(), 'order')), refused('not_applicable'));
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
  assert.ok(!range.contains(users.from(max)) && !range.contains(max));
  assert.throws(() => idType('key', 'uuid4').minAt(0), refused('not_applicable'));
});

test('compares by prefix, then by id', () => {
  const [first, second] = [orders.now(), orders.now()];
  assert.deepEqual(
    [orders.compare(first, second), orders.compare(second, first), orders.compare(first, first)],
    [-1, 1, 0],
  );
  const all = [users.parse(USER), second, first, TypeId.from(Uuid7.now(), 'ord'), Uuid7.now()].toSorted(Id.compare);
  assert.deepEqual(
    all.map(({ prefix }) => prefix),
    [null, 'ord', 'order', 'order', 'user'],
  );
  assert.equal(all[2], first);
  assert.ok(!users.parse(USER).equals(orders.parse(ORDER)) && !first.equals(first.id) && !first.equals(String(first)));
  assert.ok(!first.id.equals(first));
  for (const mistake of [ORDER, null]) assert.throws(() => Id.compare(first, mistake), TYPE);
  assert.throws(() => first < second, TypeError);
});

test('an id is its text in JSON, and has the members of every id', () => {
  const id = orders.parse(ORDER);
  assert.equal(JSON.stringify({ id }), `{"id":"${ORDER}"}`);
  assert.deepEqual(
    [show(id), show(orders), show(messages)],
    [`TypeId(${ORDER})`, 'IdType(order: uuid7)', 'IdType(snowflake)'],
  );
  assert.deepEqual([id.toUuid(), id.toForm('upper'), id.version], [V7, V7.toUpperCase(), 7]);
  assert.ok(id.convert('any_uuid') instanceof AnyUuid && id.fields().unix_ts_ms === BigInt(id.unixMs()));
  const tids = idType('x', 'tid');
  const next = tids.from(Tid.parse('3jzfcijpj2z2a'));
  assert.ok(next.successor().predecessor().equals(next) && next.successor().prefix === 'x');
  assert.throws(() => new TypeId(), TYPE);
  assert.throws(() => new sortid.IdType(), TYPE);
  assert.throws(() => TypeId.prototype.toString.call({}), TypeError);
});

test('types are schemas', () => {
  const { version, vendor, validate } = orders['~standard'];
  assert.deepEqual([version, vendor], [1, 'sortid']);
  for (const given of [ORDER, orders.parse(ORDER), TypeId.parse(ORDER, 'uuid7')])
    assert.ok(validate(given).value.equals(orders.parse(ORDER)));
  for (const [given, message] of [
    [USER, /^wrong_prefix: "user_.*" is not a valid order id: expected the prefix "order"$/],
    [users.parse(USER), /^wrong_prefix: /],
    [V7, /^wrong_prefix: /],
    [7, /^a string is expected$/],
  ]) {
    assert.match(validate(given).issues[0].message, message);
  }
  assert.ok(messages['~standard'].validate(DISCORD).value.equals(messages.parse(DISCORD)));
});

test('an id cannot be changed', () => {
  const id = orders.parse(ORDER);
  for (const name of ['x', 'prefix', 'toString', 'toJSON']) {
    assert.throws(() => {
      id[name] = 1;
    }, TypeError);
  }
  assert.equal(String(id), ORDER);
});

test('a TypeID type accepts every UUID, and generates version 7', () => {
  const any = idType('prefix');
  assert.deepEqual([any.format.name, any.generatedFormat.name], ['any_uuid', 'uuid7']);
  assert.ok(any.now().kind === 'version_7' && any.parse(any.nowText()).id instanceof AnyUuid);
  assert.ok(any.nowText() < any.nowText() && any.compare(any.now(), any.now()) < 0);
  const v7 = Uuid7.parse(V7);
  const of = any.from(v7);
  assert.ok(of.equals(any.from(TypeId.from(v7, 'prefix'))) && of.equals(any.from(idType('prefix', 'uuid7').from(v7))));
  assert.ok(of.format === any.format && of.unixMs() === v7.unixMs() && of.unixNs() === v7.unixNs());
  assert.deepEqual([of.date(), of.timestamp()], [v7.date(), v7.timestamp()]);
  assert.equal(String(any.minAt(v7.date()).id), String(Uuid7.minAt(v7.date())));
  const { min, max } = any.range(v7.date(), v7.unixMs() + 1);
  assert.ok(min.equals(any.minAt(v7.date())) && max.equals(any.maxAt(v7.date())));
  assert.throws(() => any.from(Tid.now()), refused('not_applicable'));
  assert.throws(() => idType('prefix', 'uuid7').from(of), refused('not_applicable'));
  const id = any.parse('prefix_0123456789abcdefghjkmnpqrs');
  assert.deepEqual([String(id.id), id.kind], ['0110c853-1d09-52d8-d73e-1194e95b5f19', 'microsoft']);
  assert.throws(() => TypeId.parse(String(id), 'uuid7'), refused('invalid_variant', { offset: 20 }));
  assert.throws(() => id.timestamp(), refused('not_applicable'));
});

test('a generator of a type generates its ids', async () => {
  for (const type of [typeIds, orders, messages]) {
    const generator = new Generator(type, { clock: 'manual' });
    const time = new Date(DISCORD_TIME);
    const id = generator.nextAt(time);
    assert.ok(id instanceof TypeId && type.isValid(String(id)) && id.unixMs() === time.getTime());
    assert.equal(generator.format, type.format);
    const after = [generator.nextAfterAt(id, time), generator.nextAfterAt(String(id), time)];
    for (const each of after) assert.ok(each instanceof TypeId && Id.compare(each, id) > 0);
    assert.throws(() => generator.nextAfterAt(Tid.now(), time), refused('not_applicable'));
  }
  const generator = new Generator(orders);
  const texts = [generator.nextText(), ...generator.nextTexts(3), ...(await generator.nextTextsAsync(3))];
  assert.ok(texts.every(orders.isValid) && texts.toSorted().join() === texts.join());
  assert.ok(orders.isValid(generator.texts().next().value) && generator.next() instanceof TypeId);
  assert.ok(generator.range(0, null).contains(generator.next()));
  assert.equal(generator.fill(new Uint8Array(32)), 2);
  assert.throws(() => generator.fillText(new Uint8Array(64)), refused('not_applicable'));
  const subject = { subject: 'epoch' };
  assert.throws(() => new Generator(messages, { epoch: 'twitter' }), refused('invalid_option', subject));
  assert.ok(new Generator(messages, { epoch: 'discord', node: 3 }).next().id.worker === 3n);
});

test('a column of a type stores its ids without the prefix', () => {
  for (const database of ['postgresql', 'sqlite', 'mysql', 'mariadb', 'duckdb']) {
    for (const text of [false, true]) {
      const [bare, column] = [storage('uuid7', database, { text }), storage(orders, database, { text })];
      assert.deepEqual([column.sqlType, column.kind, column.format], [bare.sqlType, bare.kind, bare.format]);
      const stored = bare.toDriver(V7);
      for (const given of [ORDER, orders.parse(ORDER), Uuid7.parse(V7)])
        assert.deepEqual(column.toDriver(given), stored);
      assert.equal(column.fromDriver(stored), ORDER);
      for (const wrong of [USER, users.parse(USER), V7])
        assert.throws(() => column.toDriver(wrong), refused('wrong_prefix'));
      assert.throws(() => bare.toDriver(orders.parse(ORDER)), refused('wrong_prefix'));
    }
  }
  const column = storage(messages, 'postgresql');
  assert.equal(column.range(new Date(DISCORD_TIME), null).min, 41_944_705_796n << 22n);
  const any = storage(typeIds, 'postgresql');
  assert.equal(any.toDriver(typeIds.from(Uuid4.now().convert('any_uuid'))).length, 36);
});

test('prefixOf returns the text before the last underscore', () => {
  assert.deepEqual(
    [ORDER, ORDER.slice(6), '', '_', 'a_', 'A_b', 'a_b_c', `${'x'.repeat(63)}_1`, `${'x'.repeat(64)}_1`].map(prefixOf),
    ['order', '', '', '', 'a', '', 'a_b', 'x'.repeat(63), ''],
  );
  const names = (text) => sortid.inspect(text).readings.map(({ id }) => id.format.name);
  assert.deepEqual(names(ORDER), ['uuid7', 'ulid', 'uuid7_draft01']);
  assert.deepEqual(names(`${'x'.repeat(63)}${ORDER.slice(5)}`), names(ORDER));
});
