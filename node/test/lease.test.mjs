// Leases without an agent, with a fake server. leases/tests/parts/node tests them with real ones.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostPlatform } from '../scripts/platforms.mjs';
import { app, copyOfApp, node, refused, sortid } from './support/installed.mjs';

const require = createRequire(path.join(app, 'package.json'));
const { Lease } = require('sortid/lease');

const TERM_MS = 30_000;
const NODE = 16;
const TIMEOUT_MS = 120_000;

function fresh(t) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sortid '));
  t.after(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'ids.lease');
}

/** A fake Redis with the namespace `orders` of one node, which it grants to every request. */
class Redis {
  requests = [];
  /** The term of its leases. */
  termMs = TERM_MS;

  async call(command, ...words) {
    if (command === 'HMGET') return ['tid', NODE, 1, this.termMs, 1, 0, 'first'];
    // The arguments after the script, the number of keys, and the key.
    const args = words.slice(3);
    const [verb] = args;
    const now = Number(args[6]);
    this.requests.push(verb);
    if (verb === 'close') return ['closed', now];
    const from = verb === 'take' ? now : Number(args[11]);
    return ['granted', 0, from, now + this.termMs, this.requests.length, now];
  }
}

/** Whether a condition becomes true in time. */
async function becomes(condition) {
  const until = performance.now() + TIMEOUT_MS;
  while (!condition()) {
    if (performance.now() > until) return false;
    await sleep(10);
  }
  return true;
}

const codeOf = (run) => {
  try {
    run();
    return 'none';
  } catch (error) {
    return error.code;
  }
};

/** Asserts that the next id has the node of the lease. */
const clockIdOf = (ids) => assert.equal(ids.next().fields().clock_id, BigInt(NODE));

/** Blocks the event loop. */
const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

test('lease_expires_while_timers_are_blocked_and_is_renewed', async (t) => {
  const file = fresh(t);
  const redis = new Redis();
  redis.termMs = 1000;
  const lease = new Lease(file, 'orders', 'tid', redis);
  assert.equal(lease.node, undefined);
  await lease.start();
  // The addon generates the ids, not the native part of leases.
  const ids = new sortid.Generator('tid', { leaseFile: file, maxLeadMs: 1 });
  // Timers are blocked until the lease ends.
  block(redis.termMs);
  assert.equal(
    codeOf(() => ids.nextText()),
    'lease_expired',
  );
  // Repeats each check, because the lease may expire at any time on a slow machine.
  assert.ok(await becomes(() => codeOf(() => ids.nextText()) === 'none'), String(lease.error));
  assert.ok(await becomes(() => lease.node === BigInt(NODE)), String(lease.error));
  const first = lease.untilMs ?? 0;
  assert.ok(await becomes(() => lease.untilMs > first), String(lease.error));
  assert.ok(await becomes(() => codeOf(() => clockIdOf(ids)) === 'none'), String(lease.error));
  await Promise.all([lease.close(), lease.close()]);
  assert.equal(lease.error, undefined);
  assert.equal(redis.requests.filter((verb) => verb === 'close').length, 1);
  assert.deepEqual([lease.node, lease.untilMs, lease.refused], [undefined, undefined, undefined]);
  await lease.close();
  ids.close();
});

test('start_rejects_a_started_lease_and_a_file_in_use', async (t) => {
  const file = fresh(t);
  const lease = new Lease(file, 'orders', 'tid', new Redis());
  await lease.start();
  await assert.rejects(lease.start(), { code: 'ERR_INVALID_STATE' });
  await assert.rejects(new Lease(file, 'orders', 'tid', new Redis()).start(), refused('store_locked'));
  await lease.close();
});

test('start_rejects_invalid_arguments', async (t) => {
  const start = (format, connection, options) => new Lease(fresh(t), 'orders', format, connection, options).start();
  await assert.rejects(start('tid', new Redis(), { node: 3 }), refused('invalid_option', { subject: 'node' }));
  await assert.rejects(start('ulid', new Redis()), refused('invalid_option'));
  await assert.rejects(start('timeid', new Redis()), refused('store_foreign'));
  const empty = { call: async () => Array(7).fill(null) };
  await assert.rejects(start('tid', empty), refused('invalid_option'));
  assert.throws(() => start('nothing', new Redis()), refused('unknown_format'));
});

test('start_fails_and_close_succeeds_without_a_server', async (t) => {
  const unreachable = new Error('the server is unreachable');
  const file = fresh(t);
  let isUnreachable = true;
  const redis = new Redis();
  const connection = { call: (...words) => (isUnreachable ? Promise.reject(unreachable) : redis.call(...words)) };
  const create = () => new Lease(file, 'orders', 'tid', connection);
  await assert.rejects(create().start(), unreachable);
  isUnreachable = false;
  const lease = create();
  await lease.start();
  isUnreachable = true;
  await lease.close();
  assert.deepEqual([lease.node, lease.error], [undefined, unreachable]);
  // The earlier leases released the file.
  isUnreachable = false;
  const again = create();
  await again.start();
  await again.close();
});

/** A client of node-redis, whose duplicates connect with `connect`. */
function nodeRedis(connect) {
  const duplicate = () => {
    let own;
    return {
      on() {},
      unref() {},
      connect: async () => (own = await connect()),
      sendCommand: (words) => own.call(...words),
      quit: () => own.quit(),
    };
  };
  return { isOpen: true, duplicate, sendCommand: () => assert.fail('the client belongs to the program') };
}

