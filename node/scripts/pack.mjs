// Lays out and packs the packages: the one that people install, and one for each platform with its binary.
//
// As a program it packs the main package and those of the platforms whose binaries lie in `built`, for a release.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built, builtWasm, manifest, packed, root, run, sources, staged } from './folders.mjs';
import { modulePaths, moduleTypes, writeModules } from './modules.mjs';
import { PARTS, binaryOf, platforms } from './platforms.mjs';

const LICENCES = ['LICENSE-APACHE', 'LICENSE-MIT'];

function layOutMain(withWasm) {
  const { name, version, files, scripts, devDependencies, exports: main, ...rest } = manifest();
  const folder = path.join(staged, name);
  mkdirSync(folder, { recursive: true });
  const left = [...LICENCES, 'formats', ...(withWasm ? [] : ['wasm'])];
  for (const file of files.filter((entry) => !left.includes(entry))) {
    const from = file === 'wasm' ? builtWasm : path.join(sources, file);
    cpSync(from, path.join(folder, file), { recursive: true });
  }
  for (const file of LICENCES) cpSync(path.join(root, file), path.join(folder, file));
  writeModules(path.join(folder, 'formats'));
  cpSync(path.join(root, 'docs', 'node.md'), path.join(folder, 'README.md'));
  // npm installs those whose `os`, `cpu` and `libc` fit. They stand here alone, as they cannot be installed before they are published.
  const optionalDependencies = Object.fromEntries(platforms.map((platform) => [`${name}-${platform.name}`, version]));
  const exports = { ...main, ...modulePaths() };
  const json = { name, version, ...rest, exports, typesVersions: moduleTypes(), files, optionalDependencies };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(json, undefined, 2)}\n`);
  return folder;
}

function layOutPlatform(platform) {
  const folder = path.join(staged, platform.name);
  cpSync(path.join(sources, 'npm', platform.name), folder, { recursive: true });
  for (const file of LICENCES) cpSync(path.join(root, file), path.join(folder, file));
  for (const part of PARTS) {
    const binary = binaryOf(part, platform);
    cpSync(path.join(built, binary), path.join(folder, binary));
  }
  return folder;
}

/** Packs the packages of some platforms, and the main one last, in the order of publishing. */
export function pack(chosen, { withWasm = true } = {}) {
  const folders = [...chosen.map(layOutPlatform), layOutMain(withWasm)];
  mkdirSync(packed, { recursive: true });
  for (const folder of folders) run(folder, 'npm', 'pack', '--silent', '--pack-destination', packed);
  return folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return path.join(packed, `${name}-${version}.tgz`);
  });
}

if (process.argv[1] === import.meta.filename) {
  const isBuilt = (platform) => PARTS.every((part) => existsSync(path.join(built, binaryOf(part, platform))));
  for (const tarball of pack(platforms.filter(isBuilt))) console.log(tarball);
}
