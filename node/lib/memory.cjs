// Memory from a program. Shared memory may change at any time: the native part receives copies.
'use strict';

const { typeError } = require('./error.cjs');
const { isBigInt64Array, isBigUint64Array, isInt32Array, isSharedArrayBuffer, isUint8Array } = require('./kinds.cjs');

const isShared = (view) => ArrayBuffer.isView(view) && isSharedArrayBuffer(view.buffer);

/** The class of a typed array that may contain ids. */
function typeOf(view) {
  if (isUint8Array(view)) return Uint8Array;
  if (isBigUint64Array(view)) return BigUint64Array;
  if (isBigInt64Array(view)) return BigInt64Array;
  return undefined;
}

/** New memory of a shared view's type and length; other values unchanged, even if invalid. */
function substitute(view) {
  const Type = isShared(view) ? typeOf(view) : undefined;
  return Type === undefined ? view : new Type(view.length);
}

/** A copy of a shared view; other values unchanged, even if invalid. */
function unshared(view) {
  if (!isShared(view)) return view;
  const Type = isInt32Array(view) ? Int32Array : typeOf(view);
  return Type === undefined ? view : new Type(view);
}

/** Throws unless a value is a view whose memory is not detached. */
function viewOf(view) {
  if (!ArrayBuffer.isView(view)) throw typeError('a Uint8Array, BigUint64Array or BigInt64Array is expected');
  // `at` throws if an empty view is detached or out of bounds.
  if (view.byteLength === 0) Uint8Array.prototype.at.call(view, 0);
  return view;
}

module.exports = { substitute, unshared, viewOf };
