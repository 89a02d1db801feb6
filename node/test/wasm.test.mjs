// The package without native code: resolution, use of the host, size.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nodeTest from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { WASM_FILES, app, hasWasm, installed, manifest, needsWasm, node, sortid, tools } from './support/installed.mjs';

const require = createRequire(path.join(app, 'package.json'));
const test = hasWasm ? nodeTest : (name) => nodeTest(name, needsWasm);
const wasm = hasWasm ? require('sortid/wasm') : undefined;
const inWasm = (...parts) => path.join(installed, 'wasm', ...parts);

/** Runs a script in a user's project; returns its output. */
async function printed(script, args = []) {
  const { stdout, stderr } = await node([...args, '-e', script]);
  assert.equal(stderr, '');
  return stdout.trim();
}

test('module has the functions of the addon', async () => {
  assert.deepEqual(Object.keys(wasm), Object.keys(require('sortid')));
  assert.equal((await import(pathToFileURL(inWasm('node.mjs')))).Tid, wasm.Tid);
  assert.notEqual(wasm.Tid, sortid.Tid);
  assert.deepEqual(wasm.OPTIONS, sortid.OPTIONS);
  assert.deepEqual(wasm.ERROR_CODES, sortid.ERROR_CODES);
  const rows = ({ Format }) => Format.all.map((format) => ({ ...format }));
  assert.deepEqual(rows(wasm), rows(sortid));
  assert.equal(wasm.version, sortid.version);
});

test('module that is compiled from its bytes has the same functions', async () => {
  const inline = await import(pathToFileURL(inWasm('inline.mjs')));
  assert.deepEqual(Object.keys(inline).toSorted(), Object.keys(wasm).toSorted());
  assert.ok(inline.uuid7() instanceof inline.Uuid7);
});

test('error of a blocked compilation names the directive', async () => {
  const blocked = `WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('blocked'); } };
    import(${JSON.stringify(String(pathToFileURL(inWasm('inline.mjs'))))}).catch(({ message, cause }) => {
      console.log(message.includes("script-src 'wasm-unsafe-eval'"), cause.message);
    });`;
  assert.equal(await printed(blocked), 'true blocked');
});

test('module draws nodes at random', () => {
  const { nodeOrigin, nodeReason } = wasm.Generator.default('snowflake').status();
  assert.deepEqual([nodeOrigin, nodeReason], ['drawn', 'at random; this system has no table of nodes']);
});

test('package contains the module and its loaders', () => {
  assert.deepEqual(readdirSync(inWasm()).toSorted(), WASM_FILES);
});

test('export conditions select it only for hosts without native code', () => {
  const { exports } = manifest();
  assert.deepEqual(Object.keys(exports['.']), [
    'workerd',
    'edge-light',
    'react-native',
    'node',
    'bun',
    'deno',
    'browser',
    'default',
  ]);
  assert.equal(exports['.'].workerd.default, './wasm/edge.mjs');
  assert.equal(exports['.']['edge-light'].default, './wasm/edge-light.mjs');
  assert.equal(exports['.'].default.default, './wasm/inline.mjs');
  assert.equal(exports['.'].browser.module.default, './wasm/inline.mjs');
  assert.equal(exports['.'].node.module.default, './wasm/bundled.mjs');
  for (const name of ['node', 'bun', 'deno']) assert.equal(exports['.'][name].import.default, './index.mjs');
});

test('bundlers find the module', async () => {
  const { build } = createRequire(path.join(tools, 'package.json'))('esbuild');
  const bundled = async (options) => {
    const stdin = { contents: `export { tidText } from 'sortid';`, resolveDir: app };
    const common = { stdin, bundle: true, write: false, format: 'esm', outdir: '/out', metafile: true };
    const { metafile } = await build({ ...common, loader: { '.wasm': 'copy' }, ...options });
    return Object.keys(metafile.inputs).map((input) => path.basename(input));
  };
  assert.ok((await bundled({ platform: 'browser' })).includes('inline.mjs'));
  assert.ok((await bundled({ platform: 'neutral' })).includes('inline.mjs'));
  const edge = await bundled({ conditions: ['workerd', 'worker', 'browser'] });
  assert.ok(edge.includes('edge.mjs') && edge.includes('sortid.wasm'));
  assert.ok((await bundled({ conditions: ['react-native'] })).includes('uuid7.mjs'));
  assert.ok((await bundled({ platform: 'node' })).includes('bundled.mjs'));
});

