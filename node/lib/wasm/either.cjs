// The native part for programs that a bundler made: the platform's package if the program's folder has it, else WebAssembly.
'use strict';

const { createRequire } = require('node:module');
const { name, version } = require('../../package.json');
const { candidates } = require('../platform.cjs');

/** The addon of this version; undefined if there is none. Bundlers do not follow this `require`. */
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
    // No folder.
  }
  return undefined;
}

module.exports = addon() ?? require('./native.cjs');
