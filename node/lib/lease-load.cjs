// The native part of leases, which is in a package of its own because few programs need it.
'use strict';

const { find } = require('./find.cjs');
const { fromNative } = require('./options.cjs');

/** The loaders of its platforms, if the package is installed. */
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
