// Test clocks of `sortid/testing`. Each test ends its clocks, which affect the whole process.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test, { mock } from 'node:test';
import { Worker } from 'node:worker_threads';
import { MADE, app, installed, needsWasm, node, refused, sortid } from './support/installed.mjs';

const require = createRequire(path.join(app, 'package.json'));
const { follow, freeze } = require('sortid/testing');
const { Generator, AnyId, Uuid7, Tid, idType, uuid7Text } = sortid;

const TIME = 1_700_000_000_000;
const seed = new Uint8Array(32).fill(7);
const timeOf = (text) => Uuid7.parse(text).unixMs();

/** Begins a test clock that ends with the test. */
function during(t, clock) {
  t.after(() => clock.restore());
  return clock;
}

test('frozen_clock_applies_to_every_function_of_default_generators', (t) => {
  const held = Generator.default('uuid7');
  const orders = idType('order', 'uuid7');
  orders.nowText();
  Uuid7.now();
  during(t, freeze(new Date(TIME)));
  const texts = [
    uuid7Text(),
    String(AnyId.now('uuid7')),
    String(Uuid7.now()),
    held.nextText(),
    ...held.nextTexts(2),
    String(held.next()),
  ];
  texts.push(Generator.shared(held.share()).nextText(), String(orders.parse(orders.nowText()).id));
  assert.deepEqual(texts.toSorted(), texts);
  for (const text of texts) assert.equal(timeOf(text), TIME);
  for (const { name } of MADE.filter(({ resolutionNs }) => resolutionNs !== null)) {
    const text = String(AnyId.now(name));
    assert.equal(AnyId.parse(text, name).unixNs(), AnyId.minAt(TIME, name).unixNs(), text);
  }
  assert.ok(timeOf(new Generator('uuid7').nextText()) > TIME);
});

test('seed_and_calls_determine_the_ids', () => {
  const ids = (options) => {
    const clock = freeze(TIME, options);
    const texts = [uuid7Text(), uuid7Text(), String(AnyId.at(TIME, 'uuid7'))];
    clock.restore();
    return texts;
  };
  assert.deepEqual(ids({ seed }), ids({ seed }));
  assert.notDeepEqual(ids(), ids());
  const manual = new Generator('uuid7', { clock: 'manual', seed });
  assert.equal(ids({ seed })[0], String(manual.nextAt(TIME)));
  for (const wrong of [new Uint8Array(31), new Uint8Array(0)]) {
    assert.throws(() => freeze(TIME, { seed: wrong }), refused('invalid_option', { subject: 'seed' }));
  }
});

