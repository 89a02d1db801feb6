// A thread of the operation `threads`: generates ids with the generator of another thread.
'use strict';

const { parentPort, workerData } = require('node:worker_threads');
const { Generator } = require(workerData.entry);

const generator = Generator.shared(workerData.handle);
const texts = [];
for (let i = 0; i < workerData.count; i++) texts.push(generator.nextText());
parentPort.postMessage(texts);
