// Generators: single ids, lists, memory, iterators.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { inspect as show } from 'node:util';
import { MADE, app, hasWasm, installed, refused, sortid } from './support/installed.mjs';

const { Generator, AnyId, Id } = sortid;

const TYPE = { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' };
const US = 1688137381887007000n;
const ORDERED = MADE.filter(({ isOrdered }) => isOrdered);

const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());

const parse = (texts, format) => texts.map((text) => AnyId.parse(text, format));

function assertIncreasing(texts, format) {
  const ids = parse(texts, format);
  for (const [i, id] of ids.entries())
    assert.ok(i === 0 || Id.compare(ids[i - 1], id) < 0, `${texts[i - 1]} ${texts[i]}`);
}

test('plain functions return increasing valid ids of one generator per process', () => {
  for (const format of MADE) {
    const make = sortid[`${camelCase(format.name)}Text`] ?? (() => String(AnyId.now(format)));
    const before = Generator.default(format).status().ids;
    const texts = [
      make(),
      make(),
      Generator.default(format).nextText(),
      ...Generator.default(format).nextTexts(3),
      String(sortid.AnyId.now(format)),
    ];
    assert.ok(texts.every((text) => sortid.isValid(text, format)));
    assert.equal(new Set(texts).size, texts.length);
    assert.equal(Generator.default(format).status().ids - before, BigInt(texts.length));
    if (ORDERED.includes(format)) assertIncreasing(texts, format);
  }
});

test('plain functions ignore the arguments of callbacks', () => {
  assert.ok(sortid.isValid(sortid.tidText(1, 'x'), 'tid') && sortid.tid(1, 'x') instanceof sortid.Tid);
  assert.deepEqual(
    ['a', 'b'].map(sortid.uuid7Text).map((text) => sortid.isValid(text, 'uuid7')),
    [true, true],
  );
});

test('an id has the time of its call', async () => {
  for (let round = 0; round < 200; round++) {
    const before = Date.now();
    const [v7, tid] = [sortid.uuid7Text(), sortid.tidText()];
    const after = Date.now();
    const made = [AnyId.parse(v7, 'uuid7'), AnyId.parse(tid, 'tid')].map((id) => id.date().getTime());
    for (const time of made) assert.ok(time >= before - 1 && time <= after + 1, `${before} ${time} ${after}`);
    if (round % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 3));
  }
});

test('a seed, as bytes or digits, determines the ids of given times', () => {
  const seed = Uint8Array.from({ length: 32 }, (_, i) => i);
  const make = (given) => {
    const generator = new Generator('uuid7', { clock: 'manual', seed: given });
    return [0n, 0n, 1_000_000n].map((ns) => generator.nextAt(US + ns));
  };
  assert.deepEqual(make(seed), make(Buffer.from(seed).toString('hex')));
  assert.deepEqual(make(seed), make(Buffer.from(seed)));
  assert.notDeepEqual(make(seed), make(seed.map((byte) => byte + 1)));
});

test('a manual clock reads the time of each call', () => {
  const generator = new Generator('tid', { clock: 'manual', node: 6 });
  assert.equal(String(generator.nextAt(US)), '3jzfcijpj2z2a');
  assert.equal(String(generator.nextAt(US)), '3jzfcijpj322a');
  const later = AnyId.fromFields({ timestamp_us: 1688137381890000n, clock_id: 6 }, 'tid');
  assert.ok(generator.nextAt(new Date(1688137381890)).equals(later));
  assert.equal(String(generator.nextAfterAt('3jzfcijpm622a', US)), '3jzfcijpm632a');
  assert.throws(() => generator.nextText(), refused('invalid_option'));
  assert.throws(() => generator.nextTexts(1), refused('invalid_option'));
  assert.throws(() => new Generator('tid').nextAt(US), refused('invalid_option'));
});

test('a logical clock continues after received ids', () => {
  const [ours, theirs] = [new Generator('tid'), new Generator('tid')];
  const received = theirs.next();
  assert.ok(Id.compare(ours.nextAfter(received), received) > 0);
  assert.ok(Id.compare(ours.nextAfter(String(received)), received) > 0);
  assert.throws(() => ours.nextAfter('jjjjjjjjjjjjj'), refused('timestamp_out_of_range'));
  const ahead = sortid.Tid.maxAt(new Date(Date.now() + 60_000));
  assert.throws(() => ours.nextAfter(ahead), refused('lead_exceeded', { subject: 'maxLeadMs' }));
  const unlimited = new Generator('tid', { maxLeadMs: 1e13 });
  assert.equal(unlimited.nextAfter(ahead).timestampUs, ahead.timestampUs + 1n);
  assert.throws(() => ours.nextAfter('x'), refused('invalid_length'));
  assert.throws(() => ours.nextAfter(AnyId.parse(sortid.uuid7Text(), 'uuid7')), refused('not_applicable'));
  for (const mistake of [undefined, null, 1n, {}]) assert.throws(() => ours.nextAfter(mistake), TYPE);
});

