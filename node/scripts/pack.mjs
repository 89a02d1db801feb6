// Writes and packs the packages: those that users install, and one for each platform's binaries.
//
// As a program, for a release, it packs the platforms whose binaries are in `built`.
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { built, builtWasm, manifest, packed, root, run, sources, staged } from './folders.mjs';
import { writeBundled } from './bundle.mjs';
import { frameworkPaths, frameworkTypes, writeFrameworks } from './frameworks.mjs';
import { writeLists } from './library.mjs';
import { modulePaths, moduleTypes, writeModules } from './modules.mjs';
import { LICENCES, leaseFiles, platformFiles } from './packages.mjs';
import { LEASE_FOLDER, PARTS, binaryOf, dependenciesOn, folderOf, platforms } from './platforms.mjs';

function layOutMain(withWasm) {
  const { name, version, files, scripts, devDependencies, exports: main, ...rest } = manifest();
  const folder = path.join(staged, name);
  mkdirSync(folder, { recursive: true });
  const entries = files.filter((file) => file.endsWith('.cjs'));
  const left = [...LICENCES, ...entries, 'formats', 'frameworks', 'lib', ...(withWasm ? [] : ['wasm'])];
  for (const file of files.filter((entry) => !left.includes(entry))) {
    const from = file === 'wasm' ? builtWasm : path.join(sources, file);
    cpSync(from, path.join(folder, file), { recursive: true });
  }
  for (const file of LICENCES) cpSync(path.join(root, file), path.join(folder, file));
  writeBundled(folder, entries, 'index.cjs');
  writeModules(path.join(folder, 'formats'));
  writeFrameworks(folder);
  cpSync(path.join(root, 'docs', 'node.md'), path.join(folder, 'README.md'));
  // npm installs those with matching `os`, `cpu` and `libc`. They are not in the repository's
  // package.json, as npm cannot install unpublished packages.
  const optionalDependencies = dependenciesOn(PARTS[0]);
  // Only users of `sortid/lease` install it, as it doubles the size of the binaries.
  const lease = `${name}-${LEASE_FOLDER}`;
  const peerDependencies = { ...rest.peerDependencies, [lease]: version };
  const peerDependenciesMeta = { ...rest.peerDependenciesMeta, [lease]: { optional: true } };
  const peers = { peerDependencies, peerDependenciesMeta };
  const exports = { ...main, ...modulePaths(), ...frameworkPaths() };
  const typesVersions = { '*': { ...moduleTypes(), ...frameworkTypes() } };
  const json = { name, version, ...rest, exports, typesVersions, files, optionalDependencies, ...peers };
  writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify(json, undefined, 2)}\n`);
  return folder;
}

function layOut(name, files) {
  const folder = path.join(staged, name);
  mkdirSync(folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  for (const file of LICENCES) cpSync(path.join(root, file), path.join(folder, file));
  return folder;
}

const layOutPlatform = (platform) =>
  PARTS.map((part) => {
    const folder = layOut(folderOf(part, platform), platformFiles(part, platform));
    const binary = binaryOf(part, platform);
    cpSync(path.join(built, binary), path.join(folder, binary));
    return folder;
  });

/** Packs platforms, the package for leases, and the main one: in the order of publishing. */
export function pack(chosen, { withWasm = true } = {}) {
  const folders = [...chosen.flatMap(layOutPlatform), layOut(LEASE_FOLDER, leaseFiles()), layOutMain(withWasm)];
  mkdirSync(packed, { recursive: true });
  for (const folder of folders) run(folder, 'npm', 'pack', '--silent', '--pack-destination', packed);
  return folders.map((folder) => {
    const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return path.join(packed, `${name}-${version}.tgz`);
  });
}

if (process.argv[1] === import.meta.filename) {
  writeLists();
  const isBuilt = (platform) => PARTS.every((part) => existsSync(path.join(built, binaryOf(part, platform))));
  for (const tarball of pack(platforms.filter(isBuilt))) console.log(tarball);
}
