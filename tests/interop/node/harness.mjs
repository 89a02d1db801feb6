// The packages pinned by `package.json`, the installed sortid, and the counts of checks.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchBench } from '../../../node/scripts/fetch.mjs';
import { app, bench } from '../../../node/scripts/folders.mjs';

fetchBench();
const { resolve } = createRequire(path.join(bench, 'package.json'));
/** Imports another package. */
export const load = (name) => import(pathToFileURL(resolve(name)));
/** sortid, as installed by a user. */
export const sortid = await import(pathToFileURL(path.join(app, 'node_modules', 'sortid', 'index.mjs')));
const { Generator, AnyId } = sortid;

export const COUNT = 200;
export const counts = { passed: 0, failed: 0 };

export function check(what, holds) {
  counts[holds ? 'passed' : 'failed'] += 1;
  if (!holds) console.log('failed:', what);
}

export const isNow = (ns) => Math.abs(Number(ns / 1_000_000n) - Date.now()) < 60_000;

/** Instants in milliseconds, at odd fractions of a second. */
export const instants = () => Array.from({ length: COUNT }, (_, i) => 1_721_407_246_480 + i * 7_919_003);

/** Calls `make` with the clock stopped at these milliseconds. */
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

/** Consecutive ids of sortid. */
export const ours = (format) => new Generator(format).nextTexts(COUNT).map((text) => AnyId.parse(text, format));

/** Parses a text of the other package with sortid, and compares fields and time in nanoseconds. */
export function reads(who, text, format, fields, ns, options) {
  const id = AnyId.parse(text, format);
  const wrong = Object.entries(fields).filter(([name, value]) => id.field(name) !== BigInt(value));
  check(`${who}, ${format} ${text}: ${wrong}`, wrong.length === 0 && `${id}` === text);
  check(`${who}, ${format} ${text}: ${id.unixNs(options)} and not ${ns}`, id.unixNs(options) === BigInt(ns));
  return id;
}

/** Checks that a sequence is strictly increasing in the other package's order. */
export function inOrder(who, ids, compare) {
  const at = ids.slice(1).findIndex((next, i) => !(compare(ids[i], next) < 0));
  check(`the order of ${who}: ${ids[at]}, ${ids[at + 1]}`, ids.length > 1 && at < 0);
}

/** Checks that sortid rejects a text that the other package accepts. */
export function refused(who, text, format, code, offset) {
  let error;
  try {
    AnyId.parse(text, format);
  } catch (thrown) {
    error = thrown;
  }
  const told = `${error?.code} at ${error?.offset}`;
  check(`${text}, which ${who} accepts: ${told}`, error?.code === code && error.offset === offset);
}