test('returns lists, synchronously and asynchronously', async () => {
  for (const format of MADE) {
    const generator = new Generator(format);
    const texts = [
      generator.nextText(),
      ...generator.nextTexts(1000),
      ...(await generator.nextTextsAsync(3000)),
      generator.nextText(),
    ];
    assert.equal(new Set(texts).size, 4002);
    assert.ok(texts.every((text) => sortid.isValid(text, format)));
    if (ORDERED.includes(format)) assertIncreasing(texts, format);
    assert.equal(generator.status().ids, 4002n);
  }
  assert.deepEqual(new Generator('tid').nextTexts(0), []);
  assert.deepEqual(await new Generator('tid').nextTextsAsync(0), []);
  await assert.rejects(new Generator('tid').nextTextsAsync(-1), RangeError);
});

test('fills memory by the type of its elements', async () => {
  for (const format of MADE) {
    const generator = new Generator(format);
    const bytes = new Uint8Array(format.byteLength * 2000);
    assert.equal(generator.fill(bytes.subarray(0, format.byteLength * 500)), 500);
    assert.equal(await generator.fillAsync(bytes.subarray(format.byteLength * 500)), 1500);
    const ids = Array.from({ length: 2000 }, (_, i) => {
      const at = i * format.byteLength;
      return String(AnyId.fromBytes(bytes.subarray(at, at + format.byteLength), format));
    });
    assert.equal(new Set(ids).size, 2000);
    if (ORDERED.includes(format)) assertIncreasing(ids, format);

    const texts = new Uint8Array(format.textLength * 1500);
    assert.equal(generator.fillText(texts.subarray(0, format.textLength * 100)), 100);
    assert.equal(await generator.fillTextAsync(texts.subarray(format.textLength * 100)), 1400);
    const read = Buffer.from(texts.buffer)
      .toString('latin1')
      .match(new RegExp(`[^]{${format.textLength}}`, 'g'))
      .map((text) => text.replace(/\0+$/, ''));
    assert.ok(read.every((text) => sortid.isValid(text, format)));
    if (ORDERED.includes(format)) assertIncreasing([...ids.slice(-1), ...read], format);

    if (format.bits === 64) {
      const ints = new BigUint64Array(1500);
      assert.equal(generator.fill(ints), 1500);
      assert.ok(ints.every((int) => sortid.isValid(String(AnyId.fromBigInt(signed(int, format), format)), format)));
      assert.equal(await generator.fillAsync(new BigInt64Array(1500)), 1500);
    } else {
      assert.throws(() => generator.fill(new BigUint64Array(1)), refused('not_applicable', { made: 0 }));
      await assert.rejects(generator.fillAsync(new BigUint64Array(1)), refused('not_applicable', { made: 0 }));
    }
  }
});

const signed = (int, { name }) => (name === 'timeid' ? BigInt.asIntN(64, int) : int);

test('a timeid before 1970 is a negative integer', () => {
  const id = AnyId.fromFields({ timestamp_us: -2n, node: 1n }, 'timeid');
  assert.equal(id.toBigInt(), -2047n);
});

test('rejects memory of another length or type', async () => {
  const generator = new Generator('uuid7');
  assert.equal(generator.fill(new Uint8Array(0)), 0);
  assert.throws(() => generator.fill(new Uint8Array(17)), refused('invalid_length', { offset: 17, made: 0 }));
  assert.throws(() => generator.fillText(new Uint8Array(37)), refused('invalid_length', { offset: 37, made: 0 }));
  await assert.rejects(
    generator.fillAsync(new Uint8Array(16 * 5000 + 1)),
    refused('invalid_length', { offset: 80001, made: 0 }),
  );
  for (const mistake of [
    undefined,
    null,
    16,
    [],
    new ArrayBuffer(16),
    new Int8Array(16),
    new Uint8ClampedArray(16),
    new DataView(new ArrayBuffer(16)),
  ]) {
    assert.throws(() => generator.fill(mistake), TypeError);
    assert.throws(() => generator.fillText(mistake), TypeError);
  }
  assert.throws(() => generator.fillText(new BigUint64Array(36)), TYPE);
});

