// Builds the WebAssembly module and its loaders into `builtWasm`: the package's JavaScript with
// the module instead of the addon.
//
//   sortid.wasm         the module
//   shared.mjs          the package's JavaScript, a function of the module, for the next three
//   edge.mjs            imports it, for runtimes that cannot compile at run time
//   edge-light.mjs      imports it as Next.js and Vercel require
//   node.cjs, node.mjs  read it from its file
//   bytes.mjs           contains it in base64
//   inline.mjs          compiles bytes.mjs, for all other runtimes
//   bundled.mjs         for bundled programs in Node: the addon if installed, else bytes.mjs
//
// As a program, it also copies what a page needs into the folder that is its argument.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fetchTools } from './fetch.mjs';
import { builtWasm, cargoTarget, root, run, sources } from './folders.mjs';
import { writeLists } from './library.mjs';

export const TARGET = 'wasm32-unknown-unknown';
const PROFILE = 'wasm-release';

/** The host supplies random bytes and the time. */
const FLAGS = ['--cfg', 'getrandom_backend="custom"', '--cfg', 'sortid_clock="host"'];

const NOT_RUN = 77;

/** Ends the script as skipped. */
export function notRun() {
  console.log(`NOT RUN: install the ${TARGET} target (rustup target add ${TARGET})`);
  process.exit(NOT_RUN);
}

const has = (rustc) => {
  const { status, stdout } = spawnSync(rustc, ['--print', 'target-libdir', '--target', TARGET], { encoding: 'utf8' });
  return status === 0 && existsSync(stdout.trim());
};

/** The settings for a compiler with the target's standard library; undefined if unavailable. */
export function compiler() {
  const fetch = path.join(root, 'tests', 'drivers', 'wasm', 'fetch');
  const { status } = spawnSync(fetch, ['target'], { stdio: ['ignore', 2, 2] });
  if (status === NOT_RUN) return undefined;
  if (status !== 0) process.exit(1);
  if (has('rustc')) return {};
  const tool = (name) => path.join(cargoTarget, 'emulators', 'bin', name);
  return { RUSTC: tool('rustc'), CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER: tool('wasm32-cc') };
}

/** Replaces the modules that need the addon, and, unless `isForNode`, those that need Node. */
const inPlaceOf = (module, isForNode) => ({
  name: 'sortid-wasm',
  setup(build) {
    build.onResolve({ filter: /\/(load|node|module)\.cjs$/ }, ({ path: file, importer }) => {
      switch (path.basename(file)) {
        case 'load.cjs':
          return { path: path.join(sources, 'lib', 'wasm', isForNode ? 'either.cjs' : 'native.cjs') };
        case 'node.cjs':
          return isForNode ? undefined : { path: path.join(sources, 'lib', 'wasm', 'node.cjs') };
        default:
          if (!importer.endsWith('native.cjs')) return undefined;
          return { path: 'module', namespace: 'sortid-wasm' };
      }
    });
    const beside = /^\.\/bytes\.mjs$/;
    build.onResolve({ filter: beside }, ({ path: file }) => ({ path: file, external: true }));
    // In ES modules, esbuild cannot convert a `require` of a Node module.
    build.onResolve({ filter: /^node:/ }, ({ path: file, kind }) =>
      kind === 'require-call' ? { path: file, namespace: 'sortid-node' } : { path: file, external: true },
    );
    build.onLoad({ filter: /.*/, namespace: 'sortid-node' }, ({ path: file }) => ({
      contents: `export * from '${file}';`,
    }));
    // So `import` and `require` return the same objects.
    if (module === READ) {
      build.onResolve({ filter: /^\.\/index\.cjs$/ }, () => ({ path: './node.cjs', external: true }));
    }
    build.onLoad({ filter: /^module$/, namespace: 'sortid-wasm' }, () => ({
      contents: module,
      resolveDir: builtWasm,
    }));
  },
});

const READ = `
  const { readFileSync } = require('node:fs');
  const path = require('node:path');
  module.exports = new WebAssembly.Module(readFileSync(path.join(__dirname, 'sortid.wasm')));
`;
const COMPILED = 'new WebAssembly.Module(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)))';
const INLINE = `
  import text from './bytes.mjs';
  export default ${COMPILED};
`;

