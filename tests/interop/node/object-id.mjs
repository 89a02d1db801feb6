import { check, inOrder, instants, isNow, load, ours, reads, refused, sortid } from './harness.mjs';

const { BSON, ObjectId } = await load('bson');
const { AnyId, Id } = sortid;
const fields = (hex) => ({ random: `0x${hex.slice(8, 18)}`, counter: `0x${hex.slice(18)}` });
const asBytes = (a, b) => Buffer.compare(a.id, b.id);

const both = instants().map((millis) => {
  const seconds = Math.floor(millis / 1000);
  const theirs = new ObjectId(ObjectId.generate(seconds));
  const hex = theirs.toHexString();
  const id = reads(
    'bson',
    hex,
    'object_id',
    { timestamp_s: seconds, ...fields(hex) },
    BigInt(seconds) * 1_000_000_000n,
  );
  check(`the bytes of ${hex}`, Buffer.compare(theirs.id, id.toBytes()) === 0);
  return { theirs, id };
});
both.sort((a, b) => asBytes(a.theirs, b.theirs));
const sorted = both.map(({ id }) => id);
inOrder('bson', sorted, Id.compare);

const run = ours('object_id').map((id) => {
  const theirs = new ObjectId(`${id}`);
  const time = BigInt(theirs.getTimestamp().getTime()) * 1_000_000n;
  check(`ours by bson: ${id}`, ObjectId.isValid(`${id}`) && time === id.unixNs() && isNow(time));
  // Through a BSON document, which stores twelve bytes.
  const { _id } = BSON.deserialize(BSON.serialize({ _id: theirs }));
  check(`ours in BSON: ${id}`, AnyId.fromBytes(_id.id, 'object_id').equals(id));
  return theirs;
});
inOrder('ours by bson', run, asBytes);

// Our class converts from and to theirs, by bytes or text.
const { ObjectId: Ours, Uuid7, objectIdText, idType, uuid7Text } = sortid;
const theirs = new ObjectId();
const made = objectIdText();
check('theirs as ours', Ours.fromBytes(theirs.id).equals(Ours.parse(theirs.toHexString())));
check('ours as theirs', new ObjectId(made).equals(new ObjectId(Ours.parse(made).toBytes())));

// A document stores an id as JSON does, not as an empty object.
const orders = idType('order', 'uuid7');
const values = {
  typed: Ours.parse(made),
  dynamic: AnyId.parse(made, 'object_id'),
  uuid: Uuid7.parse(uuid7Text()),
  order: orders.parse(orders.nowText()),
};
const stored = BSON.deserialize(BSON.serialize(values));
check('ids in documents', JSON.stringify(stored) === JSON.stringify(values) && stored.typed === made);

// Earlier versions accepted twelve characters as twelve bytes.
check('bson rejects twelve characters', !ObjectId.isValid('abcdefghijkl'));
refused('bson', 'abcdefghijkl', 'object_id', 'invalid_length', 12);
const upper = '507F1F77BCF86CD799439011';
check('both read upper case', new ObjectId(upper).toHexString() === `${AnyId.parse(upper, 'object_id')}`);