test('rejects detached memory', async () => {
  const bytes = new Uint8Array(32);
  structuredClone(bytes, { transfer: [bytes.buffer] });
  const generator = new Generator('uuid7');
  assert.throws(() => generator.fill(bytes), TypeError);
  await assert.rejects(generator.fillAsync(bytes), TypeError);
  // Memory that is detached during an asynchronous fill.
  const long = new Uint8Array(16 * 5000);
  const filling = generator.fillAsync(long);
  structuredClone(long, { transfer: [long.buffer] });
  await assert.rejects(filling, TypeError);
});

test('fills resizable memory up to its current length', async () => {
  const buffer = new ArrayBuffer(64, { maxByteLength: 1 << 20 });
  const view = new Uint8Array(buffer);
  const generator = new Generator('uuid7');
  assert.equal(generator.fill(view), 4);
  buffer.resize(32);
  assert.equal(generator.fill(view), 2);
  buffer.resize(0);
  assert.equal(generator.fill(view), 0);
  buffer.resize(16 * 5000);
  const filling = generator.fillAsync(view);
  buffer.resize(16);
  await assert.rejects(filling, TYPE);
});

test('fills shared memory', () => {
  const memory = new SharedArrayBuffer(80);
  const view = new Uint8Array(memory, 16, 48);
  assert.equal(new Generator('uuid7').fill(view), 3);
  const all = new Uint8Array(memory);
  for (const at of [16, 32, 48]) assert.ok(AnyId.fromBytes(all.slice(at, at + 16), 'uuid7'));
  assert.deepEqual([...all.slice(0, 16), ...all.slice(64)], new Array(32).fill(0));
  assert.equal(new Generator('tid').fill(new BigUint64Array(memory)), 10);
  assert.equal(new Generator('tid').fill(new BigInt64Array(memory)), 10);
  assert.equal(new Generator('tid').fill(Buffer.from(memory)), 10);
  for (const mistake of [new Int8Array(memory), new DataView(memory)]) {
    assert.throws(() => new Generator('tid').fill(mistake), TYPE);
  }
});

test('the error of an incomplete fill has the number of valid ids', () => {
  // One id per tick: the second would have to wait, and fails.
  const generator = new Generator('tid', { maxLeadMs: 0, onExhausted: 'error' });
  const ints = new BigUint64Array(100_000);
  assert.throws(
    () => generator.fill(ints),
    (error) => {
      assert.equal(error.code, 'counter_exhausted');
      assert.ok(error.made >= 1 && error.made < ints.length);
      assert.ok(ints.subarray(0, error.made).every((int) => int > 0n));
      assert.equal(ints[error.made], 0n);
      return true;
    },
  );
  const shared = new BigUint64Array(new SharedArrayBuffer(8 * 1000));
  const again = new Generator('tid', { maxLeadMs: 0, onExhausted: 'error' });
  assert.throws(
    () => again.fill(shared),
    (error) => error.made >= 1 && shared[error.made - 1] > 0n,
  );
});

/** The number of turns of the event loop during a promise. */
async function turnsDuring(run) {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  await run();
  clearImmediate(next);
  return turns;
}

test('long asynchronous fills yield to the event loop', async () => {
  const generator = new Generator('uuid7');
  // About one turn for every thousand ids.
  assert.ok((await turnsDuring(() => generator.nextTextsAsync(100_000))) >= 90);
  assert.ok((await turnsDuring(() => generator.fillAsync(new Uint8Array(16 * 100_000)))) >= 90);
  assert.ok((await turnsDuring(() => generator.fillTextAsync(new Uint8Array(36 * 100_000)))) >= 90);
  assert.ok((await turnsDuring(async () => generator.nextTexts(100_000))) <= 1);
});

test('asynchronous fills yield while the generator waits for the clock', async () => {
  // No lead: each id waits for its microsecond.
  const generator = new Generator('tid', { maxLeadMs: 0 });
  assert.ok((await turnsDuring(() => generator.fillAsync(new BigUint64Array(50_000)))) >= 45);
});

