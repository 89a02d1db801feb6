// Loads the native part: the generated loader finds it, and what it cannot find is said here.
'use strict';

const { name, version, napi } = require('../package.json');

/** The C library of a Linux, as the names of the packages have it; nothing elsewhere. */
function libc() {
  if (process.platform === 'win32') return 'msvc';
  if (process.platform !== 'linux') return '';
  const { glibcVersionRuntime } = process.report?.getReport().header ?? {};
  const abi = glibcVersionRuntime ? 'gnu' : 'musl';
  return process.arch === 'arm' ? `${abi}eabihf` : abi;
}

/** What a user must know whose binary is missing. */
function missing(cause) {
  const { platform, arch } = process;
  const abi = libc();
  const triple = [platform, arch, abi].filter(Boolean).join('-');
  const platformPackage = `${name}-${triple}`;
  const lines = [
    `${name} ${version} found no native binary for ${platform} ${arch}${abi && ` (${abi})`}, Node ${process.version}.`,
    `It comes with the package ${platformPackage}@${version}, an optional dependency of ${name}.`,
    'If that was left out (by --omit=optional, or by a lock file made on another platform), either of these brings it back:',
    `  npm install --no-save ${platformPackage}@${version}`,
    '  rm -rf node_modules package-lock.json && npm install',
    `Binaries are published for the targets ${napi.targets.join(', ')}.`,
  ];
  const error = new Error(lines.join('\n'), { cause });
  error.code = 'ERR_SORTID_BINARY_MISSING';
  return error;
}

/** @returns the native module, of the same version as this package. */
function load() {
  let native;
  try {
    native = require('./native.cjs');
  } catch (cause) {
    throw missing(cause);
  }
  const built = native.version();
  if (built !== version) {
    const error = new Error(
      `${name} is of version ${version}, its native binary of version ${built}: ` +
        'install both anew (rm -rf node_modules && npm install)',
    );
    error.code = 'ERR_SORTID_VERSION_MISMATCH';
    throw error;
  }
  return native;
}

module.exports = load();
