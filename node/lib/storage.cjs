// The database column for ids of a format: its type, and conversion to a driver's values and back.
'use strict';

const native = require('./load.cjs');
const { AnyId, loadIdOf } = require('./any-id.cjs');
const { bytesOfUuid, columnOf, valueOf } = require('./driver.cjs');
const { refusal, typeError } = require('./error.cjs');
const { formatOf } = require('./format.cjs');
const given = require('./given.cjs');
const { Id } = require('./id.cjs');
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

function storage(name, database, { text = false } = {}) {
  const format = formatOf(name);
  const { kind, ...column } = columnOf(format, database, text);
  const isSorted = kind === 'text' ? format.textSorts : format.bytesSort || (kind === 'integer' && format.isSigned);
  const toDriver = (id) => {
    if (id instanceof AnyId) loadIdOf(format, id);
    else native.parse(id, format.code);
    return valueOf(kind, format);
  };
  const fromDriver = (value) => {
    if (!put(value, kind, format))
      throw typeError(`the column type ${column.sqlType} has no ${typeof value} values${hint(value)}`);
    return native.text();
  };
  const range = (from, to, options) => {
    const { min, max } = Id.range(from, to, format, options);
    if (!isSorted) throw refusal('not_applicable', `a column ${column.sqlType} does not sort as ${format} ids do`);
    return { min: toDriver(min), max: toDriver(max) };
  };
  return Object.freeze({ format, database, kind, ...column, isSorted, toDriver, fromDriver, range });
}

const hint = (value) => (typeof value === 'number' ? ': have the driver read integers as bigint' : '');

module.exports = { storage };
