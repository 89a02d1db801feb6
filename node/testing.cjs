// A clock for tests, for `require`. The names stand here literally, so that they can be imported by name too.
'use strict';

const { follow, freeze } = require('./lib/testing.cjs');

exports.follow = follow;
exports.freeze = freeze;
