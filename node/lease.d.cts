/** Leases without an agent: the program renews a lease file over its own database connection. */
import type { FormatLike, FormatName, GeneratorOptions } from './index.cjs';

declare global {
  // As in TypeScript's library from ES2026 on, for older targets.
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

/** A client that a function opens for the lease. */
export type LeaseClient = PgClient | IoredisConnection | RedisConnection;

/**
 * The connection, which must be able to reconnect: a pool of pg, a client of Redis, or a function
 * that returns a new client. Only the lease may use it, as other requests would delay renewals. A
 * client of pg cannot reconnect, and is rejected.
 */
export type LeaseConnect = PgPool | IoredisConnection | RedisConnection | (() => LeaseClient | Promise<LeaseClient>);

/** Options of a lease, and a generator's for time and node: `epochUnixMs`, `machineBits`, … */
export interface LeaseOptions extends GeneratorOptions {
  /** The time that `start` waits for a node, in ms (60,000), after a new namespace's quiet period. */
  waitMs?: number;
}

/** The reason why the server granted no node. */
export type LeaseRefusal = 'quiet' | 'exhausted' | 'clocks' | 'superseded' | 'run_out' | 'unknown' | 'silence';

/**
 * Renews a lease file from `start` to `close`, by timers that do not keep the program running.
 *
 * If the event loop is blocked for longer than a term, ids fail (`lease_expired`) until it resumes.
 *
 * @example
 * const pool = new pg.Pool({ max: 1, connectionTimeoutMillis: 5000 });
 * const lease = new Lease('/run/orders/tid', 'orders', 'tid', pool);
 * await lease.start();
 * const generator = new Generator('tid', { leaseFile: '/run/orders/tid' });
 */
export class Lease<F extends FormatName = FormatName> {
  /** A lease of a namespace from `sortid lease create`. Opens nothing before `start`. */
  constructor(file: string, namespace: string, format: FormatLike<F>, connect: LeaseConnect, options?: LeaseOptions);
  /** The current node; `undefined` before the first grant, and after the end of its term. */
  get node(): bigint | undefined;
  /** The end of its term, in Unix milliseconds. The times of ids are before it. */
  get untilMs(): number | undefined;
  /** The reason if the last request was refused. */
  get refused(): LeaseRefusal | undefined;
  /** The last error; `undefined` after a successful renewal. */
  get error(): unknown;
  /**
   * Opens or creates the file, and waits for a node.
   *
   * @throws {SortidError} `invalid_option` if there is no such namespace; `store_foreign` if the
   *   namespace or the file is of other ids; `store_locked` if another process has the file open;
   *   other `store_*` codes
   * @throws {Error} `ERR_SORTID_NO_NODE` if no node was free in time; errors of the connection
   */
  start(): Promise<void>;
  /** Releases the node, or lets its term end if the server is down. Ids fail within a second. */
  close(): Promise<void>;
  /** {@link Lease.close}, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}
