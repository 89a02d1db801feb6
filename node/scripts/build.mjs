// Makes the package as a user gets it: tools, native library, tarballs, and a project that has them installed.
import { copyFileSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app, built, builtWasm, manifest, once, packed, root, run, sources, staged, tools } from './folders.mjs';
import { buildLibrary } from './library.mjs';
import { pack } from './pack.mjs';
import { PARTS, binaryOf } from './platforms.mjs';
import { buildWasm } from './wasm.mjs';

const NPM = ['--no-audit', '--no-fund', '--loglevel=error'];

const manifests = ['package.json', 'package-lock.json'].map((name) => path.join(sources, name));
once(tools, manifests, () => {
  for (const file of manifests) copyFileSync(file, path.join(tools, path.basename(file)));
  run(tools, 'npm', 'ci', '--ignore-scripts', ...NPM);
});
// Where editors, linters and compilers look for them.
const modules = path.join(sources, 'node_modules');
if (!existsSync(modules)) symlinkSync(path.join(tools, 'node_modules'), modules, 'junction');

// Cargo knows best whether there is something to do.
const platform = buildLibrary();
await buildWasm();

const { name, version, files } = manifest();
const own = files.filter((file) => file !== 'wasm');
const inputs = [...own, 'npm', 'package.json', 'scripts'].map((file) => path.join(sources, file));
const binaries = PARTS.map((part) => path.join(built, binaryOf(part, platform)));
once(app, [...inputs, path.join(root, 'docs', 'node.md'), ...binaries, builtWasm], () => {
  for (const folder of [staged, packed, app]) rmSync(folder, { recursive: true, force: true });
  const tarballs = pack([platform]);
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, 'package.json'), `${JSON.stringify({ name: 'app', private: true })}\n`);
  run(app, 'npm', 'install', '--offline', ...NPM, ...tarballs);
  // What a user of `sortid/arrow` has beside it.
  symlinkSync(
    path.join(tools, 'node_modules', 'apache-arrow'),
    path.join(app, 'node_modules', 'apache-arrow'),
    'junction',
  );
});
console.error(`${name} ${version} is installed in ${app}`);
