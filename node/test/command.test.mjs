// `npx sortid` without the package of the command.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../bin/sortid.mjs', import.meta.url));
const { version } = createRequire(import.meta.url)('../package.json');

/** Runs the program with environment variables of npm, if given. */
function run(variables) {
  const { npm_command: _command, npm_execpath: _path, ...others } = process.env;
  const answer = spawnSync(process.execPath, [program, 'new', 'uuid7'], {
    env: { ...others, ...variables },
    encoding: 'utf8',
  });
  return [answer.status, answer.stdout, answer.stderr];
}

test('npx fetches the missing package of the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sortid-'));
  try {
    const npm = join(folder, 'npm.mjs');
    writeFileSync(npm, 'console.log(...process.argv.slice(2)); process.exitCode = 7;');
    const words = `exec --package=sortid-cli@${version} -- sortid new uuid7\n`;
    assert.deepEqual(run({ npm_command: 'exec', npm_execpath: npm }), [7, words, '']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('without npx, the error names the missing package', () => {
  const [status, output, error] = run({});
  assert.deepEqual([status, output], [2, '']);
  assert.match(error, /^error: the command needs the package sortid-cli: /);
});
