import { Uuid7, uuid7 } from 'sortid';
import { freeze } from 'sortid/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';

let clock;
beforeEach(() => (clock = freeze('2026-01-01T00:00:00Z', { seed: new Uint8Array(32) })));
afterEach(() => clock.restore());

test('a day later', () => {
  clock.advance(86_400_000);
  expect(uuid7()).toEqual(Uuid7.parse('019b7c01-0400-741d-aa9a-f49b12ce1f81'));
});
