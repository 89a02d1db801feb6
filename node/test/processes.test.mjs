// Threads, processes and the garbage collector.
import assert from 'node:assert/strict';
import { execFile, fork } from 'node:child_process';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { MADE, everything, installed, node, sortid } from './support/installed.mjs';

const { Generator, AnyId, Id } = sortid;

const entry = path.join(installed, 'index.cjs');
const support = (name) => path.join(import.meta.dirname, 'support', name);

function thread(workerData) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(support('worker.cjs'), { workerData: { entry, ...workerData } });
    worker.once('message', resolve).once('error', reject);
  });
}

function assertIncreasing(texts, format) {
  const ids = texts.map((text) => AnyId.parse(text, format));
  assert.ok(ids.every((id, i) => i === 0 || Id.compare(ids[i - 1], id) < 0));
}

test('threads: plain functions share one generator', async () => {
  const count = everything ? 50_000 : 10_000;
  for (const format of ['uuid7', 'scru160', 'uid11_xid']) {
    const before = Generator.default(format).status().ids;
    const lists = await Promise.all(Array.from({ length: 4 }, () => thread({ format, count })));
    assert.equal(new Set(lists.flat()).size, 4 * count, format);
    assert.equal(Generator.default(format).status().ids - before, BigInt(4 * count));
    if (format !== 'uid11_xid') for (const texts of lists) assertIncreasing(texts, format);
  }
});

test('threads: a generator is shared by its handle', async () => {
  const count = everything ? 20_000 : 5_000;
  for (const format of ['tid', 'uuid7']) {
    const generator = new Generator(format, { maxLeadMs: 3_600_000 });
    const threads = Array.from({ length: 4 }, () => thread({ handle: generator.share(), count }));
    const own = generator.nextTexts(count);
    const lists = [own, ...(await Promise.all(threads))];
    assert.equal(new Set(lists.flat()).size, 5 * count);
    for (const texts of lists) assertIncreasing(texts, format);
    assert.equal(generator.status().ids, BigInt(5 * count));
  }
});

