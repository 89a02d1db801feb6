// Runs the JavaScript blocks of docs/recipes.md in the current folder.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { snippetsOf } from '../../../node/test/support/snippets.mjs';

const page = 'docs/recipes.md';
const markdown = readFileSync(path.join(import.meta.dirname, '../../..', page), 'utf8');
for (const { line, text } of snippetsOf(page, markdown)) {
  const file = path.resolve(`recipe-${line}.mjs`);
  writeFileSync(file, text);
  const { status, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
  rmSync(file);
  console.log(status === 0 ? `ok ${page}:${line}` : `not ok ${page}:${line}: ${stderr.replaceAll('\n', ' ')}`);
  if (status !== 0) process.exitCode = 1;
}
