import { Uuid7, uuid7Text } from 'sortid';
import { follow } from 'sortid/testing';
import * as small from 'sortid/uuid7';
import { afterEach, expect, test, vi } from 'vitest';

const NOW = 1_700_000_000_000;

afterEach(() => vi.useRealTimers());

test('ids follow fake timers', () => {
  const clock = follow();
  vi.useFakeTimers({ now: NOW });
  for (const later of [0, 5000]) {
    vi.setSystemTime(NOW + later);
    expect(Uuid7.parse(uuid7Text()).unixMs()).toBe(NOW + later);
    expect(small.unixMs(small.uuid7Text())).toBe(NOW + later);
  }
  clock.restore();
  expect(Uuid7.now().unixMs()).toBeGreaterThan(NOW + 5000);
});
