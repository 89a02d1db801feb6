// Memory that a program gives. What threads share may change at any time: the native part gets copies of it.
'use strict';

const { typeError } = require('./error.cjs');
const { isBigInt64Array, isBigUint64Array, isInt32Array, isSharedArrayBuffer, isUint8Array } = require('./kinds.cjs');

const isShared = (view) => ArrayBuffer.isView(view) && isSharedArrayBuffer(view.buffer);

/** The class of memory that holds ids, if it does. */
function typeOf(view) {
  if (isUint8Array(view)) return Uint8Array;
  if (isBigUint64Array(view)) return BigUint64Array;
  if (isBigInt64Array(view)) return BigInt64Array;
  return undefined;
}

/** Memory like a shared view, not shared; the view itself where it needs none, or is to be refused. */
function substitute(view) {
  const Type = isShared(view) ? typeOf(view) : undefined;
  return Type === undefined ? view : new Type(view.length);
}

/** Memory to read, not shared; another value is returned, to be refused. */
function unshared(view) {
  if (!isShared(view)) return view;
  const Type = isInt32Array(view) ? Int32Array : typeOf(view);
  return Type === undefined ? view : new Type(view);
}

/** A view whose memory is there. */
function viewOf(view) {
  if (!ArrayBuffer.isView(view)) throw typeError('a Uint8Array, BigUint64Array or BigInt64Array is expected');
  // An empty view may be one whose memory was taken away, or shrank: what any of its methods throws.
  if (view.byteLength === 0) Uint8Array.prototype.at.call(view, 0);
  return view;
}

module.exports = { substitute, unshared, viewOf };
