// The same program with `require`.
const { isValid, uuid7Text } = require('sortid');
const { xidText } = require('sortid/xid');

console.log(isValid(uuid7Text(), 'uuid7') && isValid(xidText(), 'xid') ? 'right' : 'wrong');
