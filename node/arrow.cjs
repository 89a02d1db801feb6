// Columns of apache-arrow, for `require`. Literal names allow importing by name, too.
'use strict';

const { arrowFunctions } = require('./lib/columns/arrow.cjs');

const functions = arrowFunctions(require('apache-arrow'));

exports.times = functions.times;
exports.timesAsync = functions.timesAsync;
exports.parseColumn = functions.parseColumn;
exports.parseColumnAsync = functions.parseColumnAsync;
exports.texts = functions.texts;
exports.textsAsync = functions.textsAsync;
exports.fields = functions.fields;
exports.fieldsAsync = functions.fieldsAsync;
exports.between = functions.between;
exports.betweenAsync = functions.betweenAsync;
