// Generators with a state file: restarts, shared files, and errors.
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { getSystemErrorName } from 'node:util';
import { Worker } from 'node:worker_threads';
import { installed, node, refused, sortid } from './support/installed.mjs';

const { Format, Generator, AnyId, Id } = sortid;

const NOON = 1721390400000000000n;
const MINUTE = 60_000_000_000n;
const TIMED = Format.all.filter(({ options }) => options.includes('stateFile'));
const ORDERED = TIMED.filter(({ name }) => name !== 'uid11_xid');
const CLOSED = { name: 'Error', code: 'ERR_INVALID_STATE', message: 'the generator is closed' };

/** A path with unusual characters, in a folder that is removed after the test. */
function fresh(t) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sortid état %41 '));
  t.after(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'ids.state');
}

function assertIncreasing(texts, format) {
  const ids = texts.map((text) => AnyId.parse(text, format));
  assert.ok(
    ids.every((id, i) => i === 0 || Id.compare(ids[i - 1], id) < 0),
    format.name,
  );
}

test('only formats with a time have the option', () => {
  assert.deepEqual(
    Format.all.filter((format) => !TIMED.includes(format)).map(({ name }) => name),
    Format.all
      .filter(
        ({ canGenerate, resolutionNs, options }) =>
          !canGenerate || (resolutionNs === null && !options.includes('unitNs')),
      )
      .map(({ name }) => name),
  );
  assert.throws(
    () => new Generator('uid11_fullrand', { stateFile: '/nowhere' }),
    refused('invalid_option', { subject: 'stateFile' }),
  );
});

test('a later generator continues after the earlier one', (t) => {
  for (const format of TIMED) {
    const stateFile = fresh(t);
    const texts = [];
    for (let life = 0; life < 4; life++) {
      // Each generator starts a new tick, which takes a second in some formats.
      const generator = new Generator(format, { stateFile, maxLeadMs: 60_000 });
      texts.push(generator.nextText(), ...generator.nextTexts(100));
      generator.close();
    }
    assert.equal(new Set(texts).size, texts.length);
    if (ORDERED.includes(format)) assertIncreasing(texts, format);
  }
});

test('closing a generator writes the exact position to its file', (t) => {
  const stateFile = fresh(t);
  const ticks = [1n, 2n, 3n].map(() => {
    const generator = new Generator('tid', { stateFile, clock: 'manual' });
    const id = generator.nextAt(NOON);
    generator.close();
    return id.field('timestamp_us');
  });
  assert.deepEqual(
    ticks.map((tick) => tick - ticks[0]),
    [0n, 1n, 2n],
  );
});

test('two generators on one file repeat no ids, and 64-bit ids increase', (t) => {
  for (const format of TIMED) {
    const stateFile = fresh(t);
    const [a, b] = [new Generator(format, { stateFile }), new Generator(format, { stateFile })];
    const texts = Array.from({ length: 500 }, () => [a.nextText(), b.nextText()]).flat();
    assert.equal(new Set(texts).size, 1000, format.name);
    if (ORDERED.includes(format) && format.bits === 64) assertIncreasing(texts, format);
    a.close();
    b.close();
  }
});

test('accepts a path as text, bytes or URL', (t) => {
  const stateFile = fresh(t);
  const bytes = Uint8Array.from(Buffer.from(stateFile));
  const all = [stateFile, Buffer.from(stateFile), bytes, pathToFileURL(stateFile)];
  const texts = all.map((given) => {
    const generator = new Generator('uuid7', { stateFile: given });
    const text = generator.nextText();
    generator.close();
    return text;
  });
  assertIncreasing(texts, 'uuid7');
  assert.deepEqual(readdirSync(path.dirname(stateFile)), [path.basename(stateFile)]);
  const mistakes = [
    null,
    1,
    1n,
    true,
    {},
    [],
    '',
    new Uint8Array(0),
    new ArrayBuffer(4),
    Symbol('path'),
    () => stateFile,
  ];
  for (const mistake of mistakes) {
    const create = () => new Generator('tid', { stateFile: mistake });
    assert.throws(create, refused('invalid_option', { subject: 'stateFile' }));
  }
  assert.throws(() => new Generator('tid', { stateFile: new URL('https://example.org/ids.state') }), {
    name: 'TypeError',
    code: 'ERR_INVALID_URL_SCHEME',
  });
});

