// Renews what is checked in and follows from elsewhere: the core's lists, the sub-paths of the formats that are modules of their own, and the platforms' folders.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { manifest, root, run, sources } from './folders.mjs';
import { layOut, platforms } from './platforms.mjs';

run(root, 'cargo', 'run', '--quiet', '--package', 'sortid-node-lists');

const files = readdirSync(path.join(sources, 'formats')).filter((file) => file.endsWith('.js'));
const paths = files
  .map((file) => path.basename(file, '.js'))
  .map((format) => [`./${format}`, { types: `./formats/${format}.d.ts`, default: `./formats/${format}.js` }]);
const { './package.json': itself, ...others } = manifest().exports;
const exports = { ...others, ...Object.fromEntries(paths), './package.json': itself };
const json = JSON.stringify({ ...manifest(), exports }, undefined, 2);
writeFileSync(path.join(sources, 'package.json'), `${json}\n`);

rmSync(path.join(sources, 'npm'), { recursive: true, force: true });
for (const platform of platforms) {
  const folder = path.join(sources, 'npm', platform.name);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(layOut(platform))) writeFileSync(path.join(folder, name), text);
}
