// Renews what is checked in and follows from other files: the types for `require`, and the platforms' folders.
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from './folders.mjs';
import { layOut, platforms } from './platforms.mjs';

copyFileSync(path.join(sources, 'index.d.ts'), path.join(sources, 'index.d.cts'));
rmSync(path.join(sources, 'npm'), { recursive: true, force: true });
for (const platform of platforms) {
  const folder = path.join(sources, 'npm', platform.name);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(layOut(platform))) writeFileSync(path.join(folder, name), text);
}
