// The value that a database column stores for an id, by the core's rule.
'use strict';

const native = require('./load.cjs');
const { refusal, typeError } = require('./error.cjs');
const { BYTES_AT, bytes } = require('./registers.cjs');

const databases = native.databases();

/** The kind and SQL declaration of the column that stores ids of a format, or their text. */
function columnOf({ code }, database, text) {
  const index = databases.indexOf(database);
  if (index < 0) throw typeError(`database must be one of ${databases.join(', ')}`);
  const [kind, dataType, collation, sqlType] = native.storedColumn(code, index, text);
  const check = (column) => native.storedCheck(code, index, text, column) ?? undefined;
  return { kind, dataType, collation: collation ?? undefined, sqlType, check };
}

// Every driver for Node takes a Buffer. Other runtimes may have none.
const { Buffer } = globalThis;
const given = Buffer === undefined ? (view) => view : (view) => Buffer.from(view.buffer);

/** Converts the id in the first slot to a driver's value. */
function valueOf(kind, { byteLength, isSigned }) {
  switch (kind) {
    case 'uuid':
      return uuidOf(bytes.subarray(BYTES_AT, BYTES_AT + byteLength));
    case 'bytes':
      return given(bytes.slice(BYTES_AT, BYTES_AT + byteLength));
    case 'text':
      return native.text();
    default: {
      const int = native.integer();
      if (kind !== 'integer' || isSigned || BigInt.asIntN(64, int) === int) return int;
      throw refusal('out_of_range', `${int} does not fit the signed integers of the column`);
    }
  }
}

const hexOf = (view) => Array.from(view, (byte) => byte.toString(16).padStart(2, '0')).join('');

function uuidOf(view) {
  return hexOf(view).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function bytesOfUuid(text) {
  if (typeof text !== 'string') throw typeError('a UUID is expected as text');
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) {
    const code = text.length === 36 ? 'invalid_character' : 'invalid_length';
    throw refusal(code, `${JSON.stringify(text.slice(0, 40))} is not a UUID of 36 characters`);
  }
  return Uint8Array.from(text.replaceAll('-', '').match(/../g), (digits) => Number.parseInt(digits, 16));
}

module.exports = { bytesOfUuid, columnOf, hexOf, uuidOf, valueOf };
