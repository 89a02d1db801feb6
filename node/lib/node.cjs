// What the package needs of Node: names of files, and UTF-8 where the globals lack it, as in Jest's jsdom.
'use strict';

const { fileURLToPath } = require('node:url');
const util = require('node:util');

const TextEncoder = globalThis.TextEncoder ?? util.TextEncoder;

module.exports = { TextEncoder, fileURLToPath };
