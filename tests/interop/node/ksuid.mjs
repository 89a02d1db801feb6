import { check, inOrder, instants, isNow, load, ours, reads, refused, sortid } from './harness.mjs';

const { default: KSUID } = await load('ksuid');
const { Id } = sortid;
const fields = (ksuid) => ({
  timestamp_s: ksuid.timestamp,
  payload_hi: ksuid.payload.readBigUInt64BE(0),
  payload_lo: ksuid.payload.readBigUInt64BE(8),
});

const both = instants().map((millis) => {
  const theirs = KSUID.randomSync(millis);
  const seconds = BigInt(Math.floor(millis / 1000));
  const id = reads('ksuid', theirs.string, 'ksuid', fields(theirs), seconds * 1_000_000_000n);
  check(`the bytes of ksuid ${id}`, theirs.raw.equals(id.toBytes()));
  return { theirs, id };
});
both.sort((a, b) => a.theirs.compare(b.theirs));
const sorted = both.map(({ id }) => id);
inOrder('ksuid', sorted, Id.compare);

const run = ours('ksuid').map((id) => {
  const theirs = KSUID.parse(`${id}`);
  const same = Object.entries(fields(theirs)).every(([name, value]) => id.field(name) === BigInt(value));
  const time = BigInt(theirs.date.getTime()) * 1_000_000n;
  check(`ours by ksuid: ${id}`, same && time === id.unixNs() && isNow(time));
  return theirs;
});
inOrder('ours by ksuid', run, (a, b) => a.compare(b));

// The package decodes `!` as a digit below zero, and writes another text.
const text = '0ujtsYcgvSTl8PAuAdqWYSMnLO!';
check('ksuid accepts an exclamation mark', KSUID.parse(text).string === '0ujtsYcgvSTl8PAuAdqWYSMnLNl');
refused('ksuid', text, 'ksuid', 'invalid_character', 26);
