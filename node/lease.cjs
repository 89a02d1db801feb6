// Leases over connections of the program's own, for `require`. The name stands here literally, so that it can be imported by name too.
'use strict';

const { Lease } = require('./lib/lease.cjs');

exports.Lease = Lease;
