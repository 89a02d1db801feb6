// A server program that imports the whole package and the module of one format.
import { Generator, Tid, isValid, times, uuid7Text } from 'sortid';
import { ulidText } from 'sortid/ulid';

const checks = [
  isValid(uuid7Text(), 'uuid7'),
  times(['3jzfcijpj2z2a'], 'tid')[0] === 1688137381887,
  new Generator('tid', { node: 7 }).next().node === 7n,
  Tid.range(0, new Date(1000)).contains(Tid.minAt(new Date(5))),
  ulidText().length === 26,
];
console.log(checks.every(Boolean) ? 'right' : `wrong: ${checks}`);
