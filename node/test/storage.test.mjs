// Conversion for databases. databases/tests/parts/shared and parts/node test it with servers.
import assert from 'node:assert/strict';
import test from 'node:test';
import { anId, sortid } from './support/installed.mjs';

const { Format, AnyId, Tid, TypeId, Uuid7, storage, uuid7Text } = sortid;
const DATABASES = ['postgresql', 'sqlite', 'mysql', 'mariadb', 'duckdb'];
const TYPES = { uuid: 'string', integer: 'bigint', unsigned: 'bigint', bytes: 'object', text: 'string' };
const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
const HOUR = [1_750_000_000_000, 1_750_003_600_000];

const each = (body) => {
  for (const format of Format.all) {
    for (const database of DATABASES) {
      for (const text of [false, true]) body(storage(format, database, { text }), AnyId.from(anId(format)));
    }
  }
};

test('driver values convert back to the id', () => {
  each((keys, id) => {
    const value = keys.toDriver(id);
    assert.equal(typeof value, TYPES[keys.kind]);
    if (keys.kind === 'bytes') assert.ok(Buffer.isBuffer(value) && value.buffer.byteLength === id.format.byteLength);
    assert.deepEqual(keys.toDriver(String(id)), value);
    assert.equal(keys.fromDriver(value), String(id));
    assert.ok(Object.isFrozen(keys));
  });
});

test('columns have the same types as in other languages', () => {
  const types = (format, options) => DATABASES.map((database) => storage(format, database, options).sqlType);
  const binary = 'BINARY(16)';
  assert.deepEqual(types('ulid'), ['uuid', 'BLOB', binary, binary, 'UUID']);
  assert.deepEqual(types('uuid7'), types('ulid'));
  assert.deepEqual(types('tid'), ['bigint', 'INTEGER', 'BIGINT', 'BIGINT', 'UBIGINT']);
  assert.deepEqual(types('timeid'), ['bigint', 'INTEGER', 'BIGINT', 'BIGINT', 'BIGINT']);
  assert.deepEqual(types('tsid'), ['bytea', 'BLOB', 'BINARY(8)', 'BINARY(8)', 'UBIGINT']);
  const ascii = 'VARCHAR(13) CHARACTER SET ascii COLLATE ascii_bin';
  assert.deepEqual(types('tid', { text: true }), ['text COLLATE "C"', 'TEXT', ascii, ascii, 'VARCHAR']);
  const { dataType, collation } = storage('tid', 'postgresql', { text: true });
  assert.deepEqual([dataType, collation], ['text', 'C']);
});

test('a column has a check if its type accepts other values', () => {
  assert.equal(storage('tsid', 'postgresql').check('"id"'), 'octet_length("id") = 8');
  assert.equal(storage('uuid7', 'postgresql').check('id'), undefined);
  assert.equal(storage('tid', 'sqlite').check('id'), "typeof(id) IN ('integer', 'null')");
});

test('id_is_a_parameter_only_if_its_column_stores_its_text', () => {
  const hooks = { postgresql: 'toPostgres', mysql: 'toSqlString' };
  const sent = { postgresql: [], mysql: [] };
  for (const format of Format.all) {
    const id = AnyId.from(anId(format));
    for (const [database, hook] of Object.entries(hooks)) {
      const value = storage(format, database).toDriver(id);
      const isText = typeof value !== 'object' && String(value) === String(id);
      if (isText) {
        assert.equal(String(id[hook]()).replaceAll("'", ''), String(id));
        sent[database].push(format.name);
      } else {
        const message = `a ${format} cannot be a parameter, because columns may store another value than its text: pass String(id) or storage('${format}', '${database}').toDriver(id)`;
        assert.throws(() => id[hook](), { ...TYPE, message });
      }
      if (format.takesPrefix) assert.throws(() => TypeId.from(id, 'x')[hook](), { ...TYPE, message: /String\(id\)/ });
    }
  }
  const integers = ['snowflake', 'sharding_id', 'sonyflake', 'mastodon', 'custom64'];
  const uuids = Format.all.filter(({ textLength }) => textLength === 36).map(({ name }) => name);
  assert.deepEqual(new Set(sent.postgresql), new Set([...uuids, ...integers]));
  assert.deepEqual(new Set(sent.mysql), new Set(integers));
});

