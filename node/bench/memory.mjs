// The heap and external memory of an id: `node --expose-gc memory.mjs SUBJECT`.
import { createRequire } from 'node:module';
import path from 'node:path';
import { app, bench } from '../scripts/folders.mjs';

const IDS = 100_000;
const ours = createRequire(path.join(app, 'package.json'))('sortid');
const theirs = createRequire(path.join(bench, 'package.json'));

/** Functions that generate an id. */
const SUBJECTS = {
  'our text': () => ours.uuid7(),
  'our object': () => ours.Uuid7.now(),
  uuid: () => theirs('uuid').v7(),
  bson: () => new (theirs('bson').UUID)(),
};

function used() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const make = SUBJECTS[process.argv[2]];
const ids = Array.from({ length: IDS }, () => null);
// The first id allocates more than the others.
make();
const before = used();
for (let at = 0; at < IDS; at++) ids[at] = make();
const bytes = used() - before;
// Using `ids` keeps them alive until here.
console.log(bytes / ids.length);
