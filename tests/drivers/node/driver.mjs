// The suite's driver for Node: reads JSON requests and writes JSON answers, one per line, in order.
//
// It uses the package as a user does, installed from its tarball, and contains no expected values.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { respond } from './respond.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const made = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'node');
const name = process.argv[2] ?? 'sortid';
const app = path.join(made, ...(name === 'sortid/wasm' ? ['with-wasm'] : []), 'app');
const entry = createRequire(path.join(app, 'package.json')).resolve(name);
// `resolve` returns the CommonJS entry. The module is beside it.
const sortid = await import(pathToFileURL(entry.replace(/\.cjs$/, '.mjs')));

for await (const line of createInterface({ input: process.stdin })) {
  const text = await respond(sortid, entry, line);
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}
