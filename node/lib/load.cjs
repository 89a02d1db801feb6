// The native part.
'use strict';

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

/** WebContainers run Node inside a browser: they load no native code of anybody's. */
const isInBrowser = process.versions.webcontainer !== undefined;

if (isInBrowser) {
  module.exports = require('./wasm/native.cjs');
} else {
  const { find } = require('./find.cjs');
  module.exports = find({ binary: 'sortid', crate: 'sortid-node' }, PACKAGES);
}
