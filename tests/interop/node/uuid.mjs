import { COUNT, check, isNow, load, sortid } from './harness.mjs';

const uuid = await load('uuid');
const { AnyId, uuid1Text, uuid4Text, uuid6Text, uuid7Text } = sortid;

for (let i = 0; i < COUNT; i++) {
  for (const [format, make, ours] of [
    ['uuid7', uuid.v7, uuid7Text],
    ['uuid6', uuid.v6, uuid6Text],
    ['uuid1', uuid.v1, uuid1Text],
    ['uuid4', uuid.v4, uuid4Text],
  ]) {
    const theirs = make();
    const read = AnyId.parse(theirs, format);
    const bytes = Buffer.from(uuid.parse(theirs)).equals(read.toBytes());
    const isInTime = read.format.resolutionNs === null || isNow(read.unixNs());
    check(`uuid, ${format} ${theirs}`, `${read}` === theirs && bytes && isInTime);
    const { kind } = AnyId.parse(theirs, 'any_uuid');
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
  check(`uuid, any_uuid ${text}`, AnyId.parse(text, 'any_uuid').kind === kind);
}
