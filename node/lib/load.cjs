// The native part: the platform's addon, or WebAssembly.
'use strict';

const { find, isInBrowser } = require('./find.cjs');

// One line for each platform: tools that collect a program's files cannot follow computed names.
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

module.exports = isInBrowser ? require('./wasm/native.cjs') : find({ name: 'sortid', crate: 'sortid-node' }, PACKAGES);
