import { COUNT, check, isNow, load, sortid } from './harness.mjs';

const uuid = await load('uuid');
const { Id, uuid6, uuid7 } = sortid;

for (let i = 0; i < COUNT; i++) {
  for (const [format, make, ours] of [
    ['uuid7', uuid.v7, uuid7],
    ['uuid6', uuid.v6, uuid6],
  ]) {
    const theirs = make();
    const read = Id.parse(theirs, format);
    const bytes = Buffer.from(uuid.parse(theirs)).equals(read.toBytes());
    check(`uuid, ${format} ${theirs}`, `${read}` === theirs && bytes && isNow(read.unixNs()));
    const made = ours();
    check(`ours by uuid, ${format} ${made}`, uuid.validate(made) && `uuid${uuid.version(made)}` === format);
  }
}
