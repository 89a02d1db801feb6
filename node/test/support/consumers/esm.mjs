// @ts-check
import { Id, tid } from 'sortid';

/** @type {bigint} */
const clockId = Id.parse(tid(), 'tid').field('clock_id');
if (typeof clockId !== 'bigint') throw new Error();