test('threads: errors have the class of their thread', async () => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const { AnyId, SortidError } = require(workerData);
     try { AnyId.parse('x', 'tid'); } catch (error) {
       parentPort.postMessage([error instanceof SortidError, error.code, error.offset]);
     }`,
    { eval: true, workerData: entry },
  );
  const results = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  assert.deepEqual(results, [true, 'invalid_length', 1]);
});

test('threads: many start, generate ids, and exit or are terminated', async () => {
  for (let round = 0; round < 10; round++) {
    const ending = Array.from({ length: 4 }, () => thread({ format: 'uuid7', count: 10 }));
    const endless = new Worker(
      `const { workerData } = require('node:worker_threads');
       const { Generator, AnyId, uuid7Text } = require(workerData);
       require('node:worker_threads').parentPort.postMessage('started');
       const generator = new Generator('tid');
       for (;;) { uuid7Text(); AnyId.parse(generator.nextText(), 'tid'); }`,
      { eval: true, workerData: entry },
    );
    await new Promise((resolve, reject) => endless.once('message', resolve).once('error', reject));
    assert.equal(await endless.terminate(), 1);
    assert.equal(new Set((await Promise.all(ending)).flat()).size, 40);
  }
});

test('processes: forked children repeat no ids', async () => {
  const one = () =>
    new Promise((resolve, reject) => {
      const child = fork(support('child.cjs'), [entry, '200'], { execArgv: [] });
      child.once('message', resolve).once('error', reject);
    });
  const results = await Promise.all([one(), one(), one(), one()]);
  for (const { name, bits } of MADE) {
    const texts = results.flatMap((child) => child.texts.find(([format]) => format === name)[1]);
    assert.equal(texts.length, 800);
    // Ids of processes may collide if 64 bits are only partly random.
    if (bits > 64 || name === 'uid11_fullrand') assert.equal(new Set(texts).size, 800, name);
  }
  const nodes = results.map(({ tid }) => AnyId.parse(tid, 'tid').field('clock_id'));
  assert.ok(nodes.every((clockId) => clockId >= 0n && clockId < 1024n));
});

test('processes: workers of a cluster repeat no ids', async () => {
  const { status, stdout, stderr } = await node([support('cluster.cjs'), entry, '4', '5000']);
  assert.equal(status, 0, stderr);
  const texts = JSON.parse(stdout);
  assert.equal(texts.length, 20_001);
  assert.equal(new Set(texts).size, 20_001);
});

test('processes: a handle is invalid in another process', async () => {
  const handle = new Generator('tid').share();
  const script = `require(${JSON.stringify(entry)}).Generator.shared(${handle}n)`;
  const { status, stderr } = await node(['-e', script]);
  assert.equal(status, 1);
  assert.match(stderr, /no generator of this process has this handle/);
});

const needsLimits = { skip: process.platform === 'win32' && 'uses a limit of Unix' };
test('processes: errors have class and code without free file descriptors', needsLimits, async () => {
  const script = `
    const { openSync } = require('node:fs');
    const { Generator, AnyId, SortidError } = require(process.argv[1]);
    try { for (;;) openSync('/dev/null'); } catch ({ code }) { if (code !== 'EMFILE') throw new Error(code); }
    const [tid, times] = [new Generator('tid'), new Generator('tid', { clock: 'manual' })];
    const calls = [() => AnyId.parse('x', 'tid'), () => new Generator('tid', { stateFile: '/nowhere/ids.state' }),
      () => tid.nextAt(0), () => times.nextAt(-1e15), () => times.nextAt('0')];
    const codes = calls.map((call) => {
      try { return call(); } catch (error) { return [error.code, error instanceof SortidError]; }
    });
    console.log(JSON.stringify([codes, tid.nextText().length]));`;
  const limited = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, '-e', script, entry];
  const { stdout } = await promisify(execFile)('sh', limited);
  const ours = ['invalid_length', 'store_io', 'invalid_option', 'timestamp_out_of_range'];
  assert.deepEqual(JSON.parse(stdout), [[...ours.map((code) => [code, true]), ['ERR_INVALID_ARG_TYPE', false]], 13]);
});

test('environment: a variable sets the node of generators', async () => {
  const script = `
    const { Generator } = require(process.argv[1]);
    const make = (format) => new Generator(format, { nodeFromEnv: true });
    const nodes = ['tid', 'tsid', 'scru64'].map((format) => Number(make(format).node()));
    try { make('xid'); } catch ({ code, subject, message }) { nodes.push(code, subject, message.includes(' must be ')); }
    console.log(JSON.stringify(nodes));`;
  const env = { SORTID_NODE: '7', TSID_NODE: '8', SCRU64_NODE_SPEC: '42/8', XID_MACHINE_ID: 'x' };
  const { status, stdout, stderr } = await node(['-e', script, entry], { env });
  assert.equal(status, 0, stderr);
  assert.deepEqual(JSON.parse(stdout), [7, 8, 42, 'invalid_option', 'XID_MACHINE_ID', true]);
});

test('garbage: unreachable objects are freed', async () => {
  const { status, stdout, stderr } = await node(['--expose-gc', support('garbage.cjs'), entry]);
  assert.equal(status, 0, stderr);
  const { objects, grown } = JSON.parse(stdout);
  for (const [name, bytes] of Object.entries(grown)) {
    assert.ok(bytes <= objects, `${name}: ${bytes} bytes more in every round of ${objects}`);
  }
});

test('garbage: a shared generator outlives its first thread', async () => {
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
     const { Generator } = require(workerData);
     globalThis.generator = new Generator('uuid7', { machineId: 3 });
     parentPort.postMessage([generator.share(), generator.nextText()]);
     parentPort.once('message', () => process.exit());`,
    { eval: true, workerData: entry },
  );
  const [handle, first] = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const generator = Generator.shared(handle);
  worker.postMessage('end');
  await new Promise((resolve) => worker.once('exit', resolve));
  assert.ok(generator.nextText() > first);
  assert.equal(generator.status().ids, 2n);
});
