// The same without Node. The core rejects files, with their name.
'use strict';

const { TextEncoder } = globalThis;

module.exports = { TextEncoder, fileURLToPath: ({ pathname }) => pathname };
