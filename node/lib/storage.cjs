// The database column for ids of a format: its type, and conversion to a driver's values and back.
'use strict';

const native = require('./load.cjs');
const { Id, loadId, loadIdOf } = require('./id.cjs');
const { bytesOfUuid, columnOf, valueOf } = require('./driver.cjs');
const { refusal, typeError } = require('./error.cjs');
const { formatOf } = require('./format.cjs');
const given = require('./given.cjs');
const { AnyId } = require('./any-id.cjs');
const { IdType, READ } = require('./id-type.cjs');
const { isUint8Array } = require('./kinds.cjs');

/** Reads a row's value into the first slot. Returns `false` if its type is not the column's. */
function put(value, kind, format) {
  switch (kind) {
    case 'uuid':
      if (typeof value !== 'string') return false;
      given.fromBytes(bytesOfUuid(value), format);
      return true;
    case 'bytes':
      if (!isUint8Array(value)) return false;
      given.fromBytes(value, format);
      return true;
    case 'text':
      if (typeof value !== 'string') return false;
      native.parse(value, format.code);
      return true;
    default: {
      // A number may have lost digits. Some drivers return integers as text.
      const int = typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;
      if (typeof int !== 'bigint') return false;
      given.fromBigInt(int, format);
      return true;
    }
  }
}

/** The conversions of a column for ids of a format, or of a declared type without its prefix. */
function codecOf(of) {
  if (of instanceof IdType) {
    return {
      format: of.format,
      load: (id) => loadId(id instanceof Id ? of.from(id) : of.parse(id), 0),
      text: () => String(of[READ](0)),
      range: of.range,
    };
  }
  const format = formatOf(of);
  return {
    format,
    load(id) {
      if (!(id instanceof Id)) native.parse(id, format.code);
      else if (id.prefix === null) loadIdOf(format, id);
      else throw refusal('wrong_prefix', `expected an id without prefix, not of "${id.prefix}"`);
    },
    text: () => native.text(),
    range: (from, to, options) => AnyId.range(from, to, format, options),
  };
}

function storage(of, database, { text = false } = {}) {
  const { format, load, text: textOf, range: rangeOf } = codecOf(of);
  const { kind, ...column } = columnOf(format, database, text);
  const isSorted = kind === 'text' ? format.textSorts : format.bytesSort || (kind === 'integer' && format.isSigned);
  const toDriver = (id) => {
    load(id);
    return valueOf(kind, format);
  };
  const fromDriver = (value) => {
    if (!put(value, kind, format))
      throw typeError(
        `the column type ${column.sqlType} cannot contain values of the type ${typeof value}${hint(value)}`,
      );
    return textOf();
  };
  const range = (from, to, options) => {
    const { min, max } = rangeOf(from, to, options);
    if (!isSorted) throw refusal('not_applicable', `a column ${column.sqlType} does not sort as ${format} ids do`);
    return { min: toDriver(min), max: toDriver(max) };
  };
  return Object.freeze({ format, database, kind, ...column, isSorted, toDriver, fromDriver, range });
}

const hint = (value) =>
  typeof value === 'number'
    ? ': configure the driver to return integers as bigint (defaultSafeIntegers() of better-sqlite3, ' +
      'setReadBigInts(true) of node:sqlite)'
    : '';

module.exports = { storage };
