// Builds the WebAssembly module and what loads it into `builtWasm`: the package's JavaScript, with the module in the place of the addon.
//
//   sortid.wasm  the module
//   edge.mjs     imports it: for runtimes that compile nothing while they run
//   node.cjs, node.mjs  read it: for those that have files
//   inline.mjs   has it in itself, and compiles it at once: for all others
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { builtWasm, cargoTarget, root, run, sources } from './folders.mjs';

const TARGET = 'wasm32-unknown-unknown';
const PROFILE = 'wasm-release';

/** Random bytes and the time are the host's. */
const FLAGS = ['--cfg', 'getrandom_backend="custom"', '--cfg', 'sortid_clock="host"'];

/** A compiler that has the target's standard library: this machine's, or the one that the suite's platforms are compiled by. */
function compiler() {
  const asked = spawnSync('rustc', ['--print', 'target-libdir', '--target', TARGET], { encoding: 'utf8' });
  if (asked.status === 0 && existsSync(asked.stdout.trim())) return {};
  const foreign = path.join(cargoTarget, 'emulators');
  run(root, path.join(root, 'tests', 'emulators', 'fetch'), foreign, 'wasm32');
  const tool = (name) => path.join(foreign, 'bin', name);
  return { RUSTC: tool('rustc'), CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: tool('wasm32-cc') };
}

/** What the bundled JavaScript has in the place of what only Node has. */
const inPlaceOf = (module) => ({
  name: 'sortid-wasm',
  setup(build) {
    build.onResolve({ filter: /\/(load|files|module)\.cjs$/ }, ({ path: file, importer }) => {
      switch (path.basename(file)) {
        case 'load.cjs':
          return { path: path.join(sources, 'lib', 'wasm', 'native.cjs') };
        case 'files.cjs':
          return { path: path.join(sources, 'lib', 'wasm', 'files.cjs') };
        default:
          if (!importer.endsWith('native.cjs')) return undefined;
          return { path: 'module', namespace: 'sortid-wasm' };
      }
    });
    build.onResolve({ filter: /^\.\/sortid\.wasm$/ }, ({ path: file }) => ({ path: file, external: true }));
    // The same objects by `import` as by `require`.
    if (module === READ) {
      build.onResolve({ filter: /^\.\/index\.cjs$/ }, () => ({ path: './node.cjs', external: true }));
    }
    build.onLoad({ filter: /^module$/, namespace: 'sortid-wasm' }, () => ({
      contents: module,
      resolveDir: builtWasm,
    }));
  },
});

const IMPORTED = `export { default } from './sortid.wasm';`;
const READ = `
  const { readFileSync } = require('node:fs');
  const path = require('node:path');
  module.exports = new WebAssembly.Module(readFileSync(path.join(__dirname, 'sortid.wasm')));
`;
const INLINE = `
  import bytes from './sortid.wasm?inline';
  export default new WebAssembly.Module(bytes);
`;

async function bundle(name, entry, module) {
  const esbuild = await import('esbuild');
  const inlined = {
    name: 'inlined',
    setup(build) {
      build.onResolve({ filter: /\?inline$/ }, () => ({ path: path.join(builtWasm, 'sortid.wasm') }));
    },
  };
  await esbuild.build({
    entryPoints: [path.join(sources, entry)],
    outfile: path.join(builtWasm, name),
    bundle: true,
    // Names of classes are told to users.
    minifySyntax: true,
    minifyWhitespace: true,
    format: name.endsWith('.cjs') ? 'cjs' : 'esm',
    // Its names can be imported from CommonJS too.
    platform: name.endsWith('.cjs') ? 'node' : 'neutral',
    target: 'es2022',
    loader: { '.wasm': 'binary' },
    plugins: [inlined, inPlaceOf(module)],
    logLevel: 'warning',
  });
}

/** Compiles a crate of the workspace; the module's file. */
export function compiledForWasm(crate) {
  // A compiler of its own wants a folder of its own.
  const target = path.join(cargoTarget, 'wasm');
  const env = { ...compiler(), CARGO_ENCODED_RUSTFLAGS: FLAGS.join('\x1f'), CARGO_TARGET_DIR: target };
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const build = ['build', '--profile', PROFILE, '--package', crate, '--target', TARGET, '--locked'];
  run(root, 'env', ...settings, 'cargo', ...build);
  return path.join(target, TARGET, PROFILE, `${crate.replaceAll('-', '_')}.wasm`);
}

export async function buildWasm() {
  const module = compiledForWasm('sortid-wasm');
  rmSync(builtWasm, { recursive: true, force: true });
  mkdirSync(builtWasm, { recursive: true });
  copyFileSync(module, path.join(builtWasm, 'sortid.wasm'));
  await bundle('edge.mjs', 'index.mjs', IMPORTED);
  await bundle('inline.mjs', 'index.mjs', INLINE);
  await bundle('node.cjs', 'index.cjs', READ);
  await bundle('node.mjs', 'index.mjs', READ);
}

if (process.argv[1] === import.meta.filename) await buildWasm();