test('iterates over ids endlessly', async () => {
  const generator = new Generator('uuid7');
  const texts = [];
  for (const text of generator.texts()) {
    texts.push(text);
    if (texts.length === 10) break;
  }
  for await (const text of generator.texts()) {
    texts.push(text);
    if (texts.length === 3000) break;
  }
  assertIncreasing(texts, 'uuid7');
  const [first, second] = generator.texts();
  assert.ok(first < second);
  const iterator = generator.texts();
  const { value, done } = iterator.next();
  assert.ok(sortid.isValid(value, 'uuid7') && value > second);
  assert.equal(done, false);
  assert.equal(iterator[Symbol.iterator](), iterator);
  // Not an iterator, as its `next` returns an id.
  assert.equal(generator[Symbol.iterator], undefined);
  assert.equal(generator[Symbol.asyncIterator], undefined);
});

test('returns the next id as an integer', () => {
  for (const format of MADE) {
    const generator = new Generator(format);
    const ints = [generator.nextBigInt(), generator.nextBigInt(), generator.next().toBigInt()];
    const texts = ints.map((int) => String(AnyId.fromBigInt(int, format)));
    assert.ok(texts.every((text) => sortid.isValid(text, format)));
    if (ORDERED.includes(format)) assertIncreasing(texts, format);
  }
  const manual = new Generator('timeid', { clock: 'manual' });
  assert.throws(() => manual.nextBigInt(), refused('invalid_option'));
});

test('asynchronous iteration yields to the event loop, and returns ids of the current time', async () => {
  let turned = false;
  setImmediate(() => (turned = true));
  const texts = new Generator('uuid7').texts()[Symbol.asyncIterator]();
  for (let made = 0; made < 2000; made++) {
    const before = Date.now();
    const { value } = await texts.next();
    const after = Date.now();
    const time = AnyId.parse(value, 'uuid7').date().getTime();
    assert.ok(time >= before - 1 && time <= after + 1, `${before} ${time} ${after}`);
  }
  await texts.return();
  assert.ok(turned);
});

test('status counts ids, lead and rollbacks', () => {
  const generator = new Generator('tid', { clock: 'manual', rollbackToleranceMs: 0 });
  generator.nextAt(US);
  generator.nextAt(US);
  generator.nextAt(US - 1_000_000_000n);
  const { nodeReason, ...status } = generator.status();
  assert.deepEqual(status, { ids: 3n, leadNs: 0n, rollbacks: 1n, nodeOrigin: 'drawn' });
  assert.match(nodeReason, /^at random; /);
});

test('status has the origin of the node', () => {
  const origin = (generator) => generator.status().nodeOrigin;
  assert.equal(origin(Generator.default('uuid7')), 'absent');
  assert.equal(origin(new Generator('snowflake', { node: 5 })), 'assigned');
  assert.equal(origin(new Generator('snowflake', { nodeClaim: 'drawn' })), 'drawn');
  if (process.platform === 'linux') assert.equal(origin(Generator.default('snowflake')), 'claimed');
  assert.throws(
    () => new Generator('snowflake', { nodeClaim: 'required', seed: new Uint8Array(32) }),
    refused('invalid_option', { subject: 'nodeClaim' }),
  );
});

test('node equals the node of the ids', () => {
  const drawn = new Generator('tid');
  assert.equal(drawn.node(), drawn.next().field('clock_id'));
  assert.equal(new Generator('uuid7', { machineId: 7 }).node(), 7n);
  assert.equal(new Generator('uuid7').node(), null);
});

test('reseed draws a new node and counter, or uses the given seed and node', () => {
  const own = new Generator('tid', { node: 5 });
  assert.throws(() => own.reseed(), refused('forked_generator'));
  own.reseed({ node: 9 });
  assert.equal(own.next().field('clock_id'), 9n);
  own.reseed({ node: 10n });
  assert.equal(own.next().field('clock_id'), 10n);
  for (const node of [-1, 1024, 2n ** 64n]) assert.throws(() => own.reseed({ node }), refused('invalid_option'));
  assert.throws(() => own.reseed({ node: '1' }), TYPE);
  assert.throws(() => own.reseed({ machine: 1 }), TYPE);
  assert.throws(() => sortid.reseed({ node: 1 }), TYPE);
  const generator = new Generator('uuid7', { clock: 'manual' });
  for (const seed of [new Uint8Array(31), new Uint8Array(0)])
    assert.throws(() => generator.reseed({ seed }), refused('invalid_option'));
  assert.throws(() => generator.reseed({ seed: 'ff' }), TYPE);
  generator.reseed({ seed: new Uint8Array(32) });
  const same = new Generator('uuid7', { clock: 'manual', seed: new Uint8Array(32) });
  same.reseed({ seed: new Uint8Array(32) });
  assert.deepEqual(generator.nextAt(US), same.nextAt(US));
  const before = sortid.uuid7Text();
  sortid.reseed();
  assert.ok(sortid.uuid7Text() > before);
});

