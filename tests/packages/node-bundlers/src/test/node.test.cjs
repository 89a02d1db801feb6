const { expect, test } = require('@jest/globals');
const { isValid, uuid7 } = require('sortid');

test('ids in Node', () => expect(isValid(uuid7(), 'uuid7')).toBe(true));
