import { COUNT, check, isNow, load, sortid } from './harness.mjs';

const uuid = await load('uuid');
const { Id, uuid1, uuid4, uuid6, uuid7 } = sortid;

for (let i = 0; i < COUNT; i++) {
  for (const [format, make, ours] of [
    ['uuid7', uuid.v7, uuid7],
    ['uuid6', uuid.v6, uuid6],
    ['uuid1', uuid.v1, uuid1],
    ['uuid4', uuid.v4, uuid4],
  ]) {
    const theirs = make();
    const read = Id.parse(theirs, format);
    const bytes = Buffer.from(uuid.parse(theirs)).equals(read.toBytes());
    const isInTime = read.format.resolutionNs === null || isNow(read.unixNs());
    check(`uuid, ${format} ${theirs}`, `${read}` === theirs && bytes && isInTime);
    const { kind } = Id.parse(theirs, 'any_uuid');
    check(`uuid, any_uuid ${theirs}: ${kind}`, kind === `version_${uuid.version(theirs)}`);
    const made = ours();
    check(`ours by uuid, ${format} ${made}`, uuid.validate(made) && `uuid${uuid.version(made)}` === format);
  }
}

for (const [text, kind] of [
  [uuid.NIL, 'nil'],
  [uuid.MAX, 'max'],
  [uuid.v3('a', uuid.v3.DNS), 'version_3'],
  [uuid.v5('a', uuid.v5.DNS), 'version_5'],
]) {
  check(`uuid, any_uuid ${text}`, Id.parse(text, 'any_uuid').kind === kind);
}
