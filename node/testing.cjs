// A clock for tests, for `require`. Literal names allow importing by name, too.
'use strict';

const { follow, freeze } = require('./lib/testing.cjs');

exports.follow = follow;
exports.freeze = freeze;
