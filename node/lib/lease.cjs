// Renews a lease file over the program's connections. The core composes requests and reads replies.
'use strict';

const { hostname } = require('node:os');
const { clearTimeout, setTimeout } = require('node:timers');
const { setTimeout: sleep } = require('node:timers/promises');
const native = require('./lease-load.cjs');
const { formatOf } = require('./format.cjs');
const { packed } = require('./options.cjs');

/** The time that `start` waits for a node after the quiet period of a new namespace. */
const GRACE_MS = 4000;
/** The time that `close` waits for a server that does not respond. */
const CLOSE_MS = 5000;
/** The delay before a failed renewal is tried again. */
const PAUSE_MS = 250;
/** The longest delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time limit of connecting, and of a request. */
const REPLY_MS = 10_000;

const isRedis = (client) => typeof (client.call ?? client.sendCommand) === 'function';
/** A client of node-redis. After `destroy()`, its `connect()` disturbs a pending attempt. */
const isNodeRedis = (client) => isRedis(client) && client.call === undefined;
/** A pool of pg, which replaces its clients. */
const isPool = (client) => client.totalCount !== undefined;

/** Throws for a single connection, which cannot reconnect. */
function mustReconnect(connect) {
  if (typeof connect === 'function' || isRedis(connect)) return;
  const type = connect?.constructor?.name ?? typeof connect;
  if (!isPool(connect)) {
    throw new TypeError(
      `${type} cannot connect again after a restart of the server: pass a pool of pg, a function that returns a new ` +
        'client (connected, as a promise), or a client of Redis',
    );
  }
  // Without a time limit, a client that connects to a silent server stays in the pool forever.
  if (connect.options && !connect.options.connectionTimeoutMillis) {
    throw new TypeError(`${type} has no time limit for connecting: set connectionTimeoutMillis, for example to 5000`);
  }
}

