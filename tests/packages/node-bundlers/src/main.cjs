// The same program with `require`.
const { isValid, uuid7 } = require('sortid');
const { xid } = require('sortid/xid');

console.log(isValid(uuid7(), 'uuid7') && isValid(xid(), 'xid') ? 'right' : 'wrong');
