// The package as `build.mjs` installed it from its tarballs.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from '../../scripts/folders.mjs';

export { app, built, manifest, root, sources, staged, tools } from '../../scripts/folders.mjs';

export const installed = path.join(app, 'node_modules', 'sortid');

/** Whether the tests run in full. By default, expensive ones do less. */
export const everything = process.env.SORTID_TESTS === 'all';
/** Options of tests that need the release build. */
export const needsRelease = {
  skip:
    (!everything || process.env.SORTID_BUILT !== undefined) &&
    'checks the release build: SORTID_TESTS=all, without SORTID_BUILT',
};
/** With SORTID_BUILT, only the package for the WebAssembly driver has the module. */
export const hasWasm = existsSync(path.join(installed, 'wasm', 'sortid.wasm'));
/** Options of tests that need the WebAssembly module. */
export const needsWasm = { skip: !hasWasm && 'the package has no WebAssembly module' };

export const sortid = await import(pathToFileURL(path.join(installed, 'index.mjs')));

/** The formats that can generate ids. */
export const MADE = sortid.Format.all.filter(({ canGenerate }) => canGenerate);

/** An id of a format: a new one, or one of random bits if the format is read-only. */
export function anId({ name, canGenerate, byteLength }) {
  if (canGenerate) return sortid.AnyId.now(name);
  // Small bytes, so that 48 bits of milliseconds are before the year 2262.
  return sortid.AnyId.fromBytes(
    randomBytes(byteLength).map((byte) => byte & 7),
    name,
  );
}

export const read = (...parts) => readFileSync(path.join(...parts), 'utf8');

/** A copy of the user's project that a test may change. */
export function copyOfApp(t) {
  const copy = mkdtempSync(path.join(path.dirname(app), 'copy-'));
  t.after(() => rmSync(copy, { recursive: true, force: true }));
  cpSync(app, copy, { recursive: true });
  return copy;
}

/** Runs a program in Node. Returns its output and status. */
export function node(args, { cwd = app, input, env } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, NODE_TEST_CONTEXT: undefined, ...env } });
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...output }));
    child.stdin.end(input);
  });
}

/** A check of an error's class and properties, for `assert.throws`. */
export const refused = (code, properties = {}) => ({ name: 'SortidError', code, ...properties });

/** The files of the WebAssembly module in the package. */
export const WASM_FILES = [
  'bundled.mjs',
  'bytes.mjs',
  'edge-light.mjs',
  'edge.mjs',
  'inline.mjs',
  'node.cjs',
  'node.mjs',
  'shared.mjs',
  'sortid.wasm',
];
