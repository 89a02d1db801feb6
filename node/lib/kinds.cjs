// Type checks that work across realms and cannot be forged, without modules of a runtime.
'use strict';

const getter = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;

const tagOf = getter(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag);
const isTyped = (name) => (value) => tagOf.call(value) === name;

/** Whether a method accepts a value as its receiver. */
function accepts(method, value) {
  try {
    method.call(value);
    return true;
  } catch {
    return false;
  }
}

const lengthOfBuffer = getter(ArrayBuffer.prototype, 'byteLength');
// Some hosts have no SharedArrayBuffer.
const sharedLength = globalThis.SharedArrayBuffer && getter(SharedArrayBuffer.prototype, 'byteLength');

module.exports = {
  isBigInt64Array: isTyped('BigInt64Array'),
  isBigUint64Array: isTyped('BigUint64Array'),
  isInt32Array: isTyped('Int32Array'),
  isUint8Array: isTyped('Uint8Array'),
  isDate: (value) => value instanceof Date || accepts(Date.prototype.getTime, value),
  // Checks for an ordinary buffer first: a getter that throws takes microseconds.
  isSharedArrayBuffer: (value) =>
    sharedLength !== undefined && !accepts(lengthOfBuffer, value) && accepts(sharedLength, value),
  /** `inspect.custom` of `node:util`. */
  INSPECT: Symbol.for('nodejs.util.inspect.custom'),
};
