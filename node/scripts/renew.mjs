// Updates the generated files that are checked in: the core's lists, the rows of formats, and the platforms' folders.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run, sources } from './folders.mjs';
import { layOut, platforms } from './platforms.mjs';

run(root, 'cargo', 'run', '--quiet', '--package', 'sortid-node-lists');

rmSync(path.join(sources, 'npm'), { recursive: true, force: true });
for (const platform of platforms) {
  const folder = path.join(sources, 'npm', platform.name);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(layOut(platform))) writeFileSync(path.join(folder, name), text);
}
