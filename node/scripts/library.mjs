// Builds the native library for a target (this machine's, or the one named) and puts it into `built` under its platform's name.
import { copyFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { built, cargoTarget, root, run } from './folders.mjs';
import { binaryOf } from './pack.mjs';
import { hostPlatform, platforms } from './platforms.mjs';

const LIBRARY = { win32: 'sortid_node.dll', darwin: 'libsortid_node.dylib', linux: 'libsortid_node.so' };

/** @returns the platform that it was built for. */
export function buildLibrary(target) {
  const platform = target === undefined ? hostPlatform() : platforms.find((known) => known.target === target);
  if (platform === undefined) throw new Error(`the package has no platform for ${target ?? 'this machine'}`);
  const folder = path.join(cargoTarget, ...(target === undefined ? [] : [target]), 'node-release');
  const forTarget = target === undefined ? [] : ['--target', target];
  run(root, 'cargo', 'build', '--profile', 'node-release', '--package', 'sortid-node', ...forTarget);
  mkdirSync(built, { recursive: true });
  copyFileSync(path.join(folder, LIBRARY[platform.os]), path.join(built, binaryOf(platform)));
  return platform;
}

if (process.argv[1] === import.meta.filename) buildLibrary(process.argv[2]);
