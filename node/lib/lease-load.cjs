// The native part of leases, from a package of its own: few programs maintain some.
'use strict';

const { find } = require('./find.cjs');
const { fromNative } = require('./options.cjs');

/** The loaders of its platforms; undefined if the package is not installed. */
function packages() {
  try {
    return require('sortid-lease');
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const native = find({ name: 'sortid-lease', crate: 'sortid-node-lease' }, packages());
native.start(fromNative);

module.exports = native;
