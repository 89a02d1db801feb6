// Ids: reading, printing, comparing and transferring them.
import assert from 'node:assert/strict';
import test from 'node:test';
import { inspect as show } from 'node:util';
import { anId, refused, sortid } from './support/installed.mjs';

const { AnyUuid, Format, AnyId, Id, Tid, Ulid, Uuid4, Uuid7, convert, findIds, inspect, isValid } = sortid;

const TID = '3jzfcijpj2z2a';
const V7 = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';

test('reads and prints an id in every way', () => {
  const id = AnyId.parse(TID, 'tid');
  assert.equal(id.format, Format.named('tid'));
  assert.equal(String(id), TID);
  assert.equal(`${id}`, TID);
  assert.equal(id.toForm('canonical'), TID);
  assert.deepEqual([...id.toBytes()], [0x17, 0xfd, 0x68, 0x73, 0xea, 0xf0, 0x7c, 0x06]);
  assert.equal(id.toBigInt(), 0x17fd6873eaf07c06n);
  assert.deepEqual(id.fields(), { reserved: 0n, timestamp_us: 1688137381887007n, clock_id: 6n });
  assert.equal(id.field('clock_id'), 6n);
  assert.deepEqual(id.timestamp(), { seconds: 1688137381n, nanos: 887007000 });
  assert.equal(id.unixNs(), 1688137381887007000n);
  assert.equal(id.date().toISOString(), '2023-06-30T15:03:01.887Z');
  assert.equal(id.isReserved, false);
  for (const again of [
    AnyId.parse(TID, Format.named('tid')),
    AnyId.fromBytes(id.toBytes(), 'tid'),
    AnyId.fromBigInt(id.toBigInt(), 'tid'),
    AnyId.fromFields(id.fields(), 'tid'),
    AnyId.fromJSON(JSON.parse(JSON.stringify(id))),
  ]) {
    assert.ok(again.equals(id) && id.equals(again));
    assert.equal(Id.compare(again, id), 0);
  }
});

test('every_conversion_round_trips_in_every_format', () => {
  for (const format of Format.all) {
    const id = anId(format);
    assert.ok(id.equals(AnyId.fromBytes(id.toBytes(), format)));
    assert.ok(id.equals(AnyId.fromFields(id.fields(), format)));
    assert.ok(!id.equals(anId(format)));
    assert.equal(id.toBytes().length, format.byteLength);
    assert.ok(String(id).length >= format.textLengthMin && String(id).length <= format.textLength);
    assert.ok(id.equals(AnyId.fromBigInt(id.toBigInt(), format)));
  }
});

test('sorts comb_mssql by its last bytes', () => {
  const ids = ['ffffffff-ffff-4fff-bfff-000000000001', '00000000-0000-4000-8000-000000000002'];
  const [a, b] = ids.map((text) => AnyId.parse(text, 'comb_mssql'));
  assert.equal(Id.compare(a, b), -1);
});

test('ids are independent of each other', () => {
  const [a, b] = [AnyId.parse(V7, 'uuid7'), AnyId.parse(TID, 'tid')];
  const bytes = a.toBytes();
  b.toBytes();
  assert.equal(String(a), V7);
  assert.equal(String(b), TID);
  // Returned bytes are a copy.
  bytes.fill(0);
  assert.equal(String(a), V7);
});

test('offsets count bytes of UTF-8', () => {
  for (const [text, code, offset] of [
    ['', 'invalid_length', 0],
    [TID.slice(1), 'invalid_length', 12],
    [`${TID}\n`, 'invalid_length', 14],
    ['3jzfcijpj2z21', 'invalid_character', 12],
    // Twelve characters, thirteen bytes.
    ['3jzfcijpj2zä', 'invalid_character', 11],
    ['ä3jzfcijpj2z', 'invalid_character', 0],
    // A lone surrogate is three bytes, a pair four.
    ['\ud8003jzfcijpj2', 'invalid_character', 0],
    ['3jzfcijpj2\udc00', 'invalid_character', 10],
    ['3jzfcijpj\u{1f600}', 'invalid_character', 9],
    ['3jzfcijpj2z2\u0133', 'invalid_length', 14],
    ['3jzfcijpj2z2\ud800', 'invalid_length', 15],
    // A character whose low byte is a symbol of the alphabet.
    ['3jzfcijpj2z\u0132', 'invalid_character', 11],
    ['kjzfcijpj2z2a', 'out_of_range', undefined],
    ['a'.repeat(62), 'invalid_length', 62],
    ['a'.repeat(63), 'invalid_length', 63],
    ['a'.repeat(64), 'invalid_length', 64],
    ['ä'.repeat(63), 'invalid_length', 126],
    [`${'a'.repeat(1e6)}\ud800`, 'invalid_length', 1_000_003],
  ]) {
    assert.throws(
      () => AnyId.parse(text, 'tid'),
      refused(code, offset === undefined ? {} : { offset }),
      JSON.stringify(text.slice(0, 20)),
    );
    assert.equal(isValid(text, 'tid'), false);
  }
});

