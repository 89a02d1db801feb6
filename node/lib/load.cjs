// Finds and loads the native part, and says what to do where there is none.
'use strict';

const { name, version, napi } = require('../package.json');

// A line for each platform, as tools that gather a program's files can follow these and no computed name.
const PACKAGES = {
  'linux-x64-gnu': () => require('sortid-linux-x64-gnu'),
  'linux-arm64-gnu': () => require('sortid-linux-arm64-gnu'),
  'linux-x64-musl': () => require('sortid-linux-x64-musl'),
  'linux-arm64-musl': () => require('sortid-linux-arm64-musl'),
  'darwin-x64': () => require('sortid-darwin-x64'),
  'darwin-arm64': () => require('sortid-darwin-arm64'),
  'win32-x64-msvc': () => require('sortid-win32-x64-msvc'),
  'win32-arm64-msvc': () => require('sortid-win32-arm64-msvc'),
};

/** What the platforms that could be this one end in. A library for another C library does not load: the next is tried. */
const ABIS = { linux: ['-gnu', '-musl'], win32: ['-msvc'] }[process.platform] ?? [''];

const candidates = ABIS.map((abi) => `${process.platform}-${process.arch}${abi}`);

/** The C library of this Linux. Asked for messages alone: the report takes its time. */
function libc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
}

/** What runs this, by its own name. */
function runtime() {
  const { bun, deno, node } = process.versions;
  return (bun && `Bun ${bun}`) ?? (deno && `Deno ${deno}`) ?? `Node ${node}`;
}

/** What a user must know whose binary is missing. */
function missing(cause) {
  const abi = process.platform === 'linux' ? `-${libc()}` : ABIS[0];
  const platform = `${process.platform}-${process.arch}${abi}`;
  const binary = `${name}-${platform}`;
  const where = `${process.platform} ${process.arch}${abi && ` (${abi.slice(1)})`}, ${runtime()}`;
  const lines = Object.hasOwn(PACKAGES, platform)
    ? [
        `${name} ${version} found no native binary for ${where}.`,
        `It comes with the package ${binary}@${version}, an optional dependency of ${name}.`,
        'It may have been left out by --omit=optional, or by a lock file made on another platform. Either of these brings it back:',
        `  npm install --no-save ${binary}@${version}`,
        '  rm -rf node_modules package-lock.json && npm install',
      ]
    : [
        `${name} ${version} has no native binary for ${where}; there are those for`,
        `  ${napi.targets.join(', ')}.`,
        `One that was built from source (cargo build --release -p sortid-node) is taken from ${__dirname}:`,
        `  ${napi.binaryName}.${platform}.node`,
      ];
  return Object.assign(new Error(lines.join('\n'), { cause }), { code: 'ERR_SORTID_BINARY_MISSING' });
}

const isAbsent = (error) => error.code === 'MODULE_NOT_FOUND';

/** The native module: one that lies here, else that of the platform's package. */
function find() {
  let why;
  for (const platform of candidates) {
    for (const load of [() => require(`./${napi.binaryName}.${platform}.node`), PACKAGES[platform]]) {
      try {
        if (load !== undefined) return load();
      } catch (error) {
        // What is there and does not load tells more than what is not there.
        if (why === undefined || isAbsent(why)) why = error;
      }
    }
  }
  throw missing(why);
}

/** WebContainers run Node inside a browser: they load no native code of anybody's. */
const isInBrowser = process.versions.webcontainer !== undefined;

const native = isInBrowser ? require('./wasm/native.cjs') : find();
const built = native.version();
if (built !== version) {
  const message =
    `${name} is of version ${version}, its native binary of version ${built}. ` +
    'Both of one version come with: rm -rf node_modules package-lock.json && npm install';
  throw Object.assign(new Error(message), { code: 'ERR_SORTID_VERSION_MISMATCH' });
}

module.exports = native;