test('clock_moves_forward_and_back_and_stops_at_restore', () => {
  const clock = freeze(TIME);
  clock.advance(5);
  assert.equal(timeOf(uuid7Text()), TIME + 5);
  clock.set(new Date(0));
  assert.equal(timeOf(uuid7Text()), 0);
  for (const mistake of [-1, 0.5, NaN, Infinity]) {
    assert.throws(() => clock.advance(mistake), { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' });
  }
  for (const text of ['2026-01-01', '2026-01-01T00:00:00Z', '2026-01-01 02:00+02:00', '2025-12-31T19:00:00.000-0500']) {
    clock.set(text);
    assert.equal(timeOf(uuid7Text()), Date.UTC(2026, 0, 1));
  }
  for (const text of ['', 'now', '2026-01-01T00:00:00', 'Jan 1, 2026 UTC', '2026-13-01']) {
    assert.throws(() => clock.set(text), { name: 'RangeError' });
    assert.throws(() => freeze(text), { name: 'RangeError' });
  }
  assert.throws(() => clock.set(null), { name: 'TypeError' });
  clock.restore();
  clock.restore();
  assert.ok(Math.abs(Date.now() - timeOf(uuid7Text())) < 60_000);
  for (const run of [() => clock.set(0), () => clock.advance(1)]) assert.throws(run, { code: 'ERR_INVALID_STATE' });
});

test('frozen_clock_exhausts_the_lead_instead_of_waiting', (t) => {
  during(t, freeze(TIME));
  const ids = new BigUint64Array(1_100_000);
  assert.throws(() => Generator.default('tid').fill(ids), refused('counter_exhausted'));
});

test('ending_an_outer_scope_ends_the_inner_ones', () => {
  const outer = freeze(TIME);
  const inner = freeze(TIME + 1);
  assert.equal(timeOf(uuid7Text()), TIME + 1);
  inner[Symbol.dispose ?? Symbol.for('Symbol.dispose')]();
  assert.equal(timeOf(uuid7Text()), TIME);
  const second = follow();
  inner.restore();
  assert.ok(timeOf(uuid7Text()) > TIME);
  outer.restore();
  assert.throws(() => second.set(0), { code: 'ERR_INVALID_STATE' });
  assert.ok(timeOf(uuid7Text()) > TIME);
});

test('follow_reads_the_fake_clock_at_each_call', (t) => {
  const clock = during(t, follow());
  mock.timers.enable({ apis: ['Date'], now: TIME });
  t.after(() => mock.timers.reset());
  const held = Generator.default('uuid7');
  for (const make of [
    uuid7Text,
    () => String(AnyId.now('uuid7')),
    () => String(Uuid7.now()),
    () => held.nextText(),
    () => held.nextTexts(1)[0],
  ]) {
    mock.timers.tick(10);
    assert.equal(timeOf(make()), Date.now());
  }
  mock.timers.setTime(1000);
  assert.equal(timeOf(uuid7Text()), 1000);
  clock.set(0);
  clock.advance(5);
  assert.equal(Tid.now().unixMs(), 1000);
  const inner = freeze(TIME);
  assert.equal(timeOf(uuid7Text()), TIME);
  inner.restore();
  assert.equal(timeOf(uuid7Text()), 1000);
});

test('follow_rethrows_errors_of_the_clock', (t) => {
  during(t, follow());
  const now = t.mock.method(Date, 'now', () => {
    throw new Error('no clock');
  });
  for (const make of [uuid7Text, () => Generator.default('tid').nextText()])
    assert.throws(make, { message: 'no clock' });
  for (const wrong of [undefined, NaN, '0']) {
    now.mock.mockImplementation(() => wrong);
    assert.throws(uuid7Text, { name: 'TypeError', message: /Date\.now/ });
  }
  now.mock.restore();
  const ended = follow();
  t.mock.method(Date, 'now', () => {
    ended.restore();
    return TIME;
  });
  assert.equal(timeOf(uuid7Text()), TIME);
});

test('test_clock_and_state_file_cannot_be_combined', async () => {
  const script = `
    const { mkdtempSync, rmSync } = require('node:fs');
    const { Generator, uuid7Text } = require('sortid');
    const { freeze } = require('sortid/testing');
    const folder = mkdtempSync(require('node:path').join(require('node:os').tmpdir(), 'sortid-testing-'));
    const stateFile = folder + '/ids.state';
    const code = (run) => { try { run(); } catch (error) { return error.code; } };
    const generator = new Generator('tid', { stateFile });
    const codes = [code(() => freeze(0))];
    generator.close();
    const clock = freeze(1n);
    codes.push(code(() => new Generator('tid', { stateFile })));
    clock.restore();
    freeze(2n).restore();
    new Generator('tid', { stateFile }).close();
    rmSync(folder, { recursive: true });
    console.log(codes.join());`;
  const { stdout, stderr } = await node(['-e', script]);
  assert.equal(stdout, 'not_applicable,not_applicable\n');
  assert.equal(stderr, 'sortid: a test controls the clock of the default generators\n');
});

const begins = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { uuid7Text } = require(workerData + '/index.cjs');
  const { freeze } = require(workerData + '/testing.cjs');
  freeze(5_000_000n);
  freeze(6_000_000n);
  parentPort.postMessage(uuid7Text());`;

const ends = {
  returns: '',
  throws: `throw new Error('the test failed');`,
  exits: 'process.exit(0);',
  'is terminated': 'setInterval(() => {}, 1000);',
};

for (const [how, code] of Object.entries(ends)) {
  test(`worker_that_${how.replace(' ', '_')}_within_a_scope_does_not_block_others`, async () => {
    const worker = new Worker(begins + code, { eval: true, workerData: installed });
    const exited = new Promise((resolve) => worker.on('error', () => {}).once('exit', resolve));
    const text = await new Promise((resolve) => worker.once('message', resolve));
    assert.equal(timeOf(text), 6);
    if (how === 'is terminated') await worker.terminate();
    // Blocks until the worker's scopes end.
    const clock = freeze(TIME);
    assert.equal(timeOf(uuid7Text()), TIME);
    clock.restore();
    await exited;
    assert.ok(timeOf(uuid7Text()) > TIME);
  });
}

test('process_exits_while_a_worker_waits_for_its_clock', async () => {
  const script = `
    const { Worker } = require('node:worker_threads');
    require('sortid/testing').freeze(1n);
    const waits = \`
      const { freeze } = require('sortid/testing');
      require('node:worker_threads').parentPort.postMessage('waits');
      freeze(2n);\`;
    new Worker(waits, { eval: true }).once('message', () => process.exit());`;
  const { status } = await node(['-e', script]);
  assert.equal(status, 0);
});

test('worker_reads_the_time_that_the_main_thread_follows', async (t) => {
  during(t, follow());
  mock.timers.enable({ apis: ['Date'], now: TIME });
  t.after(() => mock.timers.reset());
  uuid7Text();
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    parentPort.postMessage(require(workerData).uuid7Text());`;
  const worker = new Worker(source, { eval: true, workerData: path.join(installed, 'index.cjs') });
  assert.equal(timeOf(await new Promise((resolve) => worker.once('message', resolve))), TIME);
});

test('import_and_require_have_the_same_functions', async () => {
  assert.equal((await import(path.join(installed, 'testing.mjs'))).freeze, freeze);
});

test('webassembly_rejects_a_test_clock_with_a_reason', needsWasm, async () => {
  const script = `
    Object.defineProperty(process.versions, 'webcontainer', { value: '1' });
    try { require('sortid/testing').freeze(0); } catch (error) { console.log(error.code, error.message); }`;
  const { stdout } = await node(['-e', script]);
  assert.match(stdout, /^not_applicable .*Date\.now/);
});

test('single_formats_follow_fake_timers_forward_from_their_first_id', (t) => {
  mock.timers.enable({ apis: ['Date'], now: TIME });
  t.after(() => mock.timers.reset());
  const file = require.resolve('sortid/uuid7');
  delete require.cache[file];
  const small = require(file);
  assert.equal(small.unixMs(small.uuid7Text()), TIME);
  mock.timers.tick(60_000);
  assert.equal(small.unixMs(small.uuid7Text()), TIME + 60_000);
  mock.timers.setTime(TIME);
  assert.throws(small.uuid7Text, { code: 'clock_rollback' });
});