test('errors have the message and fields of the core', () => {
  try {
    AnyId.parse('3jzfcijpj2z21', 'tid');
    assert.fail();
  } catch (error) {
    assert.ok(error instanceof sortid.SortidError && error instanceof Error);
    assert.equal(error.name, 'SortidError');
    assert.match(error.message, /^invalid_character: .* at byte 12$/);
    assert.match(error.stack, /ids\.test\.mjs/);
    assert.deepEqual(Object.keys(error).toSorted(), ['code', 'offset']);
    assert.equal(Object.prototype.toString.call(error), '[object Error]');
  }
});

test('parse throws a TypeError for other types than strings, isValid returns false', () => {
  for (const mistake of [
    undefined,
    null,
    1,
    1n,
    NaN,
    {},
    [TID],
    Symbol(TID),
    new String(TID),
    { toString: () => TID },
  ]) {
    const type = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
    assert.throws(() => AnyId.parse(mistake, 'tid'), type);
    assert.throws(() => inspect(mistake), type);
    assert.throws(() => findIds(mistake), type);
    assert.throws(() => AnyId.prefixRange(mistake, 'tid'), type);
    assert.throws(() => convert(mistake, 'tid', 'timeid'), type);
    assert.equal(isValid(mistake, 'tid'), false);
  }
  assert.equal(isValid(TID, 'tid'), true);
  assert.throws(() => isValid(TID, 'nothing'), refused('unknown_format'));
});

