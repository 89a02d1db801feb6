// Makes the package as a user gets it: tools, native library, tarballs, and a project that has them installed.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app, built, cargoTarget, manifest, once, packed, root, run, sources, staged, tools } from './folders.mjs';
import { pack, platformPackage } from './pack.mjs';

const NPM = ['--no-audit', '--no-fund', '--loglevel=error'];

const manifests = ['package.json', 'package-lock.json'].map((name) => path.join(sources, name));
once(tools, manifests, () => {
  for (const file of manifests) copyFileSync(file, path.join(tools, path.basename(file)));
  run(tools, 'npm', 'ci', '--ignore-scripts', ...NPM);
});

process.env.CARGO_PROFILE_RELEASE_STRIP = 'symbols';
// Cargo knows best whether there is something to do.
mkdirSync(built, { recursive: true });
run(
  root,
  path.join(tools, 'node_modules', '.bin', 'napi'),
  ...['build', '--platform', '--release', '--no-const-enum', '--js', 'native.cjs'],
  ...['--manifest-path', path.join(sources, 'Cargo.toml'), '--package-json-path', path.join(sources, 'package.json')],
  ...['--target-dir', cargoTarget, '--output-dir', built],
);

const binary = readdirSync(built).find((name) => name.endsWith('.node'));
const inputs = ['bin', 'index.cjs', 'index.mjs', 'index.d.ts', 'index.d.cts', 'lib', 'npm', 'package.json', 'scripts'];
const read = [...inputs.map((name) => path.join(sources, name)), path.join(root, 'docs', 'node.md'), path.join(built, binary)];
once(app, read, () => {
  for (const folder of [staged, packed, app]) rmSync(folder, { recursive: true, force: true });
  const tarballs = pack([platformPackage(binary)]);
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, 'package.json'), `${JSON.stringify({ name: 'app', private: true })}\n`);
  run(app, 'npm', 'install', '--offline', ...NPM, ...tarballs);
});
console.error(`${manifest().name} ${manifest().version} is installed in ${app}`);
