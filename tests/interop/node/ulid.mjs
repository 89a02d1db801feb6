import { check, inOrder, instants, isNow, load, ours, reads, refused, sortid } from './harness.mjs';

const { decodeTime, fixULIDBase32, isValid, monotonicFactory, ulid, ulidToUUID, uuidToULID } = await load('ulid');
const { Id } = sortid;
const asText = (a, b) => (`${a}` < `${b}` ? -1 : 1);

const next = monotonicFactory();
const run = [];
for (const millis of instants()) {
  reads('ulid', ulid(millis), 'ulid', { timestamp_ms: millis }, BigInt(millis) * 1_000_000n);
  // The second id of a millisecond increments the first.
  for (const theirs of [next(millis), next(millis)]) {
    const id = reads('ulid', theirs, 'ulid', { timestamp_ms: millis }, BigInt(millis) * 1_000_000n);
    check(`the UUID of ${theirs}`, id.toForm('uuid') === ulidToUUID(theirs).toLowerCase());
    run.push(id);
  }
}
inOrder('ulid', run, Id.compare);

for (const id of ours('ulid')) {
  const sameTime = BigInt(decodeTime(`${id}`)) * 1_000_000n === id.unixNs();
  check(`ours by ulid: ${id}`, isValid(`${id}`) && sameTime && isNow(id.unixNs()));
  check(`ours by ulid, as a UUID: ${id}`, uuidToULID(id.toForm('uuid')) === `${id}`);
}
inOrder('ours by ulid', ours('ulid'), asText);

check('ulid accepts 8ZZZ…', isValid(`8${'Z'.repeat(25)}`));
refused('ulid', `8${'Z'.repeat(25)}`, 'ulid', 'out_of_range');
for (const letter of 'ILO') {
  const text = `01ARZ3NDEKTSV4RRFFQ69G5FA${letter}`;
  check(`ulid reads the time of ${text}`, decodeTime(text) === 1_469_922_850_259);
  refused('ulid', text, 'ulid', 'invalid_character', 25);
}
const hyphenated = '01ARZ3NDEK-TSV4RRFFQ69G5FAV';
check('ulid removes hyphens', fixULIDBase32(hyphenated) === '01ARZ3NDEKTSV4RRFFQ69G5FAV');
refused('ulid', hyphenated, 'ulid', 'invalid_length', 27);
