// `../node.cjs` without Node. The core rejects paths, and its error names them.
'use strict';

const { TextEncoder } = globalThis;

module.exports = { TextEncoder, fileURLToPath: ({ pathname }) => pathname };
