import { isValid, uuid7 } from 'sortid';
import { expect, test } from 'vitest';

test('ids', () => expect(isValid(uuid7(), 'uuid7')).toBe(true));
