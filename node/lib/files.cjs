// Names of files, as Node has them.
'use strict';

const { fileURLToPath } = require('node:url');

module.exports = { fileURLToPath };
