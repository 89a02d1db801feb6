// Calls the handler of each bundle, in this project, which has the addon, and in the bundle's own folder, as Lambda does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const template = JSON.parse(readFileSync('cdk.out/Ids.template.json', 'utf8'));
const functions = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::Lambda::Function');
assert.deepEqual(
  functions.map(({ Properties }) => Properties.Handler),
  ['index.handler', 'index.handler'],
);
const bundles = readdirSync('cdk.out').filter((name) => name.startsWith('asset.'));
assert.equal(bundles.length, functions.length);

/** What the handler of a bundle returns in a folder. */
function answer(file, cwd) {
  const script = `import(${JSON.stringify(file)}).then(({ handler }) => handler()).then((said) => console.log(JSON.stringify(said)))`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { cwd, encoding: 'utf8' }));
}

const task = mkdtempSync(path.join(tmpdir(), 'sortid-task-'));
try {
  for (const bundle of bundles) {
    cpSync(path.join('cdk.out', bundle), path.join(task, bundle), { recursive: true });
    const [index] = readdirSync(path.join(task, bundle));
    const file = path.join(task, bundle, index);
    assert.deepEqual(answer(file, process.cwd()), { isRight: true, hasAddon: true });
    assert.deepEqual(answer(file, path.join(task, bundle)), { isRight: true, hasAddon: false });
  }
} finally {
  rmSync(task, { recursive: true });
}
