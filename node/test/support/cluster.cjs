// A cluster: the primary prints the ids that its workers send.
'use strict';

const cluster = require('node:cluster');
const [entry, workers, count] = process.argv.slice(2);
const { uuid7Text } = require(entry);

if (cluster.isPrimary) {
  // The primary generates ids before the workers start.
  const all = [uuid7Text()];
  cluster.on('message', (_, texts) => all.push(...texts));
  cluster.on('exit', (_, code, signal) => {
    if (code !== 0) throw new Error(`a worker ended with ${code ?? signal}`);
    if (Object.keys(cluster.workers).length === 0) console.log(JSON.stringify(all));
  });
  for (let i = 0; i < Number(workers); i++) cluster.fork();
} else {
  const texts = Array.from({ length: Number(count) }, () => uuid7Text());
  process.send(texts, () => process.disconnect());
}
