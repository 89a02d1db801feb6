// What the module has of its host: the time and random bytes, which nobody asks for before the first id; and who takes texts.
'use strict';

/** Why the host last gave no random bytes. */
let refused;

/** The function that takes texts, while the module gives some; and what it threw, which goes around the module. */
let taker;
let thrown;

const decoder = new TextDecoder();

/** Gives texts of one width, followed by zeros where they are shorter, to the taker. Of ASCII all are one string at first: to make each by itself takes five times as long. */
function giveTexts(bytes, width) {
  const all = decoder.decode(bytes);
  const texts = [];
  for (let at = 0; at + width <= all.length; at += width) {
    let end = at + width;
    while (end > at + 1 && all.charCodeAt(end - 1) === 0) end--;
    texts.push(all.slice(at, end));
  }
  try {
    taker(...texts);
  } catch (error) {
    thrown ??= { error };
  }
}

/** What the module imports; `bytes` is a part of its memory. */
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
  give: (at, length, width) => giveTexts(bytes(at, length), width),
});

/** Runs what gives texts to a function. */
function giving(take, run) {
  taker = take;
  thrown = undefined;
  try {
    const answer = run();
    if (thrown === undefined) return answer;
  } finally {
    taker = undefined;
  }
  throw thrown.error;
}

/** What there is to say beyond an error of the core's: the host's own reason. */
function reason(code) {
  if (Date.now() <= 0) return ': this host tells no time yet; a Worker does once it handles a request';
  return code === 'entropy_unavailable' && refused !== undefined ? `: ${refused.message}` : '';
}

module.exports = { giving, imports, reason };
