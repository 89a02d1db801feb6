// @ts-check
const { Id, tid } = require('sortid');
const sortid = require('sortid');

/** @type {bigint} */
const clockId = Id.parse(tid(), 'tid').field('clock_id');
if (typeof clockId !== 'bigint' || sortid.Id !== Id) throw new Error();
