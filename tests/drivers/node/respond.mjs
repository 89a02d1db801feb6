// Answers JSON lines with the given package.
import { Unsupported, answer } from './operations.mjs';

/** Parses a request; integers beyond JavaScript's exact range become digits. */
const requestOf = (line) => JSON.parse(line.replace(/":(-?\d{16,})(?=[,}])/g, '":"$1"'));

/** A message with the protocol's option names; `undefined` if only about reading functions. */
function respelled({ OPTIONS }, message) {
  if (message.endsWith('pass it to a Generator')) return undefined;
  const names = new Set(OPTIONS.map(({ name }) => name));
  const spell = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return message.replace(/\w+/g, (word) => (names.has(word) ? spell(word) : word));
}

async function answerTo(sortid, entry, { id, ...request }) {
  try {
    return { id, ok: await answer(sortid, entry, request) };
  } catch (error) {
    if (error instanceof Unsupported) return { id, error: 'unsupported' };
    if (!(error instanceof sortid.SortidError)) throw error;
    const { code, message, offset, texts } = error;
    return { id, error: code, message: respelled(sortid, message), offset, texts };
  }
}

/** Answers a line; threads import the package from `entry`. */
export async function respond(sortid, entry, line) {
  return JSON.stringify(await answerTo(sortid, entry, requestOf(line)));
}
