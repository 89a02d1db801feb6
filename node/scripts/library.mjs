// Copies the native libraries for a target (this machine's) into `built`, named by platform.
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { built, cargoTarget, compiled, root, run } from './folders.mjs';
import { PARTS, binaryOf, hostPlatform, platforms } from './platforms.mjs';

const LIBRARY = {
  win32: (name) => `${name}.dll`,
  darwin: (name) => `lib${name}.dylib`,
  linux: (name) => `lib${name}.so`,
};

/** Runs the generator for the lists of formats that are not in git. */
export function writeLists() {
  const command = ['cargo', 'run', '--quiet', '--profile', 'suite', '--package', 'sortid-generate', '--'];
  run(root, ...(compiled ? [path.join(compiled, 'generate')] : command), 'node');
}

/** Copies the libraries from SORTID_BUILT, or builds release ones. Returns the platform. */
export function buildLibrary(target) {
  const platform = target === undefined ? hostPlatform() : platforms.find((known) => known.target === target);
  if (platform === undefined) throw new Error(`the package has no platform for ${target ?? 'this machine'}`);
  const forTarget = target === undefined ? [] : ['--target', target];
  mkdirSync(built, { recursive: true });
  for (const part of PARTS) {
    const released = path.join(cargoTarget, ...(target === undefined ? [] : [target]), part.profile);
    const folder = target === undefined && compiled ? compiled : released;
    if (folder === released) {
      run(root, 'cargo', 'build', '--profile', part.profile, '--package', part.crate, ...forTarget);
    }
    const library = LIBRARY[platform.os](part.crate.replaceAll('-', '_'));
    copyFileSync(path.join(folder, library), path.join(built, binaryOf(part, platform)));
  }
  return platform;
}

if (process.argv[1] === import.meta.filename) buildLibrary(process.argv[2]);
