/** @jest-environment jsdom */
const { expect, test } = require('@jest/globals');
const { Tid, isValid, times, uuid7 } = require('sortid');
const small = require('sortid/uuid7');

test('ids in jsdom, which has no TextEncoder', () => {
  expect(typeof TextEncoder).toBe('undefined');
  expect(isValid(uuid7(), 'uuid7')).toBe(true);
  expect(times(['3jzfcijpj2z2a'], 'tid')).toEqual([1688137381887]);
  expect(Tid.parse('3jzfcijpj2z2a').clockId).toBe(6n);
  expect(small.isValid(small.uuid7())).toBe(true);
});
