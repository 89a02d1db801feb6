/** A clock and a seed for tests. Not for production: a line on standard error says so once. */
import type { Time } from './index.cjs';

declare global {
  // As TypeScript's own library has it from ES2026 on, for those who compile with less.
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
}

/** How a test draws ids. */
export interface TestOptions {
  /** 32 bytes from which node, counters and random bits are drawn: the same calls then yield the same ids. */
  readonly seed?: Uint8Array | undefined;
}

/** The clock of a test, from `freeze` or `follow` to `restore`. */
export interface TestClock {
  /** Sets the time. No effect on a clock that follows `Date.now()`. */
  set(time: Time): void;
  /** Moves the time forward by whole milliseconds. No effect on a clock that follows `Date.now()`. */
  advance(ms: number): void;
  /** Returns to the clock before this one, and ends those begun since. Calling it again does nothing. */
  restore(): void;
  /** {@link TestClock.restore}, for `using`. */
  [Symbol.dispose](): void;
}

/**
 * Stops the clock of the generators behind the plain functions, in all threads of the process: `uuid7()`, `newId`, `Uuid7.now()`,
 * `Generator.default`. Generators of the program's own keep the system's clock.
 *
 * Waits until no other thread has a test clock.
 *
 * @throws {SortidError} `not_applicable` while a generator with a state file or lease file is open, and in WebAssembly; `invalid_option`
 *   for a seed of another length
 *
 * @example
 * const clock = freeze(new Date('2026-01-01'), { seed: new Uint8Array(32) });
 * uuid7();
 * clock.advance(1000);
 * clock.restore();
 */
export function freeze(time: Time, options?: TestOptions): TestClock;

/**
 * As {@link freeze}, but reads `Date.now()` of this thread at each call, which fake timers replace.
 *
 * @throws {SortidError} as {@link freeze}
 */
export function follow(options?: TestOptions): TestClock;
