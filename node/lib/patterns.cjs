// Checks UUIDs for a format's fixed bits, which is faster than a call of the core for valid ids.
'use strict';

/** Patterns by format name; `h` is any hexadecimal digit. */
const PATTERNS = {
  // <generated: patterns>
  uuid6: 'hhhhhhhh-hhhh-6hhh-[89ab]hhh-hhhhhhhhhhhh',
  uuid7: 'hhhhhhhh-hhhh-7hhh-[89ab]hhh-hhhhhhhhhhhh',
  ordered_uuid: 'hhhhhhhh-hhhh-4hhh-[89ab]hhh-hhhhhhhhhhhh',
  comb_guid: 'hhhhhhhh-hhhh-4hhh-[89ab]hhh-hhhhhhhhhhhh',
  uuid1: 'hhhhhhhh-hhhh-1hhh-[89ab]hhh-hhhhhhhhhhhh',
  uuid4: 'hhhhhhhh-hhhh-4hhh-[89ab]hhh-hhhhhhhhhhhh',
  // </generated>
};

const compiled = new Map();

/** Without quantifiers, as V8 matches a repeated class half as fast. */
const compile = (pattern) => new RegExp(`^${pattern.replaceAll('h', '[0-9a-f]')}$`, 'i');

/** Whether a text is a UUID of a format. The format may have other valid texts. */
function isUuidOf({ name }, text) {
  let pattern = compiled.get(name);
  if (pattern === undefined) {
    pattern = Object.hasOwn(PATTERNS, name) ? compile(PATTERNS[name]) : null;
    compiled.set(name, pattern);
  }
  return pattern !== null && pattern.test(text);
}

module.exports = { isUuidOf };
