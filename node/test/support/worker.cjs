// A thread that generates ids as requested by `workerData`, and posts them.
'use strict';

const { parentPort, workerData } = require('node:worker_threads');
const { entry, format, count, handle } = workerData;
const sortid = require(entry);

const generator = handle === undefined ? undefined : sortid.Generator.shared(handle);
const texts = [];
for (let i = 0; i < count; i++) texts.push(generator ? generator.nextText() : String(sortid.AnyId.now(format)));
parentPort.postMessage(texts);
