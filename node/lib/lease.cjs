// A lease file that is kept over the program's own connection. The core decides what to send, and interprets the answers.
'use strict';

const { hostname } = require('node:os');
const { clearTimeout, setTimeout } = require('node:timers');
const { setTimeout: sleep } = require('node:timers/promises');
const native = require('./lease-load.cjs');
const { formatOf } = require('./format.cjs');
const { packed, withOptions } = require('./options.cjs');

/** So long after the quiet time a node is waited for, and at the end a server that does not answer. */
const AGAIN_MS = 4000;
const AWAY_MS = 5000;
/** Until what went wrong before there was anything to wait for is tried again. */
const PAUSE_MS = 250;
/** No timer is longer. */
const LONGEST_MS = 2 ** 31 - 1;

const isRedis = (connection) => typeof (connection.call ?? connection.sendCommand) === 'function';

/** Runs statements in one transaction, or the one command; what the last of them answers. */
async function run(connection, statements) {
  if (isRedis(connection)) {
    const [words] = statements;
    return connection.call === undefined ? connection.sendCommand(words) : connection.call(...words);
  }
  // A pool.
  if (connection.totalCount === undefined) return inTransaction(connection, statements);
  const client = await connection.connect();
  try {
    const cells = await inTransaction(client, statements);
    client.release();
    return cells;
  } catch (error) {
    client.release(error);
    throw error;
  }
}

/** Columns come as the server wrote them, whatever the program makes of types. */
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
    // What is gone is rolled back by itself.
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Statements, of words: how many values each has, its text, these. An empty word stands for null. */
function statementsOf(words) {
  const statements = [];
  for (let at = 0; at < words.length;) {
    const end = at + 2 + Number(words[at]);
    statements.push(words.slice(at + 1, end).map((word) => (word === '' ? null : word)));
    at = end;
  }
  return statements;
}

/** A null is an empty word. */
const text = (cell) => (cell === null || cell === undefined ? '' : String(cell));

class Lease {
  #asked;
  #connection;
  #waitMs;
  #native;
  #timer;
  /** The renewal that is on its way. */
  #renewal;
  #error;
  #closing;

  constructor(file, namespace, format, connection, { waitMs = 60_000, ...options } = {}) {
    this.#asked = { file: String(file), namespace: String(namespace), format: formatOf(format), options };
    this.#connection = connection;
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
    return this.#why()[0];
  }

  get error() {
    return this.#error;
  }

  async start() {
    if (this.#native) throw Object.assign(new Error('the lease is kept already'), { code: 'ERR_INVALID_STATE' });
    const { file, namespace, format, options } = this.#asked;
    const words = [
      file,
      namespace,
      isRedis(this.#connection) ? 'redis' : 'postgres',
      `${hostname()}, process ${process.pid}`,
    ];
    const [names, values] = packed(options);
    const open = () => native.open(words, format.code, names, values);
    this.#native = withOptions(options, format, open);
    try {
      let until = performance.now() + this.#waitMs;
      let waitMs = await this.#renew();
      while (this.node === undefined) {
        const [why = 'silence', laterMs = 0] = this.#why();
        const now = performance.now();
        // What is waited for anyway does not count.
        if (why === 'quiet') until = Math.max(until, now + laterMs + AGAIN_MS);
        if (now >= until) {
          throw Object.assign(new Error(`${namespace}: no node in time: ${why}`), { code: 'ERR_SORTID_NO_NODE' });
        }
        await sleep(Math.min(waitMs, until - now));
        waitMs = await this.#renew();
      }
      this.#keep(waitMs);
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
    const away = sleep(AWAY_MS, 'away', { ref: false });
    const last = await Promise.race([this.#renewal, away]);
    clearTimeout(this.#timer);
    native.release(session);
    try {
      if (last !== 'away') await Promise.race([this.#renew(), away]);
    } catch (error) {
      this.#error = error;
    }
    this.#native = undefined;
    native.close(session);
  }

  /** For `await using`. The oldest Node admitted has no such symbol; Babel then looks for this one. */
  [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]() {
    return this.close();
  }

  #why() {
    const [why, laterMs = 0] = this.#native ? native.refused(this.#native) : [];
    return [why, Number(laterMs)];
  }

  /** Does what there is to do; in how many milliseconds there is more. */
  async #renew() {
    const session = this.#native;
    for (;;) {
      const turn = native.ask(session);
      if (typeof turn === 'number') return turn;
      const [pauseMs, ...words] = turn;
      if (pauseMs !== '0') await sleep(Number(pauseMs));
      let cells;
      try {
        cells = await run(this.#connection, statementsOf(words));
      } catch (error) {
        native.fail(session);
        throw error;
      }
      native.hear(session, cells.map(text));
    }
  }

  #keep(waitMs) {
    this.#timer = setTimeout(
      () => {
        this.#renewal = this.#once();
      },
      Math.min(waitMs, LONGEST_MS),
    );
    this.#timer.unref();
  }

  /** A renewal, and the timer of the next. */
  async #once() {
    let waitMs = PAUSE_MS;
    try {
      waitMs = await this.#renew();
      this.#error = undefined;
    } catch (error) {
      this.#error = error;
    }
    if (this.#native) this.#keep(waitMs);
  }
}

module.exports = { Lease };
