// Installs the development tools; with `all`, also the packages for `tests/interop/node`.
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { bench, npmCi, root, sources, tools } from './folders.mjs';

export function fetchTools() {
  npmCi(tools, sources, '--ignore-scripts');
  // Editors, linters and compilers search this folder.
  try {
    symlinkSync(path.join(tools, 'node_modules'), path.join(sources, 'node_modules'), 'junction');
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

export const fetchBench = () => npmCi(bench, root, '--workspace', 'tests/interop/node');

if (process.argv[1] === import.meta.filename) {
  fetchTools();
  if (process.argv[2] === 'all') fetchBench();
}
