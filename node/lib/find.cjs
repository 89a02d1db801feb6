// Finds and loads a native part, and says what to do if there is none.
'use strict';

const { name, version, napi } = require('../package.json');
const { ABIS, candidates } = require('./platform.cjs');

/** The C library of this Linux, for messages only: the report takes time. */
function libc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl';
}

/** What runs this, by its own name. */
function runtime() {
  const { bun, deno, node } = process.versions;
  return (bun && `Bun ${bun}`) ?? (deno && `Deno ${deno}`) ?? `Node ${node}`;
}

/** The error for a missing binary. `packages` has the loaders of all platforms. */
function missing(part, packages, cause) {
  const abi = process.platform === 'linux' ? `-${libc()}` : ABIS[0];
  const platform = `${process.platform}-${process.arch}${abi}`;
  const binary = `${part.name}-${platform}`;
  const where = `${process.platform} ${process.arch}${abi && ` (${abi.slice(1)})`}, ${runtime()}`;
  const lines = Object.hasOwn(packages, platform)
    ? [
        `${part.name} ${version} found no native binary for ${where}.`,
        `It comes with the package ${binary}@${version}, an optional dependency of ${part.name}.`,
        'It may have been left out by --omit=optional, or by a lock file made on another platform. Either of these brings it back:',
        `  npm install --no-save ${binary}@${version}`,
        '  rm -rf node_modules package-lock.json && npm install',
      ]
    : [
        `${part.name} ${version} has no native binary for ${where}; there are those for`,
        `  ${napi.targets.join(', ')}.`,
        `One that was built from source (cargo build --release -p ${part.crate}) is taken from ${__dirname}:`,
        `  ${part.name}.${platform}.node`,
      ];
  return unavailable(lines.join('\n'), cause);
}

const unavailable = (message, cause) =>
  Object.assign(new Error(message, cause && { cause }), { code: 'ERR_SORTID_BINARY_MISSING' });

/** WebContainers run Node inside a browser: they load no native code of anybody's, so nobody need install any. */
const isInBrowser = process.versions.webcontainer !== undefined;

const isAbsent = (error) => error.code === 'MODULE_NOT_FOUND';

/**
 * A native module: one that lies here, else that of the platform's package. Both are of the version of this.
 *
 * `packages` is undefined if the package that names them is missing.
 */
function find(part, packages) {
  if (isInBrowser) throw unavailable(`${part.name} is native code, of which a WebContainer has none`);
  const native = loaded(part, packages);
  const built = native.version();
  if (built === version) return native;
  const message =
    `${name} is of version ${version}, its native binary of version ${built}. ` +
    'Both of one version come with: rm -rf node_modules package-lock.json && npm install';
  throw Object.assign(new Error(message), { code: 'ERR_SORTID_VERSION_MISMATCH' });
}

function loaded(part, packages) {
  let why;
  for (const platform of candidates) {
    for (const load of [() => require(`./${part.name}.${platform}.node`), packages?.[platform]]) {
      try {
        if (load !== undefined) return load();
      } catch (error) {
        // A file that does not load is a better reason than a missing one.
        if (why === undefined || isAbsent(why)) why = error;
      }
    }
  }
  if (packages !== undefined) throw missing(part, packages, why);
  throw unavailable(`${name} needs the package ${part.name} for this: npm install ${part.name}@${version}`, why);
}

module.exports = { find, isInBrowser };
