// The functions that the package uses from Node. Jest's jsdom has no global `TextEncoder`.
'use strict';

const { fileURLToPath } = require('node:url');
const util = require('node:util');

const TextEncoder = globalThis.TextEncoder ?? util.TextEncoder;

module.exports = { TextEncoder, fileURLToPath };
