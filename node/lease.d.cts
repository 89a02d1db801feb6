/** Leases without an agent: a lease file that is kept over a connection of the program's own. */
import type { FormatLike, FormatName, GeneratorOptions } from './index.cjs';

declare global {
  // As TypeScript's own library has it from ES2026 on, for those who compile with less.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** A pool or client of pg. */
export interface PgConnection {
  query(query: { text: string; values?: any[]; rowMode?: 'array' }): Promise<{ rows: any[] }>;
}

/** A client of ioredis. */
export interface IoredisConnection {
  call(command: string, ...words: string[]): Promise<unknown>;
}

/** A client of node-redis. */
export interface RedisConnection {
  sendCommand(words: string[]): Promise<unknown>;
}

/** Whatever reaches the server, and is the lease's alone: what else runs on it would hold renewals up. */
export type LeaseConnection = PgConnection | IoredisConnection | RedisConnection;

/** How a lease is kept; beside it, the options of a generator that move time or node: `epochUnixMs`, `machineBits`, …. */
export interface LeaseOptions extends GeneratorOptions {
  /** How long `start` waits for a node, in milliseconds (60,000). What a namespace that is new waits for anyway does not count. */
  waitMs?: number;
}

/** Why there is no node. */
export type LeaseRefusal = 'quiet' | 'exhausted' | 'clocks' | 'superseded' | 'run_out' | 'unknown' | 'silence';

/**
 * Keeps a lease file from `start` to `close`: timers of the event loop renew it, and keep no program running.
 *
 * A loop that is blocked for longer than a term renews too late: then ids fail (`lease_expired`) until it continues.
 *
 * @example
 * const lease = new Lease('/run/orders/tid', 'orders', 'tid', new pg.Pool({ max: 1 }));
 * await lease.start();
 * const generator = new Generator('tid', { leaseFile: '/run/orders/tid' });
 */
export class Lease<F extends FormatName = FormatName> {
  /** A lease file of a namespace that was made by `sortid lease create`. Nothing is opened yet. */
  constructor(
    file: string,
    namespace: string,
    format: FormatLike<F>,
    connection: LeaseConnection,
    options?: LeaseOptions,
  );
  /** The node that the file has now; where its stretch is over, or there never was one, `undefined`. */
  get node(): bigint | undefined;
  /** The end of its stretch, in Unix milliseconds: ids lie before it. */
  get untilMs(): number | undefined;
  /** Why the last request came to nothing, if it did. */
  get refused(): LeaseRefusal | undefined;
  /** What went wrong last, until all is well again. */
  get error(): unknown;
  /**
   * Opens the file, or makes it, and waits for a node.
   *
   * @throws {SortidError} `invalid_option` if there is no such namespace; `store_foreign` where it is of other ids, or the file is; `store_locked` where somebody keeps
   * the file; the other `store_*`
   * @throws {Error} `ERR_SORTID_NO_NODE` if none was free in time; errors of the connection
   */
  start(): Promise<void>;
  /** Gives the node back: ids of the file are refused within a second. Where the server is away it runs out. */
  close(): Promise<void>;
  /** {@link Lease.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
