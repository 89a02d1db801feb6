// Made by scripts/renew.mjs: the loader of each platform's binary.
'use strict';

// A line for each platform, as tools that gather a program's files can follow these and no computed name.
module.exports = {
  'linux-x64-gnu': () => require('sortid-lease-linux-x64-gnu'),
  'linux-arm64-gnu': () => require('sortid-lease-linux-arm64-gnu'),
  'linux-x64-musl': () => require('sortid-lease-linux-x64-musl'),
  'linux-arm64-musl': () => require('sortid-lease-linux-arm64-musl'),
  'darwin-x64': () => require('sortid-lease-darwin-x64'),
  'darwin-arm64': () => require('sortid-lease-darwin-arm64'),
  'win32-x64-msvc': () => require('sortid-lease-win32-x64-msvc'),
  'win32-arm64-msvc': () => require('sortid-lease-win32-arm64-msvc'),
};
