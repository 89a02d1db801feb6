// Finds and loads a native binary, or throws with instructions to install one.
'use strict';

const { name, version, napi } = require('../package.json');
const { ABIS, candidates } = require('./platform.cjs');

/** The C library of this Linux. Only for messages: `getReport` is slow. */
function libc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
}

/** The name and version of the JavaScript runtime. */
function runtime() {
  const { bun, deno, node } = process.versions;
  return (bun && `Bun ${bun}`) ?? (deno && `Deno ${deno}`) ?? `Node ${node}`;
}

/** The error for a missing binary. `packages` contains the loaders of all platforms. */
function missing(part, packages, cause) {
  const abi = process.platform === 'linux' ? `-${libc()}` : ABIS[0];
  const platform = `${process.platform}-${process.arch}${abi}`;
  const binary = `${part.name}-${platform}`;
  const where = `${process.platform} ${process.arch}${abi && ` (${abi.slice(1)})`}, ${runtime()}`;
  const lines = Object.hasOwn(packages, platform)
    ? [
        `${part.name} ${version} found no native binary for ${where}.`,
        `It comes with the package ${binary}@${version}, an optional dependency of ${part.name}.`,
        '--omit=optional, or a lock file from another platform, leaves it out. Either of these commands installs it:',
        `  npm install --no-save ${binary}@${version}`,
        '  rm -rf node_modules package-lock.json && npm install',
      ]
    : [
        `${part.name} ${version} has no native binary for ${where}, only for`,
        `  ${napi.targets.join(', ')}.`,
        `To use one built from source (cargo build --release -p ${part.crate}), copy it to ${__dirname} as`,
        `  ${part.name}.${platform}.node`,
      ];
  return unavailable(lines.join('\n'), cause);
}

const unavailable = (message, cause) =>
  Object.assign(new Error(message, cause && { cause }), { code: 'ERR_SORTID_BINARY_MISSING' });

/** WebContainers run Node inside a browser, and load no native code. */
const isInBrowser = process.versions.webcontainer !== undefined;

const isAbsent = (error) => error.code === 'MODULE_NOT_FOUND';

/**
 * Loads a native module of this version: from this folder, else from the platform's package.
 *
 * `packages` is undefined if the package with the loaders is not installed.
 */
function find(part, packages) {
  if (isInBrowser) throw unavailable(`${part.name} is native code, which a WebContainer cannot load`);
  const native = loaded(part, packages);
  const built = native.version();
  if (built === version) return native;
  const message =
    `${name} is of version ${version}, its native binary of version ${built}. ` +
    'To install both in one version: rm -rf node_modules package-lock.json && npm install';
  throw Object.assign(new Error(message), { code: 'ERR_SORTID_VERSION_MISMATCH' });
}

function loaded(part, packages) {
  let reason;
  for (const platform of candidates) {
    for (const load of [() => require(`./${part.name}.${platform}.node`), packages?.[platform]]) {
      try {
        if (load !== undefined) return load();
      } catch (error) {
        // The error of a file that fails to load explains more than that of a missing file.
        if (reason === undefined || isAbsent(reason)) reason = error;
      }
    }
  }
  if (packages !== undefined) throw missing(part, packages, reason);
  throw unavailable(`the package ${part.name} is not installed: npm install ${part.name}@${version}`, reason);
}

module.exports = { find, isInBrowser };
