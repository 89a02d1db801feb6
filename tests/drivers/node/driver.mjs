// The suite's driver for Node: JSON requests in, JSON answers out, one a line, in order.
//
// It uses the package as a user does, installed from its tarball, and knows no expected value.
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { Unsupported, answer } from './operations.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const app = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'node', 'app');
const entry = createRequire(path.join(app, 'package.json')).resolve('sortid');
// `resolve` tells what `require` would take; `import` takes the module beside it.
const sortid = await import(pathToFileURL(path.join(path.dirname(entry), 'index.mjs')));

/** A request; what a number of JavaScript does not hold exactly is its digits, which options take too. */
const requestOf = (line) => JSON.parse(line.replace(/":(-?\d{16,})(?=[,}])/g, '":"$1"'));

async function respond({ id, ...request }) {
  try {
    return { id, ok: await answer(sortid, entry, request) };
  } catch (error) {
    if (error instanceof Unsupported) return { id, error: 'unsupported' };
    if (!(error instanceof sortid.SortidError)) throw error;
    const { code, offset, texts } = error;
    return { id, error: code, offset, texts };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const text = JSON.stringify(await respond(requestOf(line)));
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}
