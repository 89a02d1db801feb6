import { COUNT, check, inOrder, instants, isNow, load, sortid } from './harness.mjs';

const { TypeID, typeid } = await load('typeid-js');
const { v7 } = await load('uuid');
const { TypeId, idType } = sortid;
const [orders, users] = [idType('order', 'uuid7'), idType('user', 'uuid7')];

const run = instants().map((millis) => {
  const uuid = v7({ msecs: millis });
  const theirs = TypeID.fromUUID('order', uuid);
  const read = orders.parse(`${theirs}`);
  const same = `${read}` === `${theirs}` && `${read.id}` === uuid && theirs.getSuffix() === read.id.toForm('typeid');
  check(`typeid-js ${theirs}`, same && read.id.unixNs() === BigInt(millis) * 1_000_000n);
  const now = users.parse(`${typeid('user')}`);
  check(`typeid-js, now, ${now}`, now.prefix === 'user' && isNow(now.id.unixNs()));
  return read;
});
inOrder('typeid-js', run, orders.compare);

const made = Array.from({ length: COUNT }, () => orders.nowText());
for (const text of made) {
  const theirs = TypeID.fromString(text, 'order');
  check(`ours by typeid-js: ${text}`, theirs.toUUID() === `${orders.parse(text).id}` && theirs.getType() === 'order');
}
inOrder('ours by typeid-js', made, (a, b) => (a < b ? -1 : 1));

/** The UUID of a text as each package parses it; null if the package rejects the text. */
const theirUuid = (text) => attempt(() => TypeID.fromString(text).toUUID());
const ourUuid = (text) => attempt(() => TypeId.parse(text).toUuid());

function attempt(read) {
  try {
    return read();
  } catch {
    return null;
  }
}

for (const text of [
  '00000000000000000000000000',
  '7zzzzzzzzzzzzzzzzzzzzzzzzz',
  'user_7mfb0gpp6c8dsaasre0asc7n3s',
  'a_b_01h455vb4pex5vsknk084sn02q',
  'a__b_01h455vb4pex5vsknk084sn02q',
]) {
  check(`both read ${text}`, ourUuid(text) !== null && ourUuid(text) === theirUuid(text));
}
for (const text of [
  '_01h455vb4pex5vsknk084sn02q',
  'PREFIX_01h455vb4pex5vsknk084sn02q',
  'prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz',
  'prefix_01H455VB4PEX5VSKNK084SN02Q',
]) {
  check(`both refuse ${text}`, ourUuid(text) === null && theirUuid(text) === null);
}
// A valid case of the specification.
const valid = 'prefix_0123456789abcdefghjkmnpqrs';
check(`typeid-js rejects the UUID of ${valid}`, theirUuid(valid) === null);
check(`ours reads ${valid}`, ourUuid(valid) === '0110c853-1d09-52d8-d73e-1194e95b5f19');
