import { isValid, uuid7Text } from 'sortid';
import { expect, test } from 'vitest';

test('ids', () => expect(isValid(uuid7Text(), 'uuid7')).toBe(true));
