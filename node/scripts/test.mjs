// Runs all tests, or those of files whose names contain an argument, on the installed package.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run, sources } from './folders.mjs';

const folder = path.join(sources, 'test');
const named = process.argv.slice(2);
const files = readdirSync(folder).filter(
  (name) => name.endsWith('.test.mjs') && (named.length === 0 || named.some((part) => name.includes(part))),
);
run(sources, process.execPath, '--test', '--test-reporter=tap', ...files.map((name) => path.join(folder, name)));