/** The result of a promise. After the time limit, calls `end` and rejects. */
async function inTime(promise, end) {
  let timer;
  const late = new Promise((resolve, reject) => {
    timer = setTimeout(() => {
      end();
      reject(new Error(`no reply within ${REPLY_MS / 1000} s; the connection was closed`));
    }, REPLY_MS);
    timer.unref();
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Closes the connection, so that pending requests fail. The lease then opens another one. */
function cut(client) {
  if (!isRedis(client)) {
    // A client of pg with a query under way closes its socket at once.
    client.end().catch(() => {});
  } else if (client.call !== undefined) {
    client.disconnect?.(true);
  } else {
    client.destroy?.();
  }
}

/** A second client of node-redis, which lets the program exit if the first one does. */
async function duplicated(client) {
  const own = client.duplicate();
  own.on('error', () => {});
  await inTime(own.connect(), () => own.destroy());
  if (client.isOpen) own.unref();
  return own;
}

/** Returns columns as text, regardless of the program's type parsers. */
const types = { getTypeParser: () => (text) => text };

async function inTransaction(client, statements) {
  await client.query('BEGIN');
  try {
    let rows = [];
    for (const [text, ...values] of statements) {
      ({ rows } = await client.query({ text, values, rowMode: 'array', types }));
    }
    await client.query('COMMIT');
    return rows.flat();
  } catch (error) {
    // The server rolls back when the connection closes.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Parses statements: each is a number of values, a text, the values. An empty string is null. */
function statementsOf(words) {
  const statements = [];
  for (let at = 0; at < words.length;) {
    const end = at + 2 + Number(words[at]);
    statements.push(words.slice(at + 1, end).map((word) => (word === '' ? null : word)));
    at = end;
  }
  return statements;
}

/** A cell as a string, which is empty for null. */
const text = (cell) => (cell === null || cell === undefined ? '' : String(cell));

/** The reply of PostgreSQL to statements, or of Redis to the only command. */
async function over(client, statements) {
  if (!isRedis(client)) return inTransaction(client, statements);
  const [words] = statements;
  return client.call === undefined ? client.sendCommand(words) : client.call(...words);
}

async function overPool(pool, statements) {
  const connecting = pool.connect();
  const client = await inTime(connecting, () =>
    connecting.then(
      (late) => late.release(true),
      () => {},
    ),
  );
  // A pooled client in use also emits an error for a lost connection; the query fails anyway.
  const ignore = () => {};
  client.on?.('error', ignore);
  try {
    const cells = await inTime(inTransaction(client, statements), () => cut(client));
    client.off?.('error', ignore);
    client.release();
    return cells;
  } catch (error) {
    client.release(error);
    throw error;
  }
}

/** Closes a client that the lease opened. */
function closeClient(client) {
  const close = client.end ?? client.quit ?? client.close ?? client.disconnect;
  Promise.resolve()
    .then(() => close?.call(client))
    .catch(() => {});
}

class Lease {
  #target;
  #connect;
  /** The client that the lease opened, if `#connect` is a function. */
  #own;
  #waitMs;
  #native;
  #timer;
  /** The pending renewal. */
  #renewal;
  #error;
  /** The number of replacements of the file that were reported. */
  #replaced = 0;
  #closing;

  constructor(file, namespace, format, connect, { waitMs = 60_000, ...options } = {}) {
    this.#target = { file: String(file), namespace: String(namespace), format: formatOf(format), options };
    mustReconnect(connect);
    this.#connect = isNodeRedis(connect) ? () => duplicated(connect) : connect;
    this.#waitMs = waitMs;
  }

  get node() {
    const [node] = this.#native ? native.grant(this.#native) : [];
    return node && BigInt(node);
  }

  get untilMs() {
    const [, untilMs] = this.#native ? native.grant(this.#native) : [];
    return untilMs && Number(untilMs);
  }

  get refused() {
    return this.#reason()[0];
  }

  get error() {
    return this.#error;
  }

  async start() {
    if (this.#native) throw Object.assign(new Error('the lease is already active'), { code: 'ERR_INVALID_STATE' });
    const { file, namespace, format, options } = this.#target;
    const isFunction = typeof this.#connect === 'function';
    const client = isFunction ? await this.#open() : this.#connect;
    const words = [file, namespace, isRedis(client) ? 'redis' : 'postgres', `${hostname()}, process ${process.pid}`];
    const [names, values] = packed(options);
    try {
      this.#native = native.open(words, format.code, names, values);
    } catch (error) {
      this.#closeOwn();
      throw error;
    }
    try {
      let until = performance.now() + this.#waitMs;
      let waitMs = await this.#renew();
      while (this.node === undefined) {
        const [reason = 'silence', laterMs = 0] = this.#reason();
        const now = performance.now();
        // The quiet period does not count towards `waitMs`.
        if (reason === 'quiet') until = Math.max(until, now + laterMs + GRACE_MS);
        if (now >= until) {
          throw Object.assign(new Error(`${namespace}: no node within the time limit: ${reason}`), {
            code: 'ERR_SORTID_NO_NODE',
          });
        }
        await sleep(Math.min(waitMs, until - now));
        waitMs = await this.#renew();
      }
      this.#schedule(waitMs);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Concurrent calls share one execution. */
  close() {
    this.#closing ??= this.#close().finally(() => {
      this.#closing = undefined;
    });
    return this.#closing;
  }

  async #close() {
    if (!this.#native) return;
    clearTimeout(this.#timer);
    const session = this.#native;
    const timeout = sleep(CLOSE_MS, 'timeout', { ref: false });
    const last = await Promise.race([this.#renewal, timeout]);
    clearTimeout(this.#timer);
    native.release(session);
    try {
      if (last !== 'timeout') await Promise.race([this.#renew(), timeout]);
    } catch (error) {
      this.#error = error;
    }
    this.#native = undefined;
    native.close(session);
    this.#closeOwn();
  }

  /** Opens a client. Closes one that connects after the time limit. */
  async #open() {
    const opening = Promise.resolve().then(this.#connect);
    const client = await inTime(opening, () => opening.then(closeClient, () => {}));
    if (isPool(client)) throw new TypeError('the function returned a pool: pass the pool itself');
    client.on?.('error', () => {
      // The next request fails, and the lease reports its error.
    });
    this.#own = client;
    return client;
  }

  #closeOwn() {
    const own = this.#own;
    this.#own = undefined;
    if (own !== undefined) closeClient(own);
  }

  /** Runs statements on a client, and closes it after an error. */
  async #run(statements) {
    const connect = this.#connect;
    if (typeof connect !== 'function') {
      return isPool(connect) ? overPool(connect, statements) : inTime(over(connect, statements), () => cut(connect));
    }
    const client = this.#own ?? (await this.#open());
    try {
      return await inTime(over(client, statements), () => cut(client));
    } catch (error) {
      this.#closeOwn();
      throw error;
    }
  }

  /** For `await using`. The oldest supported Node has no such symbol; Babel then uses this one. */
  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    return this.close();
  }

  #reason() {
    const [reason, laterMs = 0] = this.#native ? native.refused(this.#native) : [];
    return [reason, Number(laterMs)];
  }

  #warnIfReplaced(session) {
    const replaced = native.replaced(session);
    if (replaced === this.#replaced) return;
    this.#replaced = replaced;
    const { file } = this.#target;
    process.emitWarning(
      `${file} was removed, replaced, or damaged (then renamed to ${file}.damaged), and a new file is in use; ` +
        'restart programs that have the old one open: they fail with store_io',
      { code: 'SORTID_LEASE_FILE' },
    );
  }

  /** Sends all pending requests. Returns the milliseconds until the next one. */
  async #renew() {
    const session = this.#native;
    for (;;) {
      const step = native.nextStep(session);
      this.#warnIfReplaced(session);
      if (typeof step === 'number') return step;
      const [pauseMs, ...words] = step;
      if (pauseMs !== '0') await sleep(Number(pauseMs));
      let cells;
      try {
        cells = await this.#run(statementsOf(words));
      } catch (error) {
        native.fail(session);
        throw error;
      }
      native.processResult(session, cells.map(text));
      if (this.node !== undefined && this.refused === undefined) this.#error = undefined;
    }
  }

  #schedule(waitMs) {
    this.#timer = setTimeout(
      () => {
        this.#renewal = this.#renewOnTimer();
      },
      Math.min(waitMs, LONGEST_MS),
    );
    this.#timer.unref();
  }

  /** Renews the lease, and starts the timer of the next renewal. */
  async #renewOnTimer() {
    let waitMs = PAUSE_MS;
    try {
      waitMs = await this.#renew();
    } catch (error) {
      this.#error = error;
    }
    if (this.#native) this.#schedule(waitMs);
  }
}

module.exports = { Lease };
