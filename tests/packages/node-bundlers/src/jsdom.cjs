// Reproduces Jest's jsdom environment without Jest.
const assert = require('node:assert/strict');

delete globalThis.TextEncoder;
delete globalThis.TextDecoder;
const { Tid, isValid, times, uuid7Text } = require('sortid');
const small = require('sortid/uuid7');

assert.ok(isValid(uuid7Text(), 'uuid7'));
assert.deepEqual(times(['3jzfcijpj2z2a'], 'tid'), [1688137381887]);
assert.equal(Tid.parse('3jzfcijpj2z2a').node, 6n);
assert.ok(small.isValid(small.uuid7Text()));
