// Builds the inspector page: one file, which contacts no server.
//
//   node web/make.mjs FILE
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compiledForWasm, notRun } from '../node/scripts/wasm.mjs';

const here = import.meta.dirname;
const read = (name) => readFileSync(path.join(here, 'page', name), 'utf8');
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** The parts of the page. Embedded parts must not contain closing tags. */
function parts(module) {
  const { version } = JSON.parse(readFileSync(path.join(here, '..', 'node', 'package.json'), 'utf8'));
  const [style, script, worker] = ['style.css', 'page.js', 'worker.js'].map(read);
  for (const part of [style, script, worker]) {
    if (/<\/(script|style)|<!--/i.test(part)) throw new Error('a part contains </script, </style or <!--');
  }
  const policy = [
    `default-src 'none'`,
    // Allows compiling the WebAssembly module, but not `eval`.
    `script-src ${hash(script)} 'wasm-unsafe-eval'`,
    `style-src ${hash(style)}`,
    // The page contains the worker's script.
    'worker-src blob:',
    `base-uri 'none'`,
    `form-action 'none'`,
  ];
  return { policy: policy.join('; '), style, script, worker, wasm: module.toString('base64'), version };
}

const file = process.argv[2];
if (!file) throw new Error('node web/make.mjs FILE');
const module = compiledForWasm('sortid-inspector');
if (module === undefined) notRun();
const given = parts(readFileSync(module));
const page = read('page.html').replace(/\{\{(\w+)\}\}/g, (_, name) => given[name]);
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, page);
