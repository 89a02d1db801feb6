// Ids in Jest's assertions and in libraries that compare objects; in Bun, also its own assertions.
import assert from 'node:assert';
import { isDeepStrictEqual } from 'node:util';
import { dequal } from 'dequal';
import { expect } from 'expect';
import fastDeepEqual from 'fast-deep-equal';
import { fn } from 'jest-mock';
// @ts-expect-error no types
import lodash from 'lodash';
import { check, checkMessage, passes, type Compare } from './values.js';

function called(value: unknown) {
  const mock = fn();
  mock(value);
  return mock;
}

interface Bun {
  deepEquals(a: unknown, b: unknown, isStrict: boolean): boolean;
}
const bun: Bun | undefined = Reflect.get(globalThis, 'Bun');
const ofBun: Record<string, Compare> = bun
  ? {
      'Bun, toEqual': (a, b) => bun.deepEquals(a, b, false),
      'Bun, toStrictEqual': (a, b) => bun.deepEquals(a, b, true),
    }
  : {};

const others: Record<string, Compare> = {
  'assert.deepEqual': passes((a, b) => assert.deepEqual(a, b)),
  'assert.deepStrictEqual': passes((a, b) => assert.deepStrictEqual(a, b)),
  isDeepStrictEqual,
  'Jest, toEqual': passes((a, b) => expect(a).toEqual(b)),
  'Jest, toStrictEqual': passes((a, b) => expect(a).toStrictEqual(b)),
  'Jest, toContainEqual': passes((a, b) => expect([a]).toContainEqual(b)),
  'Jest, toHaveBeenCalledWith': passes((a, b) => expect(called(a)).toHaveBeenCalledWith(b)),
  lodash: lodash.isEqual,
  'fast-deep-equal': fastDeepEqual,
  dequal,
};

// The other comparers need Node.
check(bun ? ofBun : others);
if (!bun) checkMessage((a, b) => expect({ id: a }).toEqual({ id: b }));
