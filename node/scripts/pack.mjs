// Lays out and packs the packages: the one that people install, and one for each platform with its binary.
//
// As a program: `node scripts/pack.mjs [TRIPLE…]` packs the main package and the platforms whose binaries lie in `built`.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built, manifest, packed, root, run, sources, staged } from './folders.mjs';

const NPM_FOLDERS = path.join(sources, 'npm');

/** The folders of the platform packages, as `napi create-npm-dirs` named them. */
export const platforms = () => readdirSync(NPM_FOLDERS).toSorted();

/** The platform whose package a binary belongs to: `sortid.linux-x64-gnu.node` is of `linux-x64-gnu`. */
export const platformPackage = (binary) => binary.split('.').at(-2);

function write(folder, name, json) {
  writeFileSync(path.join(folder, name), `${JSON.stringify(json, undefined, 2)}\n`);
}

function licences(folder) {
  for (const name of ['LICENSE-APACHE', 'LICENSE-MIT']) cpSync(path.join(root, name), path.join(folder, name));
}

function layOutMain() {
  const { name, version, files, scripts, devDependencies, overrides, ...rest } = manifest();
  const folder = path.join(staged, name);
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    const from = path.join(sources, file);
    if (existsSync(from)) cpSync(from, path.join(folder, file), { recursive: true });
  }
  licences(folder);
  cpSync(path.join(root, 'docs', 'node.md'), path.join(folder, 'README.md'));
  // As `napi pre-publish` writes them: npm installs those whose `os`, `cpu` and `libc` fit.
  const optionalDependencies = Object.fromEntries(platforms().map((platform) => [`${name}-${platform}`, version]));
  write(folder, 'package.json', { name, version, ...rest, files, optionalDependencies });
  return folder;
}

function layOutPlatform(platform) {
  const folder = path.join(staged, platform);
  cpSync(path.join(NPM_FOLDERS, platform), folder, { recursive: true });
  const { main } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  cpSync(path.join(built, main), path.join(folder, main));
  licences(folder);
  return folder;
}

/** Packs the main package and those of some platforms; the platforms' tarballs first, as they are published first. */
export function pack(chosen) {
  const folders = [...chosen.map(layOutPlatform), layOutMain()];
  mkdirSync(packed, { recursive: true });
  for (const folder of folders) run(folder, 'npm', 'pack', '--silent', '--pack-destination', packed);
  return folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return path.join(packed, `${name}-${version}.tgz`);
  });
}

if (process.argv[1] === import.meta.filename) {
  const present = platforms().filter((platform) => existsSync(path.join(built, `${manifest().napi.binaryName}.${platform}.node`)));
  const chosen = process.argv.length > 2 ? process.argv.slice(2) : present;
  for (const tarball of pack(chosen)) console.log(tarball);
}
