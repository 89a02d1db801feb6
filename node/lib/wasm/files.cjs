// Names of files on systems without files: the core refuses them, with their name.
'use strict';

module.exports = { fileURLToPath: ({ pathname }) => pathname };
