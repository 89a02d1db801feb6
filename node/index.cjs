// The package for `require`. The names stand here literally, so that they can be imported by name too.
'use strict';

const { newId, reseed, version } = require('./lib/load.cjs');
const { ERROR_CODES, SortidError } = require('./lib/error.cjs');
const { OPTIONS } = require('./lib/options.cjs');
const { Format, formatOf } = require('./lib/format.cjs');
const { Id, convert, inspect, isValid, refusals } = require('./lib/id.cjs');
const { Generator } = require('./lib/generator.cjs');

exports.tid = newId.tid;
exports.timeid = newId.timeid;
exports.uid11_xid = newId.uid11_xid;
exports.uid11_fullrand = newId.uid11_fullrand;
exports.uid11_snowish = newId.uid11_snowish;
exports.uid11_ts_seq_rand = newId.uid11_ts_seq_rand;
exports.uuid6 = newId.uuid6;
exports.uuid7_draft01 = newId.uuid7_draft01;
exports.uuid7 = newId.uuid7;
exports.uuid8 = newId.uuid8;
exports.scru160 = newId.scru160;

exports.newId = (format) => newId[formatOf(format).name]();

exports.Format = Format;
exports.Id = Id;
exports.Generator = Generator;
exports.SortidError = SortidError;

exports.isValid = isValid;
exports.inspect = inspect;
exports.refusals = refusals;
exports.convert = convert;
exports.reseed = () => reseed();

exports.ERROR_CODES = ERROR_CODES;
exports.OPTIONS = OPTIONS;
exports.version = version();
