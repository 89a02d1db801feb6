// The source of modules of single formats, loaded with a fake clock and random words.
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
/** The formats with a module of the same name. */
export const FORMATS = MODULES.filter((name) => name !== 'typeid');

export const sourceOf = (format) => read(folder, `${format}.mjs`);

const copies = mkdtempSync(path.join(tmpdir(), 'sortid-formats-'));
process.once('exit', () => rmSync(copies, { recursive: true }));
let count = 0;

/** Loads a new instance of a module, with its function for new ids also as `make`. */
export async function fresh(source) {
  count += 1;
  const copy = path.join(copies, `${count}.mjs`);
  writeFileSync(copy, source);
  const exported = await import(pathToFileURL(copy));
  const own = source.match(/^export function (\w+)\(time, index\) \{$/m)?.[1];
  return { ...exported, make: exported[own] };
}

export const constant = (source, name) => source.match(new RegExp(`^const ${name} = (.*);$`, 'm'))?.[1];
export const hasTime = (source) => constant(source, 'TIME') !== undefined;

/** Replaces constants of a module. */
export function withRow(source, row) {
  const put = (text, [name, value]) =>
    text.replace(`const ${name} = ${constant(text, name)};`, `const ${name} = ${value};`);
  return Object.entries(row).reduce(put, source);
}

/** The random words of a seed: a uid11_fullrand consists of two. */
export function wordsOf(seed) {
  const generator = new sortid.Generator('uid11_fullrand', { seed });
  const words = [];
  return () => {
    if (words.length === 0) {
      const int = generator.next().toBigInt();
      words.push(Number(int & 0xffffffffn), Number(int >> 32n));
    }
    return words.shift();
  };
}

/** Calls a function with a fake clock and random words. */
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

/** The result of a function, or the properties of its error. */
export function outcome(act) {
  try {
    return act();
  } catch ({ code, offset, name, message }) {
    return name === 'SortidError' ? { code, offset, message } : { name, message };
  }
}

/** A deterministic random number generator. */
export function dice(state) {
  return (sides) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
