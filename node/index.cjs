// The package for `require`. Literal names allow importing by name, too.
'use strict';

const native = require('./lib/load.cjs');
const { ERROR_CODES, SortidError, typeError } = require('./lib/error.cjs');
const { OPTIONS, camelCase } = require('./lib/options.cjs');
const { Format } = require('./lib/format.cjs');
const { refuseArguments } = require('./lib/given.cjs');
const { Id, isId } = require('./lib/id.cjs');
const { AnyId } = require('./lib/any-id.cjs');
const { convert, findIds, inspect, isValid } = require('./lib/read.cjs');
const classes = require('./lib/classes.cjs');
const { Generator } = require('./lib/generator.cjs');
const { IdType, TypeId, idType, prefixOf } = require('./lib/id-type.cjs');
const { storage } = require('./lib/storage.cjs');
const columns = require('./lib/columns/plain.cjs');

/** Names a function. Default values of its parameters make its `length` 0, which some libraries read. */
const named = (name, make) => Object.defineProperty(make, 'name', { value: name });

/** The function for new ids of a class. */
function newId(Typed) {
  const make = (first = undefined, second = undefined) => Typed.now(first, second);
  return named(camelCase(Typed.format.name), make);
}

/** The function for the texts of new ids of a class. */
function newText({ format }) {
  const make = native.newText[format.name];
  const newTextOf = (first = undefined, second = undefined) => {
    if (first !== undefined) refuseArguments(format, first, second);
    return make();
  };
  return named(`${camelCase(format.name)}Text`, newTextOf);
}

// <generated: functions>
exports.tid = newId(classes.Tid);
exports.tidText = newText(classes.Tid);
exports.timeid = newId(classes.Timeid);
exports.timeidText = newText(classes.Timeid);
exports.uid11Xid = newId(classes.Uid11Xid);
exports.uid11XidText = newText(classes.Uid11Xid);
exports.uid11Fullrand = newId(classes.Uid11Fullrand);
exports.uid11FullrandText = newText(classes.Uid11Fullrand);
exports.uid11Snowish = newId(classes.Uid11Snowish);
exports.uid11SnowishText = newText(classes.Uid11Snowish);
exports.uid11TsSeqRand = newId(classes.Uid11TsSeqRand);
exports.uid11TsSeqRandText = newText(classes.Uid11TsSeqRand);
exports.uuid6 = newId(classes.Uuid6);
exports.uuid6Text = newText(classes.Uuid6);
exports.uuid7Draft01 = newId(classes.Uuid7Draft01);
exports.uuid7Draft01Text = newText(classes.Uuid7Draft01);
exports.uuid7 = newId(classes.Uuid7);
exports.uuid7Text = newText(classes.Uuid7);
exports.uuid8 = newId(classes.Uuid8);
exports.uuid8Text = newText(classes.Uuid8);
exports.scru160 = newId(classes.Scru160);
exports.scru160Text = newText(classes.Scru160);
exports.snowflake = newId(classes.Snowflake);
exports.snowflakeText = newText(classes.Snowflake);
exports.ksuid = newId(classes.Ksuid);
exports.ksuidText = newText(classes.Ksuid);
exports.ulid = newId(classes.Ulid);
exports.ulidText = newText(classes.Ulid);
exports.xid = newId(classes.Xid);
exports.xidText = newText(classes.Xid);
exports.objectId = newId(classes.ObjectId);
exports.objectIdText = newText(classes.ObjectId);
exports.uuid1 = newId(classes.Uuid1);
exports.uuid1Text = newText(classes.Uuid1);
exports.uuid4 = newId(classes.Uuid4);
exports.uuid4Text = newText(classes.Uuid4);
exports.tsid = newId(classes.Tsid);
exports.tsidText = newText(classes.Tsid);
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

exports.Format = Format;
exports.Id = Id;
exports.isId = isId;
exports.AnyId = AnyId;
exports.Generator = Generator;
exports.idType = idType;
exports.IdType = IdType;
exports.TypeId = TypeId;
exports.prefixOf = prefixOf;
exports.storage = storage;
exports.SortidError = SortidError;

exports.isValid = isValid;
exports.inspect = inspect;
exports.findIds = findIds;
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
exports.texts = columns.texts;
exports.textsAsync = columns.textsAsync;
exports.fields = columns.fields;
exports.fieldsAsync = columns.fieldsAsync;
exports.between = columns.between;
exports.betweenAsync = columns.betweenAsync;

exports.ERROR_CODES = ERROR_CODES;
exports.OPTIONS = OPTIONS;
exports.version = native.version();
