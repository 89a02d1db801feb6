/** A clock and a seed for tests. Not for production: the first use prints a warning. */
import type { Time } from './index.cjs';

declare global {
  // As in TypeScript's library from ES2026 on, for older targets.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** Options of a test clock. */
export interface TestOptions {
  /** 32 bytes that determine node, counters and random bits: the same calls yield the same ids. */
  readonly seed?: Uint8Array | undefined;
}

/** The clock of a test, from `freeze` or `follow` to `restore`. */
export interface TestClock {
  /** Sets the time. No effect on a clock that follows `Date.now()`. */
  set(time: Time | string): void;
  /** Moves the time forward by whole milliseconds. No effect if the clock follows `Date.now()`. */
  advance(ms: number): void;
  /** Restores the clock before this one, and ends later ones. Calling it again does nothing. */
  restore(): void;
  /** {@link TestClock.restore}, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Stops the clock of the default generators in all threads of the process: of `uuid7()`, `newId`,
 * `Uuid7.now()`, `Generator.default`. Other generators read the system's clock.
 *
 * Waits until no other thread has a test clock. A time in text has a time zone; a date alone is its
 * midnight in UTC.
 *
 * @throws {SortidError} `not_applicable` while a generator with a state file or lease file is open,
 *   and in WebAssembly; `invalid_option` for a seed of another length
 *
 * @example
 * const clock = freeze('2026-01-01T00:00:00Z', { seed: new Uint8Array(32) });
 * uuid7();
 * clock.advance(1000);
 * clock.restore();
 */
export function freeze(time: Time | string, options?: TestOptions): TestClock;

/**
 * Like {@link freeze}, but each call reads this thread's `Date.now()`, which fake timers replace.
 *
 * @throws {SortidError} as {@link freeze}
 */
export function follow(options?: TestOptions): TestClock;