test('errors of unusable files have the path', (t) => {
  const state = fresh(t);
  new Generator('tid', { stateFile: state }).close();
  const whole = readFileSync(state);
  const file = (content, mode = 0o644) => {
    const target = fresh(t);
    writeFileSync(target, content);
    chmodSync(target, mode);
    return target;
  };
  const damaged = Uint8Array.from(whole);
  damaged[120] ^= 1;
  for (const [code, stateFile, errno] of [
    ['store_foreign', file('Dear diary\n'), undefined],
    ['store_corrupt', file(''), undefined],
    ['store_corrupt', file(whole.subarray(0, 100)), undefined],
    ['store_corrupt', file(damaged), undefined],
    ['store_io', path.join(fresh(t), 'in no folder'), 'ENOENT'],
    ['store_read_only', file(whole, 0o444), undefined],
  ]) {
    const before = statSync(stateFile, { throwIfNoEntry: false })?.size;
    assert.throws(
      () => new Generator('tid', { stateFile }),
      (error) => {
        assert.ok(error instanceof sortid.SortidError);
        assert.deepEqual([error.code, error.path, error.subject], [code, stateFile, stateFile]);
        assert.ok(error.message.startsWith(`${code}: `) && error.message.includes(`(${stateFile})`), error.message);
        if (errno !== undefined) assert.equal(getSystemErrorName(error.errno), errno);
        assert.ok(!('offset' in error));
        return true;
      },
    );
    assert.equal(statSync(stateFile, { throwIfNoEntry: false })?.size, before);
  }
  // A file of another format.
  assert.throws(() => new Generator('uuid7', { stateFile: state }), refused('store_foreign', { path: state }));
  assert.throws(
    () => new Generator('tid', { stateFile: state, onRollback: 'reset' }),
    refused('invalid_option', { subject: 'onRollback', message: /onRollback cannot be combined with stateFile$/ }),
  );
  // Other errors have neither.
  assert.throws(
    () => AnyId.parse('x', 'tid'),
    (error) => !('path' in error) && !('errno' in error),
  );
});

test('errors of a removed or damaged file have the path', (t) => {
  for (const [spoil, code] of [
    [unlinkSync, 'store_io'],
    [(file) => writeFileSync(file, 'x'.repeat(512), { flag: 'r+' }), 'store_foreign'],
    [(file) => truncateSync(file, 8191), 'store_corrupt'],
  ]) {
    const stateFile = fresh(t);
    const generator = new Generator('tid', { stateFile, clock: 'manual' });
    const first = generator.nextAt(NOON);
    spoil(stateFile);
    const expected = refused(code, { path: stateFile });
    assert.throws(() => generator.nextAt(NOON + MINUTE), expected);
    assert.throws(() => generator.nextAfterAt(first, NOON + MINUTE), expected);
    generator.close();

    const another = fresh(t);
    const filling = new Generator('tid', { stateFile: another });
    filling.nextText();
    spoil(another);
    const texts = new Uint8Array(13 * 2_000_000);
    assert.throws(() => filling.fillText(texts), refused(code, { path: another }));
    filling.close();
  }
});