/** The code of each loader that defines the module as the constant `compiled`. */
const LOADERS = {
  'edge.mjs': `import compiled from './sortid.wasm';`,
  'edge-light.mjs': `import compiled from './sortid.wasm?module';`,
  'inline.mjs': `import text from './bytes.mjs';
function compile() {
  try {
    return ${COMPILED};
  } catch (cause) {
    const remedy = "a Content Security Policy needs script-src 'wasm-unsafe-eval'; sortid/uuid7 and its like need nothing";
    throw new Error(\`sortid cannot compile its WebAssembly module: \${remedy}\`, { cause });
  }
}
const compiled = compile();`,
};

/** Writes the loaders that share the package's JavaScript, which is a function of the module. */
async function writeLoaders() {
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    entryPoints: [path.join(sources, 'index.cjs')],
    ...{ bundle: true, write: false, format: 'cjs', platform: 'neutral' },
    ...STYLE,
    plugins: [inPlaceOf('module.exports = compiled;', false)],
  });
  const [{ text }] = outputFiles;
  writeFileSync(
    path.join(builtWasm, 'shared.mjs'),
    `export default (compiled) => {const module = { exports: {} }, { exports } = module;\n${text}return module.exports;};\n`,
  );
  const index = readFileSync(path.join(sources, 'index.mjs'), 'utf8');
  const [, names] = /^export const \{([^}]*)\} = sortid;/m.exec(index.replaceAll(/^ *\/\/.*\n/gm, ''));
  const exports = `import load from './shared.mjs';\n\nexport const {${names}} = load(compiled);\n`;
  for (const [name, compiled] of Object.entries(LOADERS)) {
    writeFileSync(path.join(builtWasm, name), `${compiled}\n${exports}`);
  }
}

// Without minifying identifiers, as users see the names of classes.
const STYLE = { minifySyntax: true, minifyWhitespace: true, target: 'es2022', logLevel: 'warning' };

async function bundle(name, entry, module, { isForNode = false } = {}) {
  const esbuild = await import('esbuild');
  await esbuild.build({
    entryPoints: [path.join(sources, entry)],
    outfile: path.join(builtWasm, name),
    bundle: true,
    ...STYLE,
    format: name.endsWith('.cjs') ? 'cjs' : 'esm',
    // With `node`, esbuild marks the names of exports, for importing by name.
    platform: name.endsWith('.cjs') ? 'node' : 'neutral',
    plugins: [inPlaceOf(module, isForNode)],
  });
}

/** Compiles a crate. Returns the module's file; undefined without a compiler for the target. */
export function compiledForWasm(crate) {
  const settingsOfCompiler = compiler();
  if (settingsOfCompiler === undefined) return undefined;
  // A separate folder, as the compiler may differ, and to avoid waiting for cargo's lock.
  const target = path.join(cargoTarget, 'wasm');
  const env = { ...settingsOfCompiler, CARGO_ENCODED_RUSTFLAGS: FLAGS.join('\x1f'), CARGO_TARGET_DIR: target };
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const build = ['build', '--profile', PROFILE, '--package', crate, '--target', TARGET, '--locked'];
  run(root, 'env', ...settings, 'cargo', ...build);
  return path.join(target, TARGET, PROFILE, `${crate.replaceAll('-', '_')}.wasm`);
}

/** Builds the module and its loaders. Returns whether there is a compiler for the target. */
export async function buildWasm() {
  const module = compiledForWasm('sortid-wasm');
  if (module === undefined) return false;
  rmSync(builtWasm, { recursive: true, force: true });
  mkdirSync(builtWasm, { recursive: true });
  copyFileSync(module, path.join(builtWasm, 'sortid.wasm'));
  const text = readFileSync(module, 'base64');
  writeFileSync(path.join(builtWasm, 'bytes.mjs'), `export default '${text}';\n`);
  await writeLoaders();
  await bundle('bundled.mjs', 'index.mjs', INLINE, { isForNode: true });
  await bundle('node.cjs', 'index.cjs', READ);
  await bundle('node.mjs', 'index.mjs', READ);
  return true;
}

/** The files of a page. */
const OF_PAGES = ['bytes.mjs', 'inline.mjs', 'shared.mjs'];

if (process.argv[1] === import.meta.filename) {
  const [, , folder] = process.argv;
  if (folder) fetchTools();
  writeLists();
  if (!(await buildWasm())) notRun();
  if (folder) mkdirSync(folder, { recursive: true });
  for (const name of folder ? OF_PAGES : []) copyFileSync(path.join(builtWasm, name), path.join(folder, name));
}
