// Leases over the program's connections, for `require`. Literal names allow importing by name.
'use strict';

const { Lease } = require('./lib/lease.cjs');

exports.Lease = Lease;