test('toDriver rejects other values than ids of the format', () => {
  const keys = storage('tid', 'postgresql');
  assert.throws(() => keys.toDriver('3jzfcijpj2z21'), { code: 'invalid_character', offset: 12 });
  assert.throws(() => keys.toDriver(Uuid7.parse(uuid7Text())), { code: 'not_applicable' });
  for (const wrong of [null, undefined, 1n, 1, new Uint8Array(8), {}]) {
    assert.throws(() => keys.toDriver(wrong), TypeError);
  }
  assert.throws(() => storage('uuid7', 'postgresql').fromDriver('x'), { code: 'invalid_length' });
  assert.throws(() => storage('uuid7', 'postgresql').fromDriver('x'.repeat(36)), { code: 'invalid_character' });
  const nil = '00000000-0000-0000-0000-000000000000';
  assert.throws(() => storage('uuid7', 'postgresql').fromDriver(nil), { code: 'invalid_variant' });
  assert.throws(() => storage('tsid', 'postgresql').fromDriver(Buffer.from('0SBD17Y7EEMKA')), {
    code: 'invalid_length',
  });
});

test('fromDriver rejects values of other types', () => {
  const values = { string: 'x', bigint: 1n, object: Buffer.of(1), number: 1, boolean: true };
  each((keys) => {
    for (const [type, value] of Object.entries({ ...values, nothing: undefined, null: null, date: new Date() })) {
      if (type === TYPES[keys.kind]) continue;
      assert.throws(() => keys.fromDriver(value), {
        name: 'TypeError',
        message: /^the column type .* cannot contain values of the type/,
      });
    }
  });
  assert.throws(() => storage('tid', 'sqlite').fromDriver(2 ** 60), /return integers as bigint \(defaultSafeIntegers/);
  assert.equal(storage('tid', 'postgresql').fromDriver('1728652679052295174'), '3jzfcijpj2z2a');
  assert.throws(() => storage('tid', 'postgresql').fromDriver('-1'), { code: 'out_of_range' });
});

test('toDriver rejects a reserved id beyond signed integers', () => {
  const reserved = Tid.fromBigInt(2n ** 63n);
  assert.throws(() => storage('tid', 'postgresql').toDriver(reserved), { code: 'out_of_range' });
  assert.throws(() => reserved.toPostgres(), { code: 'out_of_range' });
  assert.throws(() => reserved.toSqlString(), { code: 'out_of_range' });
  assert.equal(storage('tid', 'duckdb').toDriver(reserved), 2n ** 63n);
});

test('range returns bounds if the column sorts by time', () => {
  each(({ format, isSorted, range, toDriver }) => {
    if (!isSorted || format.resolutionNs === null) {
      assert.throws(() => range(...HOUR), { code: 'not_applicable' });
      return;
    }
    const { min, max } = AnyId.range(...HOUR, format);
    assert.deepEqual(range(...HOUR), { min: toDriver(min), max: toDriver(max) });
  });
  const discord = storage('snowflake', 'sqlite').range(...HOUR, { epoch: 'discord' });
  assert.notDeepEqual(discord, storage('snowflake', 'sqlite').range(...HOUR));
});

test('rejects other databases', () => {
  for (const database of ['oracle', '', undefined, 'clickhouse']) {
    assert.throws(() => storage('tid', database), { code: 'ERR_INVALID_ARG_TYPE', message: /postgresql, sqlite/ });
  }
  assert.throws(() => storage('nonsense', 'sqlite'), { code: 'unknown_format' });
});
