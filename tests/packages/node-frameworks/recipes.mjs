// Runs the JavaScript blocks of docs/recipes.md in the current folder.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { differences, snippetsOf } from '../../../node/test/support/snippets.mjs';

const page = 'docs/recipes.md';
const markdown = readFileSync(path.join(import.meta.dirname, '../../..', page), 'utf8');
for (const { line, text } of snippetsOf(page, markdown)) {
  const file = path.resolve(`recipe-${line}.mjs`);
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 60_000 });
  rmSync(file);
  const wrong = differences(text, stdout).map(([output, printed]) => `${printed} instead of ${output}`);
  const isRight = status === 0 && wrong.length === 0;
  const reason = `: ${wrong} ${stderr}`.replaceAll('\n', ' ');
  console.log(isRight ? `ok ${page}:${line}` : `not ok ${page}:${line}${reason}`);
  if (!isRight) process.exitCode = 1;
}
