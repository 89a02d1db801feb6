// The other packages, which `package.json` pins, ours as installed, and the count of checks.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchBench } from '../../../node/scripts/fetch.mjs';
import { app, bench } from '../../../node/scripts/folders.mjs';

fetchBench();
const { resolve } = createRequire(path.join(bench, 'package.json'));
/** Imports another package. */
export const load = (name) => import(pathToFileURL(resolve(name)));
/** Ours, as a user has it. */
export const sortid = await import(pathToFileURL(path.join(app, 'node_modules', 'sortid', 'index.mjs')));
const { Generator, Id } = sortid;

export const COUNT = 200;
export const counts = { passed: 0, failed: 0 };

export function check(what, holds) {
  counts[holds ? 'passed' : 'failed'] += 1;
  if (!holds) console.log('failed:', what);
}

export const isNow = (ns) => Math.abs(Number(ns / 1_000_000n) - Date.now()) < 60_000;

/** Instants in milliseconds, at odd fractions of a second. */
export const instants = () => Array.from({ length: COUNT }, (_, i) => 1_721_407_246_480 + i * 7_919_003);

/** What `make` makes while the clock stands at these milliseconds. */
export function standing(millis, make) {
  const { Date: Going } = globalThis;
  globalThis.Date = class extends Going {
    constructor(...given) {
      super(...(given.length > 0 ? given : [millis]));
    }
    static now() {
      return millis;
    }
  };
  try {
    return make();
  } finally {
    globalThis.Date = Going;
  }
}

/** Ids of ours, one after the other. */
export const ours = (format) => new Generator(format).nextTexts(COUNT).map((text) => Id.parse(text, format));

/** Reads their text, which is canonical, and holds fields and time in nanoseconds against what they tell. */
export function reads(who, text, format, fields, ns, options) {
  const id = Id.parse(text, format);
  const wrong = Object.entries(fields).filter(([name, value]) => id.field(name) !== BigInt(value));
  check(`${who}, ${format} ${text}: ${wrong}`, wrong.length === 0 && `${id}` === text);
  check(`${who}, ${format} ${text}: ${id.unixNs(options)} and not ${ns}`, id.unixNs(options) === BigInt(ns));
  return id;
}

/** Each of a run comes before the next, by their order. */
export function inOrder(who, ids, compare) {
  const at = ids.slice(1).findIndex((next, i) => !(compare(ids[i], next) < 0));
  check(`the order of ${who}: ${ids[at]}, ${ids[at + 1]}`, ids.length > 1 && at < 0);
}

/** What they take, and we refuse so. */
export function refused(who, text, format, code, offset) {
  let error;
  try {
    Id.parse(text, format);
  } catch (thrown) {
    error = thrown;
  }
  const told = `${error?.code} at ${error?.offset}`;
  check(`${text}, which ${who} takes: ${told}`, error?.code === code && error.offset === offset);
}
