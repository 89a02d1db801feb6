// The modules of single formats, as text: loaded with a given clock and random words, unchanged or with one line changed.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed, read, sortid } from './installed.mjs';

const folder = path.join(installed, 'formats');

/** The modules. Sorted, since Bun reads folders in any order. */
export const MODULES = readdirSync(folder)
  .filter((file) => file.endsWith('.mjs'))
  .map((file) => path.basename(file, '.mjs'))
  .filter((name) => name !== 'index')
  .toSorted();
/** The formats that have a module of their name. */
export const FORMATS = MODULES.filter((name) => name !== 'typeid');

export const sourceOf = (format) => read(folder, `${format}.mjs`);

const copies = mkdtempSync(path.join(tmpdir(), 'sortid-formats-'));
process.once('exit', () => rmSync(copies, { recursive: true }));
let count = 0;

/** A module that has made nothing yet, with its function for new ids as `make`, too. */
export async function fresh(source) {
  count += 1;
  const copy = path.join(copies, `${count}.mjs`);
  writeFileSync(copy, source);
  const exported = await import(pathToFileURL(copy));
  const own = source.match(/^export function (\w+)\(time, index\) \{$/m)?.[1];
  return { ...exported, make: exported[own] };
}

/** A constant of a module's row. */
export const constant = (source, name) => source.match(new RegExp(`^const ${name} = (.*);$`, 'm'))?.[1];
/** Whether a module's ids have a time. */
export const hasTime = (source) => constant(source, 'TIME') !== undefined;

/** The module with other constants. */
export function withRow(source, row) {
  const put = (text, [name, value]) =>
    text.replace(`const ${name} = ${constant(text, name)};`, `const ${name} = ${value};`);
  return Object.entries(row).reduce(put, source);
}

/** The words of a seed, as they are: uid11_fullrand is two of them. */
export function wordsOf(seed) {
  const generator = new sortid.Generator('uid11_fullrand', { seed });
  const words = [];
  return () => {
    if (words.length === 0) {
      const int = generator.nextId().toBigInt();
      words.push(Number(int & 0xffffffffn), Number(int >> 32n));
    }
    return words.shift();
  };
}

/** Has a clock and random words take the places of the host's while something is done. */
export function inWorld({ now, word }, act) {
  const before = { now: Date.now, crypto: Object.getOwnPropertyDescriptor(globalThis, 'crypto') };
  const getRandomValues = (words) => words.forEach((_, i) => (words[i] = word()));
  Date.now = now;
  Object.defineProperty(globalThis, 'crypto', {
    value: word && { getRandomValues },
    configurable: true,
    writable: true,
  });
  try {
    return act();
  } finally {
    Date.now = before.now;
    Object.defineProperty(globalThis, 'crypto', before.crypto);
  }
}

/** What comes of something: a value, or what an error says. */
export function outcome(act) {
  try {
    return act();
  } catch ({ code, offset, name, message }) {
    return name === 'SortidError' ? { code, offset, message } : { name, message };
  }
}

/** Numbers that are the same each time. */
export function dice(state) {
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