test('inspects a generator, and rejects other objects', () => {
  assert.equal(show(new Generator('tid')), 'Generator(tid)');
  assert.equal(JSON.stringify(new Generator('tid')), '{}');
  for (const method of ['next', 'nextBigInt', 'nextTexts', 'fill', 'status', 'share']) {
    assert.throws(() => Generator.prototype[method].call({}, 1), TypeError);
  }
  assert.throws(() => structuredClone({ next: new Generator('tid').next }), { name: 'DataCloneError' });
});

test('shared rejects handles of other processes and closed generators', () => {
  const generator = new Generator('uuid7');
  const handle = generator.share();
  assert.equal(generator.share(), handle);
  const other = Generator.shared(handle);
  assert.equal(other.share(), handle);
  assertIncreasing([generator.nextText(), other.nextText(), generator.nextText()], 'uuid7');
  assert.equal(other.status().ids, 3n);
  assert.equal(Generator.shared(Generator.default('tid').share()).format.name, 'tid');
  for (const unknown of [0n, handle + 1n, -handle, 2n ** 64n + handle]) {
    assert.throws(() => Generator.shared(unknown), /no generator of this process has this handle/);
  }
  for (const mistake of [undefined, 1, '1', generator]) assert.throws(() => Generator.shared(mistake), TYPE);
});

/** Every call for a new id of an ordered and of a random format, by name. */
function callsFor(module) {
  const orders = module.idType('order');
  const own = new module.Generator('ulid');
  return {
    uuid7: module.uuid7,
    uuid4: module.uuid4,
    'Ulid.now': module.Ulid.now,
    uuid7Text: module.uuid7Text,
    'orders.nowText': orders.nowText,
    'orders.now': orders.now,
    next: (...given) => own.next(...given),
    nextText: (...given) => own.nextText(...given),
    nextBigInt: (...given) => own.nextBigInt(...given),
  };
}

test('new_id_rejects_a_time_or_options', async () => {
  const time = new Date(0);
  const packages = {
    sortid,
    ...(hasWasm && { wasm: await import(pathToFileURL(path.join(installed, 'wasm/node.mjs'))) }),
  };
  const mistakes = [time, 1_577_836_800_000, 1_577_836_800, 5n, { seconds: 0n, nanos: 0 }, { epochNanoseconds: 0n }];
  for (const [from, module] of Object.entries(packages)) {
    for (const [name, make] of Object.entries(callsFor(module))) {
      const message =
        name === 'uuid4' ? /unexpected .* for a new uuid4: new Generator/ : /call at\(time\) of the class or new Gen/;
      for (const mistake of [...mistakes, { msecs: 0 }, { seed: 'x' }, { node: 3 }]) {
        assert.throws(
          () => make(mistake),
          { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE', message },
          `${from} ${name}`,
        );
      }
      assert.throws(() => [time].map(make), TypeError, name);
      // Arguments of `map`, `Array.from`, lodash's `times`, Mongoose and servers.
      const row = { seed: 1, node: 2 };
      class Document {
        seed = 1;
      }
      for (const given of [
        [],
        [undefined],
        [undefined, 3],
        [row, 0, [row]],
        [1_577_836_800_000, 0, []],
        ['x', 1],
        [7],
      ]) {
        assert.ok(make(...given), `${from} ${name}`);
      }
      for (const given of [new Document(), {}, null, 'text', { id: 3 }]) assert.ok(make(given), `${from} ${name}`);
      assert.equal(new Set(Array.from({ length: 3 }, make).map(String)).size, 3);
      assert.equal(make.length, 0);
    }
  }
});

test('single_format_rejects_a_time_or_options', () => {
  const require = createRequire(path.join(app, 'package.json'));
  const { uuid7Text } = require('sortid/uuid7');
  const { uuid4Text } = require('sortid/uuid4');
  const orders = require('sortid/typeid').idType('order');
  for (const make of [uuid7Text, uuid4Text, orders.nowText]) {
    for (const mistake of [new Date(0), 1_577_836_800_000, 1_577_836_800, { msecs: 1 }]) {
      assert.throws(() => make(mistake), { name: 'TypeError', message: /unexpected time/ });
    }
    for (const given of [[undefined, 3], [{ msecs: 1 }, 0], [1_577_836_800_000, 0], [7], [{}], [null], ['x']])
      make(...given);
    assert.equal(new Set(Array.from({ length: 3 }, make)).size, 3);
  }
});
