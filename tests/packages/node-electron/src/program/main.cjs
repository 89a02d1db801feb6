const { isValid, uuid7 } = require('sortid');
const { Lease } = require('sortid/lease');

console.log(
  isValid(uuid7(), 'uuid7') && new Lease('ids', 'ids', 'tid', () => undefined).node === undefined ? 'right' : 'wrong',
);
