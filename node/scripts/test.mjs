// Runs the tests, or those in files with one of these words in their names, on the package that `build.mjs` installed.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run, sources } from './folders.mjs';

const folder = path.join(sources, 'test');
const named = process.argv.slice(2);
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.test.mjs') && (named.length === 0 || named.some((part) => name.includes(part))),
);
run(sources, process.execPath, '--test', '--test-reporter=tap', ...files.map((name) => path.join(folder, name)));