test('a closed generator throws, and releases its file at once', (t) => {
  const stateFile = fresh(t);
  const open = () => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0);
  // The default generator opens the table of nodes.
  sortid.tidText();
  const before = open();
  const generator = new Generator('tid', { stateFile });
  const other = Generator.shared(generator.share());
  generator.close();
  generator.close();
  assert.throws(() => generator.nextText(), CLOSED);
  const uses = {
    next: () => generator.next(),
    nextText: () => generator.nextText(),
    nextAt: () => generator.nextAt(NOON),
    nextAfter: () => generator.nextAfter(sortid.tidText()),
    nextAfterAt: () => generator.nextAfterAt(sortid.tidText(), NOON),
    nextTexts: () => generator.nextTexts(0),
    fill: () => generator.fill(new BigUint64Array(1)),
    fillText: () => generator.fillText(new Uint8Array(13)),
    nextBigInt: () => generator.nextBigInt(),
    texts: () => generator.texts().next(),
    status: () => generator.status(),
    reseed: () => generator.reseed(),
    share: () => generator.share(),
  };
  for (const [name, use] of Object.entries(uses)) assert.throws(use, CLOSED, name);
  assert.equal(generator.format.name, 'tid');
  // The generator is open until its last handle is closed.
  assert.ok(other.nextText());
  if (Symbol.dispose) other[Symbol.dispose]();
  else other.close();
  assert.throws(() => other.nextText(), CLOSED);
  assert.equal(open(), before);
  // Closing a handle does not close the default generator.
  const wide = Generator.default('tid');
  wide.close();
  assert.throws(() => wide.nextText(), CLOSED);
  assert.ok(sortid.tidText() < Generator.default('tid').nextText());
});

test('closing a generator while it generates throws or ends it', async (t) => {
  const generator = new Generator('tid', { stateFile: fresh(t) });
  const taking = generator.nextTextsAsync(5000);
  generator.close();
  await assert.rejects(taking, CLOSED);
  // A program with a changed `push`.
  const closable = new Generator('tid');
  const { push } = Array.prototype;
  t.after(() => (Array.prototype.push = push));
  Array.prototype.push = function (...texts) {
    closable.close();
    return push.apply(this, texts);
  };
  assert.throws(() => closable.nextTexts(3), { code: 'ERR_INVALID_STATE', message: 'the generator is generating ids' });
  Array.prototype.push = push;
  assert.ok(closable.nextText());
});

test('threads: share a generator, or each opens the file', async (t) => {
  const stateFile = fresh(t);
  const generator = new Generator('uid11_snowish', { stateFile });
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const { Generator } = require(workerData.entry);
    const shared = Generator.shared(workerData.handle);
    const own = new Generator('uid11_snowish', { stateFile: workerData.stateFile });
    parentPort.postMessage([shared, own].map((generator) => generator.nextTexts(5000)));
    own.close();
  `;
  const workerData = { entry: path.join(installed, 'index.cjs'), handle: generator.share(), stateFile };
  const lists = await Promise.all(
    Array.from({ length: 3 }, () => {
      const worker = new Worker(source, { eval: true, workerData });
      return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
    }),
  );
  const all = [generator.nextTexts(5000), ...lists.flat()];
  for (const texts of all) assertIncreasing(texts, 'uid11_snowish');
  assert.equal(new Set(all.flat()).size, 35_000);
  generator.close();
});

test('processes: several use a file at once, and one is killed', async (t) => {
  const stateFile = fresh(t);
  const script = (count, end) => `
    const { Generator } = require(${JSON.stringify(path.join(installed, 'index.cjs'))});
    const generator = new Generator('tid', { stateFile: ${JSON.stringify(stateFile)} });
    process.stdout.write(generator.nextTexts(${count}).join(' '), () => ${end});
  `;
  const ends = ['generator.close()', 'process.exit()', "process.kill(process.pid, 'SIGKILL')"];
  const together = await Promise.all(ends.map((end) => node(['-e', script(5000, end)])));
  const before = together.flatMap(({ stdout }) => stdout.split(' '));
  assert.equal(new Set(before).size, 15_000);
  const { stdout, status, stderr } = await node(['-e', script(1, ends[0])]);
  assert.equal(status, 0, stderr);
  assert.ok(before.every((text) => text < stdout));
});
