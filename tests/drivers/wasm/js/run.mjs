// Builds the program with the core's feature `js`, and runs it in Node. Then builds it without: it
// must not compile, because the functions that read the clock do not exist. Writes TAP.
//
// Replaces the generated JavaScript of `wasm-bindgen`: finds imports by function name.
import { spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { cargoTarget } from '../../../../node/scripts/folders.mjs';
import { compiler, notRun, TARGET } from '../../../../node/scripts/wasm.mjs';

const settings = compiler() ?? notRun();
const folder = import.meta.dirname;
const target = path.join(cargoTarget, 'wasm-js');

function build(features, flags) {
  const words = [
    'build',
    '--locked',
    '--manifest-path',
    path.join(folder, 'Cargo.toml'),
    '--target',
    TARGET,
    ...features,
  ];
  const env = { ...process.env, ...settings, CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f'), CARGO_TARGET_DIR: target };
  return spawnSync('cargo', words, { env, encoding: 'utf8' });
}

/** Instantiates a module that imports `Date.now` and `crypto.getRandomValues`. */
function instance(module) {
  const exported = {};
  const functions = {
    now: () => Date.now(),
    getRandomValues: (at, length) => void webcrypto.getRandomValues(new Uint8Array(exported.memory.buffer, at, length)),
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    const [, called] = /^__wbg_(?:static_accessor_)?([A-Za-z]+)_/.exec(name) ?? [];
    imports[from] ??= {};
    imports[from][name] = functions[called] ?? (() => assert(false, `the module calls ${name}`));
  }
  const { exports } = new WebAssembly.Instance(module, imports);
  exported.memory = exports.memory;
  return exports;
}

let tests = 0;
function check(name, passed, detail) {
  tests += 1;
  console.log(`${passed ? 'ok' : 'not ok'} ${tests} - ${name}`);
  if (!passed) console.log(detail.replaceAll(/^/gm, '# '));
}

function assert(condition, message) {
  if (!condition) throw new Error(message);
}

const built = build(['--features', 'js'], []);
check('a program with the feature js compiles', built.status === 0, built.stderr);
if (built.status === 0) {
  const exports = instance(new WebAssembly.Module(readFileSync(path.join(target, TARGET, 'debug', 'sortid_js.wasm'))));
  const before = Date.now();
  const ms = exports.uuid7_ms();
  check('uuid7 has the time of the clock and ascends', before <= ms && ms <= Date.now(), `${ms}, not ${before}`);
  const age = exports.tid_age_ms();
  check('a generator reads the clock', 0 <= age && age < 60_000, `${age} ms`);
  const bits = Array.from({ length: 100 }, () => exports.random_bits());
  check('random bits differ', new Set(bits).size === 100, `${bits}`);
}
const without = build([], ['--cfg', 'getrandom_backend="custom"']);
const isAbsent = (name) => new RegExp(`cannot find function \`${name}\``).test(without.stderr);
check(
  'a program without the feature js does not compile',
  without.status !== 0 && isAbsent('uuid7') && isAbsent('uuid4'),
  without.stderr,
);
const silent = build([], []);
check(
  'a program without random bytes is told of the feature js',
  silent.status !== 0 && silent.stderr.includes('enable its feature `js`'),
  silent.stderr,
);
console.log(`1..${tests}`);
