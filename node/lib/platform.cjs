// The names of this platform, as in the names of the platform packages.
'use strict';

/** The suffixes of this platform's packages, in order: one for another C library does not load. */
const ABIS = { linux: ['-gnu', '-musl'], win32: ['-msvc'] }[process.platform] ?? [''];

const candidates = ABIS.map((abi) => `${process.platform}-${process.arch}${abi}`);

module.exports = { ABIS, candidates };
