// Memory that threads share may change at any time: the native part gets copies of it.
'use strict';

const { isBigInt64Array, isBigUint64Array, isSharedArrayBuffer, isUint8Array } = require('node:util').types;

const isShared = (view) => ArrayBuffer.isView(view) && isSharedArrayBuffer(view.buffer);

/** Bytes to read, not shared; what are no bytes is handed on, to be refused. */
function unshared(bytes) {
  return isShared(bytes) && isUint8Array(bytes) ? new Uint8Array(bytes) : bytes;
}

/** Memory like a shared view, not shared; the view itself where it needs none, or is to be refused. */
function substitute(view) {
  if (!isShared(view)) return view;
  if (isUint8Array(view)) return new Uint8Array(view.length);
  if (isBigUint64Array(view)) return new BigUint64Array(view.length);
  if (isBigInt64Array(view)) return new BigInt64Array(view.length);
  return view;
}

module.exports = { substitute, unshared };
