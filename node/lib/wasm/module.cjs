// The compiled module, read from its file. What is bundled has another way to it: see scripts/wasm.mjs.
'use strict';

const { readFileSync } = require('node:fs');
const path = require('node:path');

module.exports = new WebAssembly.Module(readFileSync(path.join(__dirname, '..', '..', 'wasm', 'sortid.wasm')));
