import assert from 'node:assert/strict';
import { storage } from 'sortid';

const tids = storage('tid', 'postgresql');
assert.equal(tids.sqlType, 'bigint');
assert.equal(tids.toDriver('3jzfcijpj2z2a'), 1728652679052295174n);
assert.equal(tids.fromDriver('1728652679052295174'), '3jzfcijpj2z2a'); // pg reads integers as text
assert.throws(() => tids.toDriver('3jzfcijpj2z21'), { code: 'invalid_character', offset: 12 });
assert.throws(() => tids.fromDriver(2 ** 60), TypeError); // a number may have lost its last digits

assert.equal(
  storage('ulid', 'postgresql').toDriver('01ARZ3NDEKTSV4RRFFQ69G5FAV'),
  '01563e3a-b5d3-d676-4c61-efb99302bd5b',
);
assert.deepEqual(storage('tsid', 'sqlite').toDriver('0SBD17Y7EEMKA'), Buffer.from('0cada13f8ee7526a', 'hex'));
