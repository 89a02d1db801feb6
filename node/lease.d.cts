/** Leases without an agent: a lease file that is kept over a connection of the program's own. */
import type { FormatLike, FormatName, GeneratorOptions } from './index.cjs';

declare global {
  // As TypeScript's own library has it from ES2026 on, for those who compile with less.
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}

/** A client of pg. */
export interface PgClient {
  query(query: { text: string; values?: any[]; rowMode?: 'array' }): Promise<{ rows: any[] }>;
}

/** A pool of pg, with `connectionTimeoutMillis`. */
export interface PgPool extends PgClient {
  readonly totalCount: number;
}

/** A client of ioredis. */
export interface IoredisConnection {
  call(command: string, ...words: string[]): Promise<unknown>;
}

/** A client of node-redis. */
export interface RedisConnection {
  sendCommand(words: string[]): Promise<unknown>;
}

/** What a function that connects returns. */
export type LeaseClient = PgClient | IoredisConnection | RedisConnection;

/**
 * Connects to the server, again if need be: a pool of pg, a client of Redis, or a function that returns a new client. It is the lease's alone: what else runs on it
 * would hold renewals up. A client of pg ends with its server, and is refused.
 */
export type LeaseConnect = PgPool | IoredisConnection | RedisConnection | (() => LeaseClient | Promise<LeaseClient>);

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
 * const pool = new pg.Pool({ max: 1, connectionTimeoutMillis: 5000 });
 * const lease = new Lease('/run/orders/tid', 'orders', 'tid', pool);
 * await lease.start();
 * const generator = new Generator('tid', { leaseFile: '/run/orders/tid' });
 */
export class Lease<F extends FormatName = FormatName> {
  /** A lease file of a namespace that was made by `sortid lease create`. Nothing is opened yet. */
  constructor(file: string, namespace: string, format: FormatLike<F>, connect: LeaseConnect, options?: LeaseOptions);
  /** The node that the file has now; where its stretch is over, or there never was one, `undefined`. */
  get node(): bigint | undefined;
  /** The end of its stretch, in Unix milliseconds: ids lie before it. */
  get untilMs(): number | undefined;
  /** Why the last request came to nothing, if it did. */
  get refused(): LeaseRefusal | undefined;
  /** What went wrong last, until the lease is renewed again. */
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
