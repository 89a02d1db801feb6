import { check, inOrder, instants, isNow, load, ours, reads, refused, sortid, standing } from './harness.mjs';

const { default: cuid } = await load('cuid');
const { Id } = sortid;
const fields = (text) => ({
  timestamp_ms: parseInt(text.slice(1, 9), 36),
  counter: parseInt(text.slice(9, 13), 36),
  fingerprint: parseInt(text.slice(13, 17), 36),
  random: parseInt(text.slice(17), 36),
});

const run = instants().map((millis, i) => {
  const text = standing(millis, cuid);
  const print = parseInt(cuid.fingerprint(), 36);
  const told = { ...fields(text), timestamp_ms: millis, counter: i, fingerprint: print };
  return reads('cuid', text, 'cuid', told, BigInt(millis) * 1_000_000n);
});
inOrder('cuid', run, Id.compare);

const made = ours('cuid');
for (const id of made) {
  const same = Object.entries(fields(`${id}`)).every(([name, value]) => id.field(name) === BigInt(value));
  const time = BigInt(fields(`${id}`).timestamp_ms) * 1_000_000n;
  check(`ours by cuid: ${id}`, cuid.isCuid(`${id}`) && same && time === id.unixNs() && isNow(time));
}
inOrder('ours by cuid', made, (a, b) => (`${a}` < `${b}` ? -1 : 1));

// One character fewer before 1972-06-25T23:49:24.096Z, one more from 2059-05-25T17:38:27.456Z on.
for (const [millis, length] of [
  [78_364_164_095, 24],
  [78_364_164_096, 25],
  [2_821_109_907_455, 25],
  [2_821_109_907_456, 26],
]) {
  const text = standing(millis, cuid);
  check(`${text} has ${length} characters`, text.length === length);
  if (length === 25) reads('cuid', text, 'cuid', { timestamp_ms: millis }, BigInt(millis) * 1_000_000n);
  else refused('cuid', text, 'cuid', 'invalid_length', length);
}
for (const [text, code, offset] of [
  ['c', 'invalid_length', 1],
  ['crocodile', 'invalid_length', 9],
  ['cjld2cjxh0000qzrmn831i7r!', 'invalid_character', 24],
]) {
  check(`cuid takes ${text}`, cuid.isCuid(text));
  refused('cuid', text, 'cuid', code, offset);
}
