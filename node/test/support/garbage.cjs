// Makes and drops many objects, and tells how much memory stayed.
'use strict';

const [entry] = process.argv.slice(2);
const { Generator, Id, tid, uuid7 } = require(entry);

const rounds = {
  texts: () => uuid7(),
  ids: () => Id.parse(tid(), 'tid').toBytes(),
  errors: () => {
    try {
      Id.parse('x', 'tid');
    } catch {
      // What is measured.
    }
  },
  generators: () => new Generator('uuid7', { machineId: 1 }).next(),
  handles: () => Generator.shared(new Generator('tid').share()).next(),
  lists: () => new Generator('uuid7').take(100),
};

async function settle() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().rss;
}

async function main() {
  const grown = {};
  for (const [name, make] of Object.entries(rounds)) {
    const many = async () => {
      for (let i = 0; i < 20_000; i++) {
        make();
        // Finalizers run between the turns.
        if (i % 1000 === 0) await new Promise(setImmediate);
      }
    };
    await many();
    const before = await settle();
    await many();
    grown[name] = (await settle()) - before;
  }
  console.log(JSON.stringify(grown));
}

main();
