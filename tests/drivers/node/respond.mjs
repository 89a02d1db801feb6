// A line of JSON for a line of JSON, by the package that is given.
import { Unsupported, answer } from './operations.mjs';

/** A request; what a number of JavaScript does not hold exactly is its digits. */
const requestOf = (line) => JSON.parse(line.replace(/":(-?\d{16,})(?=[,}])/g, '":"$1"'));

/** A message with the options' names of the protocol, outside of quotations. */
const respelled = (message) =>
  message.replace(/"(?:\\.|[^"\\])*"|\b[a-z]+(?:[A-Z][a-z0-9]*)+\b/g, (part) =>
    part.startsWith('"') ? part : part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );

async function answerTo(sortid, entry, { id, ...request }) {
  try {
    return { id, ok: await answer(sortid, entry, request) };
  } catch (error) {
    if (error instanceof Unsupported) return { id, error: 'unsupported' };
    if (!(error instanceof sortid.SortidError)) throw error;
    const { code, message, offset, texts } = error;
    return { id, error: code, message: respelled(message), offset, texts };
  }
}

/** The answer to a line; the entry is where threads find the package. */
export async function respond(sortid, entry, line) {
  return JSON.stringify(await answerTo(sortid, entry, requestOf(line)));
}
