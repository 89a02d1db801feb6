// The native part of bundled programs: the platform's package if installed, else WebAssembly.
'use strict';

const { createRequire } = require('node:module');
const { name, version } = require('../../package.json');
const { candidates } = require('../platform.cjs');

/** The addon of this version, if installed. Bundlers do not follow this `require`. */
function addon() {
  try {
    const load = createRequire(`${process.cwd()}/`);
    for (const platform of candidates) {
      try {
        const found = load(`${name}-${platform}`);
        if (found.version() === version) return found;
      } catch {
        // Not installed, or for another C library.
      }
    }
  } catch {
    // The host has no working directory.
  }
  return undefined;
}

module.exports = addon() ?? require('./native.cjs');
