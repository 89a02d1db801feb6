// @ts-check
const { AnyId, tidText } = require('sortid');
const sortid = require('sortid');

/** @type {bigint} */
const clockId = AnyId.parse(tidText(), 'tid').field('clock_id');
if (typeof clockId !== 'bigint' || sortid.AnyId !== AnyId) throw new Error();
