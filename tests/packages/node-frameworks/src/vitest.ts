// Ids in the assertions of Vitest and chai. In a separate process: Jest and Vitest share a global.
import { JestChaiExpect } from '@vitest/expect';
import { fn } from '@vitest/spy';
import * as chai from 'chai';
import { check, passes } from './values.js';

chai.use(JestChaiExpect);

function called(value: unknown) {
  const mock = fn();
  mock(value);
  return mock;
}

type Assertion = Record<'toEqual' | 'toStrictEqual' | 'toContainEqual' | 'toHaveBeenCalledWith', (b: unknown) => void>;
const expect = (value: unknown) => chai.expect(value) as unknown as Assertion;

check({
  'Vitest, toEqual': passes((a, b) => expect(a).toEqual(b)),
  'Vitest, toStrictEqual': passes((a, b) => expect(a).toStrictEqual(b)),
  'Vitest, toContainEqual': passes((a, b) => expect([a]).toContainEqual(b)),
  'Vitest, toHaveBeenCalledWith': passes((a, b) => expect(called(a)).toHaveBeenCalledWith(b)),
  chai: passes((a, b) => chai.expect(a).to.deep.equal(b)),
});
