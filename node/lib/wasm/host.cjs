// The module's imports: time and random bytes, unused before the first id; and a receiver of texts.
'use strict';

/** The last error of the host's random generator. */
let refused;

/** The function that receives texts, and its error, which `withReceiver` throws after the call. */
let receive;
let thrown;

const decoder = new TextDecoder();

/**
 * Passes fixed-width ASCII texts to `receive`; shorter ones are padded with zeros. Decoding all as
 * one string is five times as fast as decoding each.
 */
function passTexts(bytes, width) {
  const all = decoder.decode(bytes);
  const texts = [];
  for (let at = 0; at + width <= all.length; at += width) {
    let end = at + width;
    while (end > at + 1 && all.charCodeAt(end - 1) === 0) end--;
    texts.push(all.slice(at, end));
  }
  try {
    receive(...texts);
  } catch (error) {
    thrown ??= { error };
  }
}

/** The module's imports; `bytes` returns a part of its memory. */
const imports = (bytes) => ({
  now_ms: () => Date.now(),
  entropy(at, length) {
    try {
      globalThis.crypto.getRandomValues(bytes(at, length));
      return 0;
    } catch (error) {
      refused = error;
      return 1;
    }
  },
  receive_texts: (at, length, width) => passTexts(bytes(at, length), width),
});

/** Runs a call that passes texts to `receiver`. */
function withReceiver(receiver, run) {
  receive = receiver;
  thrown = undefined;
  try {
    const answer = run();
    if (thrown === undefined) return answer;
  } finally {
    receive = undefined;
  }
  throw thrown.error;
}

/** The host's reason for an error of the core, appended to its message. */
function reason(code) {
  if (Date.now() <= 0) return ': this host provides no time yet; a Worker does while it handles a request';
  return code === 'entropy_unavailable' && refused !== undefined ? `: ${refused.message}` : '';
}

module.exports = { imports, reason, withReceiver };
