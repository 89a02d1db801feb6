// The native part of leases, which has a file of its own: few programs keep some.
'use strict';

const { find } = require('./find.cjs');
const { fromNative } = require('./error.cjs');

// A line for each platform, as tools that gather a program's files can follow these and no computed name.
const PACKAGES = {
  'linux-x64-gnu': () => require('sortid-linux-x64-gnu/sortid-lease.linux-x64-gnu.node'),
  'linux-arm64-gnu': () => require('sortid-linux-arm64-gnu/sortid-lease.linux-arm64-gnu.node'),
  'linux-x64-musl': () => require('sortid-linux-x64-musl/sortid-lease.linux-x64-musl.node'),
  'linux-arm64-musl': () => require('sortid-linux-arm64-musl/sortid-lease.linux-arm64-musl.node'),
  'darwin-x64': () => require('sortid-darwin-x64/sortid-lease.darwin-x64.node'),
  'darwin-arm64': () => require('sortid-darwin-arm64/sortid-lease.darwin-arm64.node'),
  'win32-x64-msvc': () => require('sortid-win32-x64-msvc/sortid-lease.win32-x64-msvc.node'),
  'win32-arm64-msvc': () => require('sortid-win32-arm64-msvc/sortid-lease.win32-arm64-msvc.node'),
};

const native = find({ binary: 'sortid-lease', crate: 'sortid-node-lease' }, PACKAGES);
native.start(fromNative);

module.exports = native;
