// @ts-check
import { AnyId, tidText } from 'sortid';

/** @type {bigint} */
const clockId = AnyId.parse(tidText(), 'tid').field('clock_id');
if (typeof clockId !== 'bigint') throw new Error();
