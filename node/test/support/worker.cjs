// A thread: makes what `workerData` asks for, and posts it.
'use strict';

const { parentPort, workerData } = require('node:worker_threads');
const { entry, format, count, handle } = workerData;
const sortid = require(entry);

const generator = handle === undefined ? undefined : sortid.Generator.shared(handle);
const texts = [];
for (let i = 0; i < count; i++) texts.push(generator ? generator.next() : sortid[format]());
parentPort.postMessage(texts);
