// The package for `require`. Literal names allow importing by name, too.
'use strict';

const native = require('./lib/load.cjs');
const { ERROR_CODES, SortidError, refusal, typeError } = require('./lib/error.cjs');
const { OPTIONS, camelCase } = require('./lib/options.cjs');
const { Format, formatOf } = require('./lib/format.cjs');
const { newAt, refuseArguments } = require('./lib/given.cjs');
const { Id } = require('./lib/id.cjs');
const { convert, findIds, inspect, isValid, nearMisses, refusals } = require('./lib/read.cjs');
const classes = require('./lib/classes.cjs');
const { Generator } = require('./lib/generator.cjs');
const { PrefixedId, prefixOf, prefixedType } = require('./lib/prefixed.cjs');
const { storage } = require('./lib/storage.cjs');
const columns = require('./lib/columns/plain.cjs');

/** The function for new ids. Default values make its `length` 0, which some libraries read. */
function newOf(name, make) {
  const format = formatOf(name);
  const newText = (first = undefined, second = undefined) => {
    if (first !== undefined) refuseArguments(format, first, second);
    return make();
  };
  // The same object under both of its names, with the one in camel case.
  return Object.defineProperty(newText, 'name', { value: camelCase(name) });
}

const newId = Object.fromEntries(Object.entries(native.newId).map(([name, make]) => [name, newOf(name, make)]));

// <generated: functions>
exports.tid = newId.tid;
exports.timeid = newId.timeid;
exports.uid11Xid = newId.uid11_xid;
exports.uid11_xid = newId.uid11_xid;
exports.uid11Fullrand = newId.uid11_fullrand;
exports.uid11_fullrand = newId.uid11_fullrand;
exports.uid11Snowish = newId.uid11_snowish;
exports.uid11_snowish = newId.uid11_snowish;
exports.uid11TsSeqRand = newId.uid11_ts_seq_rand;
exports.uid11_ts_seq_rand = newId.uid11_ts_seq_rand;
exports.uuid6 = newId.uuid6;
exports.uuid7Draft01 = newId.uuid7_draft01;
exports.uuid7_draft01 = newId.uuid7_draft01;
exports.uuid7 = newId.uuid7;
exports.uuid8 = newId.uuid8;
exports.scru160 = newId.scru160;
exports.snowflake = newId.snowflake;
exports.ksuid = newId.ksuid;
exports.ulid = newId.ulid;
exports.xid = newId.xid;
exports.objectId = newId.object_id;
exports.object_id = newId.object_id;
exports.uuid1 = newId.uuid1;
exports.uuid4 = newId.uuid4;
exports.tsid = newId.tsid;
// </generated>

// <generated: classes>
exports.Tid = classes.Tid;
exports.Timeid = classes.Timeid;
exports.Uid11Xid = classes.Uid11Xid;
exports.Uid11Fullrand = classes.Uid11Fullrand;
exports.Uid11Snowish = classes.Uid11Snowish;
exports.Uid11TsSeqRand = classes.Uid11TsSeqRand;
exports.Uuid6 = classes.Uuid6;
exports.Uuid7Draft01 = classes.Uuid7Draft01;
exports.Uuid7 = classes.Uuid7;
exports.Uuid8 = classes.Uuid8;
exports.Scru160 = classes.Scru160;
exports.Snowflake = classes.Snowflake;
exports.Ksuid = classes.Ksuid;
exports.Ulid = classes.Ulid;
exports.Xid = classes.Xid;
exports.ObjectId = classes.ObjectId;
exports.Uuid1 = classes.Uuid1;
exports.Uuid4 = classes.Uuid4;
exports.AnyUuid = classes.AnyUuid;
exports.Tsid = classes.Tsid;
exports.ElasticsearchId = classes.ElasticsearchId;
exports.ElasticsearchKOrdered = classes.ElasticsearchKOrdered;
exports.ElasticsearchRouted = classes.ElasticsearchRouted;
// </generated>

/** Throws unless a format can be generated. */
function madeFormat(name) {
  const format = formatOf(name);
  if (!format.isMade) throw refusal('not_applicable', `${format} ids are only read: none are generated`, format.name);
  return format;
}

exports.newId = (format, first = undefined, second = undefined) => newId[madeFormat(format).name](first, second);
exports.newIdAt = (time, format) => {
  newAt(time, madeFormat(format));
  return native.text();
};
exports.uuid7At = (time) => exports.newIdAt(time, 'uuid7');

exports.Format = Format;
exports.Id = Id;
exports.Generator = Generator;
exports.PrefixedId = PrefixedId;
exports.prefixedType = prefixedType;
exports.prefixOf = prefixOf;
exports.storage = storage;
exports.SortidError = SortidError;

exports.isValid = isValid;
exports.inspect = inspect;
exports.nearMisses = nearMisses;
exports.findIds = findIds;
exports.refusals = refusals;
exports.convert = convert;
exports.reseed = (options) => {
  if (typeof options === 'object' && options !== null)
    throw typeError('reseed takes no options: call reseed of a Generator');
  native.reseed();
};

exports.times = columns.times;
exports.timesAsync = columns.timesAsync;
exports.parseColumn = columns.parseColumn;
exports.parseColumnAsync = columns.parseColumnAsync;
exports.formatColumn = columns.formatColumn;
exports.formatColumnAsync = columns.formatColumnAsync;
exports.fields = columns.fields;
exports.fieldsAsync = columns.fieldsAsync;
exports.between = columns.between;
exports.betweenAsync = columns.betweenAsync;

exports.ERROR_CODES = ERROR_CODES;
exports.OPTIONS = OPTIONS;
exports.version = native.version();
