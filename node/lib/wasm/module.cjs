// The compiled module, read from its file. Bundles replace this file: see scripts/wasm.mjs.
'use strict';

const { readFileSync } = require('node:fs');
const path = require('node:path');

module.exports = new WebAssembly.Module(readFileSync(path.join(__dirname, '..', '..', 'wasm', 'sortid.wasm')));