async function checkRestart(t, by) {
  const server = { isUnreachable: false, opened: 0, closed: 0 };
  const connect = async () => {
    if (server.isUnreachable) throw new Error('the server is unreachable');
    server.opened += 1;
    const redis = new Redis();
    redis.termMs = 2000;
    let isBroken = false;
    return {
      async call(...words) {
        isBroken ||= server.isUnreachable;
        if (isBroken) throw new Error('the connection was lost');
        return redis.call(...words);
      },
      async quit() {
        server.closed += 1;
      },
    };
  };
  const lease = new Lease(fresh(t), 'orders', 'tid', by(connect));
  await lease.start();
  server.isUnreachable = true;
  assert.ok(await becomes(() => lease.error?.message === 'the server is unreachable'));
  // The error remains until the next renewal.
  assert.ok(await becomes(() => lease.node === undefined));
  assert.equal(lease.error.message, 'the server is unreachable');
  server.isUnreachable = false;
  assert.ok(await becomes(() => lease.node === BigInt(NODE) && lease.error === undefined));
  await lease.close();
  assert.deepEqual([server.opened, server.closed], [2, 2]);
}

test('lease_survives_a_server_restart', (t) => checkRestart(t, (connect) => connect));
test('lease_over_node_redis_survives_a_server_restart', (t) => checkRestart(t, nodeRedis));

test('silent_server_and_pending_connection_time_out', async (t) => {
  const redis = new Redis();
  redis.termMs = 2000;
  let [silent, blocked] = [false, false];
  const forever = new Promise(() => {});
  const connect = () => (blocked ? forever : { call: (...words) => (silent ? forever : redis.call(...words)) });
  const lease = new Lease(fresh(t), 'orders', 'tid', connect);
  await lease.start();
  const [ending, file] = [new Lease(fresh(t), 'orders', 'tid', connect), fresh(t)];
  await ending.start();
  silent = blocked = true;
  const starting = new Lease(file, 'orders', 'tid', connect).start();
  const late = assert.rejects(starting, /no reply within 10 s/);
  const closing = ending.close();
  assert.ok(await becomes(() => String(lease.error).includes('no reply within 10 s')));
  await Promise.all([closing, late]);
  assert.equal(ending.node, undefined);
  silent = blocked = false;
  const again = new Lease(file, 'orders', 'tid', connect);
  await again.start();
  await again.close();
  assert.ok(await becomes(() => lease.node === BigInt(NODE) && lease.error === undefined));
  await lease.close();
});

test('single_pg_client_and_pool_without_time_limit_are_rejected', (t) => {
  const create = (connect) => () => new Lease(fresh(t), 'orders', 'tid', connect);
  assert.throws(create({ query: async () => ({ rows: [] }) }), /pass a pool of pg, a function/);
  assert.throws(create({ totalCount: 0, options: { max: 1 } }), /connectionTimeoutMillis/);
});

test('damaged_file_is_renamed', async (t) => {
  const file = fresh(t);
  const startAndClose = async () => {
    const lease = new Lease(file, 'orders', 'tid', new Redis());
    await lease.start();
    assert.equal(lease.node, BigInt(NODE));
    await lease.close();
  };
  await startAndClose();
  const whole = readFileSync(file);
  const flipped = Buffer.from(whole);
  flipped[40] ^= 1;
  for (const damaged of [Buffer.alloc(0), whole.subarray(0, 4096), flipped]) {
    writeFileSync(file, damaged);
    const warned = once(process, 'warning');
    await startAndClose();
    const [{ code, message }] = await warned;
    assert.equal(code, 'SORTID_LEASE_FILE');
    assert.ok(message.includes(`${file}.damaged`), message);
    assert.deepEqual(readFileSync(`${file}.damaged`), damaged);
  }
});

test('importing sortid does not load the native part of leases', async () => {
  const script = `
    require('sortid').tid();
    const loaded = () => Object.keys(require.cache).filter((file) => file.endsWith('.node')).length;
    const before = loaded();
    require('sortid/lease');
    console.log(before, loaded());`;
  const { stdout, stderr } = await node(['-e', script]);
  assert.equal(stderr, '');
  assert.equal(stdout, '1 2\n');
});

test('missing_package_is_named_in_the_error', async (t) => {
  const copy = copyOfApp(t);
  const { name } = hostPlatform();
  const script = `
    console.log(require('sortid').tidText().length);
    try { require('sortid/lease'); } catch ({ code, message, cause }) { console.log(code, cause.code, message); }`;
  const args = async () => {
    const { stdout } = await node(['-e', script], { cwd: copy });
    assert.ok(stdout.startsWith('13\nERR_SORTID_BINARY_MISSING MODULE_NOT_FOUND '), stdout);
    return stdout;
  };
  rmSync(path.join(copy, 'node_modules', `sortid-lease-${name}`), { recursive: true });
  assert.ok((await args()).includes(`npm install --no-save sortid-lease-${name}@${sortid.version}\n`));
  rmSync(path.join(copy, 'node_modules', 'sortid-lease'), { recursive: true });
  assert.ok((await args()).endsWith(`: npm install sortid-lease@${sortid.version}\n`));
});
