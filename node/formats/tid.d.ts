// Written from the core's row by scripts/renew.mjs.
import type { ErrorCode, IdText } from '../index.js';

/** What the functions throw: errors of the package in all but their class. */
export interface PathError extends Error {
  readonly name: 'SortidError';
  readonly code: ErrorCode;
  /** The byte of the text that is to blame, in UTF-8. */
  readonly offset?: number;
  /** Why there are no random bytes. */
  readonly cause?: unknown;
}

/**
 * A new `tid`: The atproto TID: microseconds and a clock identifier. Greater than all that were made by this module before.
 *
 * The node is drawn from 1,024 values, so two unrelated processes may draw the same one and repeat each other's ids.
 * A generator with the option `clockId` or `leaseFile` prevents this: see docs/choosing.md.
 *
 * @throws {PathError} `entropy_unavailable` if there is no `crypto.getRandomValues`; `counter_exhausted` where a tick would lie more than a second
 *   ahead of the clock; `clock_rollback` while the clock is more than ten seconds behind where it was; `timestamp_out_of_range`
 */
export function make(): IdText<'tid'>;

/**
 * The canonical text of an id in any of its forms.
 *
 * @throws {PathError} as `Id.parse` does
 */
export function parse(text: string): IdText<'tid'>;

/** Whether a value is the text of an id. */
export function isValid(text: unknown): text is IdText<'tid'>;

/**
 * The time of an id in milliseconds since 1970, rounded down.
 *
 * @throws {PathError} as {@link parse}
 */
export function time(text: string): number;

/**
 * The order of two ids, for `sort`.
 *
 * @throws {PathError} as {@link parse}
 */
export function compare(a: string, b: string): -1 | 0 | 1;