test('reads bytes from any Uint8Array of the right length', () => {
  const bytes = AnyId.parse(TID, 'tid').toBytes();
  const memory = new Uint8Array(20);
  memory.set(bytes, 5);
  assert.equal(String(AnyId.fromBytes(memory.subarray(5, 13), 'tid')), TID);
  assert.equal(String(AnyId.fromBytes(Buffer.from(bytes), 'tid')), TID);
  const shared = new Uint8Array(new SharedArrayBuffer(8));
  shared.set(bytes);
  assert.equal(String(AnyId.fromBytes(shared, 'tid')), TID);
  assert.throws(() => AnyId.fromBytes(bytes.subarray(1), 'tid'), refused('invalid_length', { offset: 7 }));
  assert.throws(() => AnyId.fromBytes(new Uint8Array(), 'tid'), refused('invalid_length', { offset: 0 }));
  assert.throws(() => AnyId.fromBytes(new Uint8Array(16), 'uuid7'), refused('invalid_variant'));
  for (const mistake of [
    undefined,
    null,
    TID,
    [...bytes],
    bytes.buffer,
    new Uint16Array(4),
    new DataView(bytes.buffer),
    {},
  ]) {
    assert.throws(() => AnyId.fromBytes(mistake, 'tid'), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
  structuredClone(bytes, { transfer: [bytes.buffer] });
  assert.throws(() => AnyId.fromBytes(bytes, 'tid'), refused('invalid_length', { offset: 0 }));
});

test('compares by value, timeid by time', () => {
  const parse = (text) => AnyId.parse(text, 'timeid');
  const texts = ['3kxn-lhr-3gxq-22', 's222-222-2222-22', '2222-222-2222-22'];
  assert.deepEqual(texts.map(parse).toSorted(Id.compare).map(String), [texts[1], texts[2], texts[0]]);
  assert.ok(parse(texts[1]).toBigInt() < 0n);
  // Ids of different formats are never equal, and sort by the formats' codes.
  const [tid, timeid] = [AnyId.fromBigInt(6n, 'tid'), AnyId.fromBigInt(6n, 'timeid')];
  assert.equal(Id.compare(tid, timeid), -1);
  assert.equal(Id.compare(timeid, tid), 1);
  assert.equal(tid.equals(timeid), false);
  for (const other of [undefined, null, TID, 6n, {}]) {
    assert.equal(tid.equals(other), false);
    assert.throws(() => Id.compare(tid, other), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
});

test('isValid agrees with parse for UUIDs with one changed character', () => {
  const parses = (text, format) => {
    try {
      return AnyId.parse(text, format) instanceof AnyId;
    } catch {
      return false;
    }
  };
  for (const format of Format.all.filter(({ textLength }) => textLength === 36)) {
    const text = String(anId(format));
    for (let at = 0; at <= text.length; at++) {
      for (const symbol of [...'0123456789abcdefABCDEF-gG/:@`\n\u0661\uff11\ud800', '']) {
        const other = text.slice(0, at) + symbol + text.slice(at + 1);
        assert.equal(isValid(other, format), parses(other, format), `${format} ${other}`);
      }
    }
  }
});

test('compares by the first differing byte', () => {
  for (const format of Format.all.filter(({ bytesSort, byteLength }) => bytesSort && byteLength === 16)) {
    const from = (bytes) => {
      try {
        return [AnyId.fromBytes(bytes, format)];
      } catch {
        return [];
      }
    };
    const bytes = anId(format).toBytes();
    const changed = Array.from(bytes.keys()).flatMap((at) =>
      [0, 0x7f, 0x80, 0xff].flatMap((byte) =>
        from(bytes.map((old, i) => (i < at ? old : i === at ? byte : ~old & 0xff))),
      ),
    );
    for (const a of changed) {
      for (const b of changed) assert.equal(Id.compare(a, b), Buffer.compare(a.toBytes(), b.toBytes()), `${a} ${b}`);
    }
  }
});

test('compares like bytes in formats whose bytes sort', () => {
  for (const format of Format.all.filter(({ bytesSort }) => bytesSort)) {
    const ids = Array.from({ length: 20 }, () => anId(format));
    const last = ids[0].toBytes();
    last[last.length - 1] ^= 1;
    ids.push(AnyId.fromBytes(last, format));
    for (const a of ids) {
      for (const b of ids) assert.equal(Id.compare(a, b), Buffer.compare(a.toBytes(), b.toBytes()), `${a} ${b}`);
    }
  }
});

test('throws for numbers and comparison operators', () => {
  const id = AnyId.parse(TID, 'tid');
  assert.throws(() => id < id, TypeError);
  assert.throws(() => +id, TypeError);
  assert.throws(() => id * 1, TypeError);
  assert.throws(() => Number(id), TypeError);
  assert.equal(`${id}${id}`, TID + TID);
  assert.equal(new Map([[String(id), 1]]).get(TID), 1);
});

test('rejects constructing, changing and imitating ids', () => {
  const id = AnyId.parse(TID, 'tid');
  assert.throws(() => new Id(), TypeError);
  assert.throws(() => new Id(undefined, 0), TypeError);
  assert.throws(() => {
    id.format = 'uuid7';
  }, TypeError);
  for (const own of [id, Tid.parse(TID)]) {
    for (const name of ['x', 'toString', 'toJSON', 'clockId', Symbol('x')]) {
      assert.throws(() => {
        own[name] = 1;
      }, TypeError);
    }
    assert.equal(own.x, undefined);
    assert.ok(own instanceof Object && String(own) === TID);
  }
  for (const member of ['toString', 'toBytes', 'toBigInt', 'fields']) {
    assert.throws(() => AnyId.prototype[member].call({}), TypeError);
  }
});

test('encodes an id in JSON as format and text, a typed id as text', () => {
  const id = AnyId.parse(TID, 'tid');
  assert.equal(JSON.stringify({ id, text: TID }), `{"id":{"format":"tid","text":"${TID}"},"text":"${TID}"}`);
  assert.throws(() => AnyId.fromJSON({ format: 'nothing', text: TID }), refused('unknown_format'));
  for (const mistake of [undefined, null, TID, 1]) assert.throws(() => AnyId.fromJSON(mistake), TypeError);
});

test('structured_clone_of_a_value_throws_and_names_the_text', () => {
  const id = AnyId.parse(TID, 'tid');
  const order = sortid.idType('order').now();
  // Bun does not name the value.
  const [message, ofGenerator] = process.versions.bun ? [/clone/, /clone/] : [/send String\(id\)/, /share\(\)/];
  for (const value of [id, Tid.parse(TID), order, Tid.range(0, null)]) {
    assert.throws(() => structuredClone({ value }), { name: 'DataCloneError', message });
  }
  assert.ok(AnyId.fromJSON(structuredClone(id.toJSON())).equals(id));
  assert.throws(() => structuredClone(new sortid.Generator('tid')), { message: ofGenerator });
});

test('inspects an id with its format and text', () => {
  assert.equal(show(AnyId.parse(TID, 'tid')), `AnyId(tid ${TID})`);
  assert.equal(show({ deep: [AnyId.parse(V7, 'uuid7')] }), `{ deep: [ AnyId(uuid7 ${V7}) ] }`);
});

test('returns the version of UUIDs, and hexadecimal digits of every id', () => {
  const versions = { uuid1: 1, uuid4: 4, uuid6: 6, uuid7: 7, uuid7_draft01: 7, uuid8: 8, ordered_uuid: 4 };
  for (const [format, version] of Object.entries(versions)) assert.equal(anId(Format.named(format)).version, version);
  for (const format of ['tid', 'ulid', 'sid', 'lexical_uuid']) assert.equal(anId(Format.named(format)).version, null);
  assert.equal(AnyUuid.parse(V7).version, 7);
  assert.equal(AnyUuid.parse('00000000-0000-0000-0000-000000000000').version, null);
  assert.equal(AnyUuid.parse('ffffffff-ffff-ffff-cfff-ffffffffffff').version, null);
  for (const format of Format.all) {
    const id = anId(format);
    assert.equal(id.toHex(), Buffer.from(id.toBytes()).toString('hex'));
  }
});

test('formats every text form', () => {
  const id = AnyId.parse(V7, 'uuid7');
  assert.equal(id.toForm('compact'), V7.replaceAll('-', ''));
  assert.equal(id.toForm('urn'), `urn:uuid:${V7}`);
  assert.ok(AnyId.parse(id.toForm('urn').toUpperCase().replace('URN:UUID', 'urn:uuid'), 'uuid7').equals(id));
  assert.throws(() => id.toForm('hex'), refused('not_applicable'));
  for (const unknown of ['', 'CANONICAL', undefined, 0, '__proto__']) {
    assert.throws(() => id.toForm(unknown), refused('not_applicable', { subject: String(unknown) }));
  }
});

test('parses named forms, misspelled texts and other byte orders', () => {
  const id = Uuid7.parse(V7);
  for (const form of ['compact', 'braced', 'upper', 'typeid', 'base57', 'base58_flickr', 'base64url', 'crockford']) {
    assert.ok(Uuid7.parseForm(id.toForm(form), form).equals(id), form);
    assert.ok(AnyId.parseForm(id.toForm(form), 'uuid7', form).equals(id), form);
  }
  assert.throws(() => Uuid7.parseForm(V7, 'hex'), refused('not_applicable'));
  assert.throws(() => Uuid7.parseForm(V7, '?'), refused('not_applicable', { subject: '?' }));
  const read = Uuid7.parseLenient(`{${V7.toUpperCase()}} `);
  assert.deepEqual([String(read.id), read.corrections], [V7, ['whitespace', 'braces']]);
  assert.throws(() => AnyId.parseLenient('?', 'uuid7'), refused('invalid_length'));
  const misses = inspect(`{${V7}}`).suggestions.map((miss) => [String(miss.id), miss.corrections]);
  assert.deepEqual(misses, [[V7, ['braces']]]);
  assert.deepEqual(inspect(V7).suggestions, []);
  for (const order of ['guid', 'mysql_swapped']) {
    assert.ok(Uuid7.fromBytesIn(id.toBytesIn(order), order).equals(id), order);
    assert.ok(AnyId.fromBytesIn(id.toBytesIn(order), 'uuid7', order).equals(id), order);
  }
  assert.equal(Buffer.from(id.toBytesIn('guid')).toString('hex', 0, 8), 'e2227f01b079c37c');
  assert.throws(() => id.toBytesIn('little'), refused('not_applicable', { subject: 'little' }));
  assert.throws(() => Tid.parse(TID).toBytesIn('guid'), refused('not_applicable'));
});

test('converts to and from the UUID with the same bits', () => {
  for (const format of Format.all) {
    const id = anId(format);
    const hex = id.toHex();
    const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
    if (format.bits === 128) {
      assert.equal(id.toUuid(), uuid);
      assert.ok(AnyId.fromUuid(uuid.toUpperCase(), format).equals(id));
    } else {
      assert.throws(() => id.toUuid(), refused('not_applicable'));
      assert.throws(() => AnyId.fromUuid(V7, format), refused('not_applicable'));
    }
  }
  assert.equal(String(Ulid.fromUuid(V7)), '01FWHE4YDGFK1SHH6W1G60EECF');
  assert.throws(() => Uuid7.fromUuid(Uuid4.now().toUuid()), refused('invalid_version'));
  assert.throws(() => Ulid.fromUuid('x'), refused('invalid_length'));
  assert.throws(() => Ulid.fromUuid(null), TypeError);
});

test('returns the node class of a timeid', () => {
  const classes = ['22', '32', 'z2'].map((node) => AnyId.parse(`3kxn-lhr-3gxq-${node}`, 'timeid').nodeClass);
  assert.deepEqual(classes, ['best_effort', 'context', 'global']);
  assert.equal(AnyId.parse(TID, 'tid').nodeClass, null);
});

test('returns the kind of an any_uuid', () => {
  const kinds = ['5df41881-3aed-3515-88a7-2f4a814cf09e', '00000000-0000-0000-c000-000000000046', V7].map(
    (text) => AnyId.parse(text, 'any_uuid').kind,
  );
  assert.deepEqual(kinds, ['version_3', 'microsoft', 'version_7']);
  assert.equal(AnyId.parse(V7, 'uuid7').kind, null);
  assert.equal(String(AnyId.parse(V7, 'any_uuid').convert('uuid7')), V7);
  assert.throws(() => AnyId.parse(V7, 'any_uuid').convert('uuid4'), refused('invalid_version'));
});

test('any_uuid is parsed, but not generated', () => {
  const { Generator } = sortid;
  assert.deepEqual(
    [sortid.anyUuid, sortid.any_uuid, AnyUuid.now, AnyUuid.isValid(V7)],
    [undefined, undefined, undefined, true],
  );
  for (const make of [
    () => String(sortid.AnyId.now('any_uuid')),
    () => new Generator('any_uuid'),
    () => Generator.default('any_uuid'),
    () => AnyUuid.minAt(0),
    () => AnyUuid.parse(V7).date(),
  ]) {
    assert.throws(make, refused('not_applicable'));
  }
});

test('returns successor and predecessor', () => {
  for (const id of [Tid.parse(TID), AnyId.parse(TID, 'tid')]) {
    assert.equal(id.successor().toBigInt(), id.toBigInt() + 1n);
    assert.ok(id.successor().predecessor().equals(id) && id.successor().constructor === id.constructor);
  }
  assert.throws(() => AnyId.fromBigInt(2n ** 160n - 1n, 'ksuid').successor(), { code: 'out_of_range' });
  assert.throws(() => AnyId.fromBigInt(0n, 'ksuid').predecessor(), { code: 'out_of_range' });
  assert.throws(() => Uuid7.now().successor(), { code: 'not_applicable' });
});

test('AnyUuid has NIL and MAX', () => {
  assert.deepEqual([`${AnyUuid.NIL}`, AnyUuid.NIL.kind], ['00000000-0000-0000-0000-000000000000', 'nil']);
  assert.deepEqual([`${AnyUuid.MAX}`, AnyUuid.MAX.kind], ['ffffffff-ffff-ffff-ffff-ffffffffffff', 'max']);
});

test('finds ids in a text', () => {
  const text = `\ud800é 1777150623882019211 ${TID} 😀${TID}`;
  const found = findIds(text);
  assert.deepEqual(
    found.map(({ id, start, end }) => [`${id}`, text.slice(start, end)]),
    [
      [TID, TID],
      [TID, TID],
    ],
  );
  assert.deepEqual([found[1].start, found[1].end], [39, 52]);
  for (const format of ['snowflake', Format.named('snowflake')]) {
    assert.deepEqual(
      findIds(text, new Set([format])).map(({ id }) => id.format.name),
      ['snowflake'],
    );
  }
  assert.deepEqual(findIds(text, []), []);
  assert.throws(() => findIds(text, ['nonsense']), { code: 'unknown_format' });
});

test('inspect returns readings, likeliest first', () => {
  assert.deepEqual(
    inspect(V7).readings.map(({ id }) => id.format.name),
    ['uuid7', 'uuid7_draft01'],
  );
  assert.deepEqual(
    inspect(TID).readings.map(({ id }) => String(id)),
    [TID, '3jzf-cij-pj2z-2a'],
  );
  assert.deepEqual(inspect('').readings, []);
  const [discord, own] = inspect('175928847299117063').readings;
  assert.deepEqual([discord.id.format.name, discord.epoch], ['snowflake', 'discord']);
  assert.equal(discord.timestamp().seconds, 1462015105n);
  assert.equal(own.epoch, null);
  assert.equal(inspect('').errors.length, Format.all.length);
  const tid = inspect('kjzfcijpj2z2a').errors.find(({ format }) => format.name === 'tid');
  assert.ok(tid.error instanceof sortid.SortidError);
  assert.equal(tid.error.code, 'out_of_range');
});

test('converts between formats', () => {
  assert.equal(String(AnyId.parse(TID, 'tid').convert('timeid')), '3jzf-cij-pj2z-2a');
  assert.throws(() => AnyId.parse(TID, 'tid').convert('uuid7'), refused('not_applicable'));
  const v1 = 'c232ab00-9414-11ec-b3c8-9f6bdeced846';
  const v6 = '1ec9414c-232a-6b00-b3c8-9f6bdeced846';
  const converted = convert(v1, 'uuid1', 'uuid6');
  assert.equal(converted.text, v6);
  assert.equal(Buffer.from(converted.bytes).toString('hex'), v6.replaceAll('-', ''));
  assert.equal(convert(converted.bytes, 'uuid6', 'uuid1').text, v1);
  assert.equal(convert(TID, Format.named('tid'), Format.named('timeid')).text, '3jzf-cij-pj2z-2a');
  assert.equal(convert('AYvP5WgAAQIDBAUGCgsM', 'elasticflake', 'elasticsearch_id').text, 'DArlz4sBAQIDBAUGaAsA');
  assert.equal(String(AnyId.parse('9m4e2mr0ui3e8a215n4g', 'xid').convert('object_id')), '4d88e15b60f486e428412dc9');
  assert.throws(() => convert(v1, 'uuid2', 'uuid6'), refused('unknown_format'));
  assert.throws(() => convert(v1, 'uuid1', 'tid'), refused('not_applicable'));
});

test('deep_equality_distinguishes_ids_of_every_format', async () => {
  const { default: loose } = await import('node:assert');
  for (const format of Format.all) {
    const [id, other] = [anId(format), anId(format)];
    const classes = [AnyId, ...Object.values(sortid).filter((of) => of.format === format)];
    for (const of of classes) {
      const [a, b] = [of.from(id), of.from(other)];
      for (const { deepEqual, notDeepEqual } of [loose, assert]) {
        deepEqual({ id: a }, { id: of.from(id) });
        notDeepEqual({ id: a }, { id: b });
      }
    }
    // No field has the name of a word.
    const words = Object.keys(classes.at(-1).from(id)).filter((key) => key !== 'type');
    if (classes.length > 1) assert.equal(words.length, Math.ceil(format.byteLength / 4));
    for (const { name } of format.fields) assert.ok(!['type', ...words].includes(name), name);
  }
});

test('keyed accepts a key as text or bytes', () => {
  const [time, text, secret] = [new Date(0), 'é', new Uint8Array(16)];
  const id = Uuid7.keyed(time, text, text, secret);
  assert.ok(Uuid7.keyed(time, new TextEncoder().encode(text), new TextEncoder().encode(text), secret).equals(id));
  assert.ok(AnyId.keyed(time, text, 'uuid7', text, secret).equals(id));
  for (const wrong of [undefined, null, 17, [1], new DataView(new ArrayBuffer(1))]) {
    assert.throws(() => Uuid7.keyed(time, wrong), TypeError);
    if (wrong !== undefined) assert.throws(() => Uuid7.keyed(time, text, wrong), TypeError);
    if (wrong !== undefined) assert.throws(() => Uuid7.keyed(time, text, '', wrong), TypeError);
  }
  for (const half of ['\ud800', 'x\udfff']) assert.throws(() => Uuid7.keyed(time, half), refused('invalid_character'));
  assert.throws(() => Uuid7.keyed(time, text, '\ud800'), refused('invalid_character'));
});
