// Creates and drops many objects in rounds. Prints the smallest growth of a round in bytes.
'use strict';

const [entry] = process.argv.slice(2);
const { Generator, AnyId, tidText, uuid7Text } = require(entry);

const rounds = {
  texts: () => uuid7Text(),
  ids: () => AnyId.parse(tidText(), 'tid').toBytes(),
  errors: () => {
    try {
      AnyId.parse('x', 'tid');
    } catch {
      // Only the memory of the error counts.
    }
  },
  generators: () => new Generator('uuid7', { machineId: 1 }).next(),
  handles: () => Generator.shared(new Generator('tid').share()).nextText(),
  lists: () => new Generator('uuid7').nextTexts(100),
};

async function settle() {
  for (let i = 0; i < 3; i++) {
    globalThis.gc();
    await new Promise(setImmediate);
  }
  return process.memoryUsage().rss;
}

/** The number of rounds: a heap stops growing after some, a leak does not. */
const ROUNDS = 30;
const OBJECTS = 10_000;

async function main() {
  const grown = {};
  for (const [name, make] of Object.entries(rounds)) {
    let before = await settle();
    grown[name] = Infinity;
    for (let round = 0; round < ROUNDS && grown[name] > OBJECTS; round++) {
      for (let i = 0; i < OBJECTS; i++) {
        make();
        // Finalizers run between turns of the event loop.
        if (i % 1000 === 0) await new Promise(setImmediate);
      }
      const after = await settle();
      grown[name] = Math.min(grown[name], after - before);
      before = after;
    }
  }
  console.log(JSON.stringify({ objects: OBJECTS, grown }));
}

main();
