// Updates the generated files that are checked in: the core's lists, the rows of formats, and the packages with binaries.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, sources } from './folders.mjs';
import { generated } from './platforms.mjs';

run(root, 'cargo', 'run', '--quiet', '--package', 'sortid-node-lists');

rmSync(path.join(sources, 'npm'), { recursive: true, force: true });
for (const [name, files] of Object.entries(generated())) {
  const folder = path.join(sources, 'npm', name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
}
