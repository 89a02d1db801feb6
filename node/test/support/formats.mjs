// The modules that are one format each, as text: run with a clock and random words of ours, whole or with a line of them altered.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installed, read, sortid } from './installed.mjs';

const folder = path.join(installed, 'formats');

/** The formats that have one: Bun reads folders in no order. */
export const FORMATS = readdirSync(folder)
  .filter((file) => file.endsWith('.js'))
  .map((file) => path.basename(file, '.js'))
  .toSorted();

export const sourceOf = (format) => read(folder, `${format}.js`);

const copies = mkdtempSync(path.join(tmpdir(), 'sortid-formats-'));
process.once('exit', () => rmSync(copies, { recursive: true }));
let count = 0;

/** A module that has made nothing yet. */
export function fresh(source) {
  count += 1;
  const copy = path.join(copies, `${count}.mjs`);
  writeFileSync(copy, source);
  return import(pathToFileURL(copy));
}

/** A constant of a module's row. */
export const constant = (source, name) => source.match(new RegExp(`^const ${name} = (.*);$`, 'm'))[1];

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

/** What comes of something: a value, or the code of an error and where. */
export function outcome(act) {
  try {
    return act();
  } catch ({ code, offset, name, message }) {
    return name === 'SortidError' ? { code, offset } : { name, message };
  }
}

/** Numbers that are the same each time. */
export function dice(state) {
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
