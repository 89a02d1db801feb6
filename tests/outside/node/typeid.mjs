import { check, inOrder, instants, isNow, load, ours, sortid } from './harness.mjs';

const { TypeID, typeid } = await load('typeid-js');
const { v7 } = await load('uuid');
const { Id } = sortid;

const run = instants().map((millis) => {
  const uuid = v7({ msecs: millis });
  const theirs = TypeID.fromUUID('order', uuid);
  const id = Id.parse(theirs.toUUID(), 'uuid7');
  const same = `${id}` === uuid && theirs.getSuffix() === id.toForm('typeid');
  check(`typeid-js ${theirs}`, same && id.unixNs() === BigInt(millis) * 1_000_000n);
  const now = typeid('user');
  const made = Id.parse(now.toUUID(), 'uuid7');
  check(`typeid-js, now, ${now}`, made.toForm('typeid') === now.getSuffix() && isNow(made.unixNs()));
  return theirs;
});
inOrder('typeid-js', run, (a, b) => Id.compare(Id.parse(a.toUUID(), 'uuid7'), Id.parse(b.toUUID(), 'uuid7')));

const made = ours('uuid7').map((id) => {
  const text = `order_${id.toForm('typeid')}`;
  const theirs = TypeID.fromString(text, 'order');
  check(`ours by typeid-js: ${text}`, theirs.toUUID() === `${id}` && theirs.getType() === 'order');
  return text;
});
inOrder('ours by typeid-js', made, (a, b) => (a < b ? -1 : 1));