test('bundled program for Node runs with and without the addon', async (t) => {
  const { build } = createRequire(path.join(tools, 'package.json'))('esbuild');
  const contents = `
    import { Generator, Tid, isValid, times, uuid7Text } from 'sortid';
    const from = new Date('2023-06-30T15:03:01Z');
    const holds = [isValid(uuid7Text(), 'uuid7'), Tid.range(from, Date.now()).contains(Tid.parse('3jzfcijpj2z2a'))];
    holds.push(times(['3jzfcijpj2z2a'], 'tid')[0] === 1688137381887);
    try { new Generator('tid', { stateFile: process.argv[2] }).next(); } catch ({ code }) { holds.push(code); }
    console.log(holds.join());`;
  const folder = mkdtempSync(path.join(tmpdir(), 'sortid-bundled-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [format, end] of Object.entries({ cjs: 'cjs', esm: 'mjs' })) {
    const outfile = path.join(folder, `main.${end}`);
    const stdin = { contents, resolveDir: app };
    const { warnings } = await build({ stdin, bundle: true, platform: 'node', format, outfile, logLevel: 'silent' });
    assert.deepEqual(warnings, []);
    const run = (cwd) =>
      execFileSync(process.execPath, [outfile, path.join(folder, `${end}.state`)], { cwd, encoding: 'utf8' });
    assert.equal(run(app).trim(), 'true,true,true', 'with the addon');
    assert.equal(run(folder).trim(), 'true,true,true,store_io', 'without it');
  }
});

test('reads clock and random bytes only from the first id on', async () => {
  const script = `
    const none = () => { throw new Error('too early'); };
    Date.now = none;
    Object.defineProperty(globalThis, 'crypto', { value: { getRandomValues: none } });
    const { Tid, Generator, tidText } = require('sortid/wasm');
    String(Tid.parse('3jzfcijpj2z2a'));
    Date.now = () => 1700000000000;
    try { tidText(); } catch (error) { console.log(error.code, error.message.endsWith('too early')); }`;
  assert.equal(await printed(script), 'entropy_unavailable true');
});

test('error reports a host without time', async () => {
  const script = `
    Date.now = () => 0;
    const { uuid7Text } = require('sortid/wasm');
    try { uuid7Text(); } catch (error) { console.log(error.code, /provides no time yet/.test(error.message)); }`;
  assert.equal(await printed(script), 'invalid_option true');
});

test('ids increase if the clock is coarse, stopped or set back a little', (t) => {
  const { Generator } = wasm;
  const began = Date.now();
  let now = began;
  t.mock.method(Date, 'now', () => now);
  for (const format of ['tid', 'uuid7', 'ulid', 'snowflake', 'ksuid']) {
    const generator = new Generator(format, format === 'snowflake' ? { node: 1 } : {});
    const ids = [];
    for (const reading of [0, 0, 100, 100, 90, 200]) {
      now = began + reading;
      for (let i = 0; i < 50; i++) ids.push(generator.next());
    }
    assert.ok(
      ids.every((id, i) => i === 0 || wasm.Id.compare(ids[i - 1], id) < 0),
      format,
    );
  }
});

test('ids_follow_fake_timers_without_a_test_clock', (t) => {
  const { Uuid7 } = wasm;
  assert.equal(Uuid7.at(new Date(5)).unixMs(), 5);
  const began = Date.now();
  let now = began;
  t.mock.method(Date, 'now', () => now);
  for (now of [began + 60_000, began - 60_000, 1_000_000_000_000]) assert.equal(Uuid7.now().unixMs(), now);
});

test('exhausts ids instead of waiting', (t) => {
  const now = Date.now();
  t.mock.method(Date, 'now', () => now);
  const generator = new wasm.Generator('tid', { maxLeadMs: 1 });
  const used = { name: 'SortidError', code: 'counter_exhausted' };
  assert.throws(() => generator.fill(new BigUint64Array(5000)), { ...used, made: 1001 });
  assert.throws(() => generator.nextText(), used);
  Date.now.mock.mockImplementation(() => now + 1000);
  assert.ok(wasm.isValid(generator.nextText(), 'tid'));
});

test('rejects options of files, and sharing with threads', () => {
  const { Generator } = wasm;
  assert.throws(() => new Generator('tid', { stateFile: '/state' }), { code: 'store_io', path: '/state' });
  assert.throws(() => new Generator('tid', { leaseFile: new URL('file:///state') }), { code: 'store_io' });
  assert.throws(() => new Generator('tid').share(), { code: 'not_applicable' });
  assert.throws(() => Generator.shared(1n), { code: 'not_applicable' });
});

test('numbers of closed and unreachable generators are reused', () => {
  const generator = new wasm.Generator('tid');
  generator.close();
  assert.throws(() => generator.nextText(), { code: 'ERR_INVALID_STATE' });
  const other = new wasm.Generator('uuid7');
  assert.throws(() => generator.nextText(), { code: 'ERR_INVALID_STATE' });
  assert.ok(wasm.isValid(other.nextText(), 'uuid7'));
});

test('module throws at every call after a trap', async () => {
  const script = `
    const { Tid, tidText } = require('sortid/wasm');
    const now = Date.now;
    tidText();
    Date.now = () => { throw new Error('no clock'); };
    const errors = [];
    for (const ask of [tidText, tidText, () => Tid.parse('3jzfcijpj2z2a')]) {
      try { ask(); } catch (error) { errors.push(error.code, error.cause.message); }
      Date.now = now;
    }
    console.log(errors.join());`;
  assert.equal(await printed(script), Array(3).fill('panic,no clock').join());
});

test('rejects input beyond the size limit, and later calls succeed', () => {
  const much = new Uint8Array(2 ** 30 + 16);
  assert.throws(() => new wasm.Generator('uuid7').fill(much), { name: 'RangeError', code: 'ERR_OUT_OF_RANGE' });
  assert.ok(wasm.isValid(wasm.uuid7Text(), 'uuid7'));
});

test('registers survive growth of the memory', () => {
  const texts = wasm.Generator.default('uuid7').nextTexts(200_000);
  assert.equal(wasm.times(texts, 'uuid7').length, texts.length);
  const id = wasm.Uuid7.parse(texts[0]);
  const bytes = new Uint8Array(16 * 500_000);
  assert.equal(new wasm.Generator('uuid7').fill(bytes), 500_000);
  assert.equal(String(id), texts[0]);
  assert.ok(wasm.Uuid7.fromBytes(bytes.subarray(-16)) instanceof wasm.Uuid7);
});

test('WebContainer uses the module', async () => {
  const script = `
    Object.defineProperty(process.versions, 'webcontainer', { value: '1' });
    const { tidText, isValid } = require('sortid');
    console.log(isValid(tidText(), 'tid'), Object.keys(require.cache).some((file) => file.endsWith('.node')));`;
  assert.equal(await printed(script), 'true false');
});

/** Compressed sizes of the module and its loaders in bytes. */
const LIMITS = { 'sortid.wasm': 159_000, 'bytes.mjs': 212_000, 'shared.mjs': 25_000 };

test('module is not larger than documented', () => {
  for (const [name, limit] of Object.entries(LIMITS)) {
    const { length } = gzipSync(readFileSync(inWasm(name)), { level: 9 });
    assert.ok(length <= limit, `${name}: ${length} bytes`);
  }
  assert.ok(statSync(inWasm('sortid.wasm')).size < 406_000);
});
