// Names of files, where there are none: they are refused by the core, which names them.
'use strict';

module.exports = { fileURLToPath: ({ pathname }) => pathname };
