// Builds the package and installs it like a user: tools, native libraries, tarballs, a project.
//
// With SORTID_BUILT, cargo is not called, and the package for Node has no WebAssembly module.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  app,
  built,
  builtWasm,
  compiled,
  forWasm,
  manifest,
  npmInstall,
  once,
  packed,
  root,
  sources,
  staged,
  tools,
} from './folders.mjs';
import { fetchTools } from './fetch.mjs';
import { buildLibrary, writeLists } from './library.mjs';
import { pack } from './pack.mjs';
import { PARTS, binaryOf } from './platforms.mjs';
import { buildWasm, notRun } from './wasm.mjs';

fetchTools();
writeLists();
const platform = buildLibrary();
const withWasm = forWasm || !compiled;
const wasmIsBuilt = withWasm && (await buildWasm());
if (forWasm && !wasmIsBuilt) notRun();

const { name, version, files } = manifest();
const own = files.filter((file) => file !== 'wasm');
const inputs = [...own, 'package.json', 'scripts'].map((file) => path.join(sources, file));
const binaries = PARTS.map((part) => path.join(built, binaryOf(part, platform)));
const wasm = wasmIsBuilt ? [builtWasm] : [];
once(app, [...inputs, path.join(root, 'docs', 'node.md'), ...binaries, ...wasm], () => {
  for (const folder of [staged, packed, app]) rmSync(folder, { recursive: true, force: true });
  const tarballs = pack([platform], { withWasm: wasmIsBuilt });
  mkdirSync(app, { recursive: true });
  writeFileSync(path.join(app, 'package.json'), `${JSON.stringify({ name: 'app', private: true })}\n`);
  npmInstall(app, ...tarballs);
  // `sortid/arrow` and `sortid/zod` need these packages.
  for (const peer of ['apache-arrow', 'zod']) {
    symlinkSync(path.join(tools, 'node_modules', peer), path.join(app, 'node_modules', peer), 'junction');
  }
});
console.error(`${name} ${version} is installed in ${app}${wasmIsBuilt ? '' : ', without the WebAssembly module'}`);
