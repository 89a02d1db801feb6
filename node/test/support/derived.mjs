/**
 * Cases of invalid texts by the head of a vector file. `tests/vectors/README.md` explains the head;
 * these are its rules for texts.
 */
const BAD = ['!', ' ', '\n', '\0'];
const NEIGHBOURS = '+,-./0189:=@AGIKLOUVWZ[_`agikloquvwz{~';
const WIDE = ['é', '２', '😀'];

const bytes = (text) => Buffer.byteLength(text);

/** The symbols of an alphabet with ranges such as `a-f`; a first or last hyphen is a symbol. */
function symbols(alphabet) {
  const between = (first, last) =>
    Array.from({ length: last.charCodeAt() - first.charCodeAt() + 1 }, (_, i) =>
      String.fromCharCode(first.charCodeAt() + i),
    );
  const parts = alphabet.match(/[^]-[^]|[^]/g) ?? [];
  return new Set(parts.flatMap((part) => (part.length === 3 ? between(part[0], part[2]) : [part])));
}

function* badCharacters(text, alphabet) {
  const refused = (changed, offset) => ({ text: changed, error: 'invalid_character', offset });
  const last = text.length - 1;
  let middle = Math.floor(text.length / 2);
  if (text[middle] === '-') middle++;
  for (const at of [0, middle, last]) {
    for (const character of BAD) yield refused(text.slice(0, at) + character + text.slice(at + 1), at);
  }
  for (const character of NEIGHBOURS) {
    if (!alphabet.has(character)) yield refused(text.slice(0, last) + character, last);
  }
  for (const character of WIDE) {
    const at = text.length - bytes(character);
    yield refused(character + text.slice(bytes(character)), 0);
    yield refused(text.slice(0, at) + character, at);
  }
  yield refused(`${text.slice(0, 2)}!${text.slice(3, last)}!`, 2);
}

function* wrongLengths(text, lengths) {
  const isLength = (length) =>
    lengths.some((entry) => (Array.isArray(entry) ? entry[0] <= length && length <= entry[1] : entry === length));
  const short = text.slice(0, -1);
  const changed = [short, text + text.at(-1), ` ${text}`, `${text} `, `${text}\n`, `${text}\r\n`, `${text}\0`];
  for (const other of [...changed, `${short}é`, '', '!'.repeat(text.length + 1)]) {
    if (!isLength(bytes(other))) yield { text: other, error: 'invalid_length' };
  }
}

/** The derived cases of `parse`, `is_valid` and `compare` of a vector file. */
export function derived({ derive: { texts, lengths } }) {
  const parsed = texts.flatMap(({ text, alphabet }) => [
    ...badCharacters(text, symbols(alphabet)),
    ...wrongLengths(text, lengths),
  ]);
  const [{ text }] = texts;
  const bad = `${text.slice(0, -1)}!`;
  const refused = { error: 'invalid_character', offset: text.length - 1 };
  const others = [
    { op: 'is_valid', text: bad, expect: { valid: false } },
    { op: 'is_valid', text: '', expect: { valid: false } },
    { op: 'compare', a: bad, b: text, ...refused },
    { op: 'compare', a: text, b: bad, ...refused },
  ];
  const named = (one) => ({ name: `derived: ${one.op} ${JSON.stringify(one.text ?? one.a)}`, ...one });
  return [...parsed.map((one) => ({ op: 'parse', ...one })), ...others].map(named);
}
