const { afterEach, expect, jest: fake, test } = require('@jest/globals');
const { Uuid7, uuid7 } = require('sortid');
const { follow } = require('sortid/testing');
const small = require('sortid/uuid7');

const NOW = 1_700_000_000_000;

afterEach(() => fake.useRealTimers());

test('ids follow fake timers', () => {
  const clock = follow();
  fake.useFakeTimers({ now: NOW });
  for (const later of [0, 5000]) {
    fake.advanceTimersByTime(later);
    expect(Uuid7.parse(uuid7()).unixMs()).toBe(NOW + later);
    expect(small.unixMs(small.uuid7())).toBe(NOW + later);
  }
  clock.restore();
  expect(Uuid7.now().unixMs()).toBeGreaterThan(NOW + 5000);
});
