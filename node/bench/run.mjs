// Sets up and measures: once each group together, then each peer with us alone in a process. One row of JSON a line.
import { copyFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cargoTarget, once, root, run, sources } from '../scripts/folders.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });

run(root, path.join(root, 'tests', 'drivers', 'node', 'build'));
const folder = path.join(cargoTarget, 'node', 'bench');
const manifests = ['package.json', 'package-lock.json'].map((name) => path.join(sources, 'bench', name));
once(folder, manifests, () => {
  for (const file of manifests) copyFileSync(file, path.join(folder, path.basename(file)));
  run(folder, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
});

const shared = [...(values.quick ? ['--quick'] : []), ...(values.only ? ['--only', values.only] : [])];
const measure = path.join(sources, 'bench', 'measure.mjs');

/** Measures in a process of its own, whose rows go where ours go. */
function inItsOwnProcess(...args) {
  const { status } = spawnSync(process.execPath, [measure, '--folder', folder, ...shared, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}

for (const group of ['0', '1', '2', '3']) inItsOwnProcess('--group', group);
const list = spawnSync(process.execPath, [measure, '--folder', folder, ...shared, '--list'], { encoding: 'utf8' });
if (list.status !== 0) {
  console.error(list.stderr);
  process.exit(1);
}
for (const row of list.stdout.split('\n').filter(Boolean)) inItsOwnProcess('--alone', row);
