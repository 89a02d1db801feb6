// Tests leases with every Node client of the server.
import path from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { createClient } from 'redis';
import { Generator } from 'sortid';
import { Lease } from 'sortid/lease';

const [, , folder, port] = process.argv;
const socket = process.env.REDIS_SOCKET;
/** The namespaces' lease term. */
const STRETCH_MS = 3000;
const PATIENCE_MS = 30_000;

function check(name, isSo, why) {
  if (!isSo) process.exitCode = 1;
  console.log(isSo ? `ok ${name}` : `not ok ${name}: ${why}`);
}

/** The server, and a proxy in front of it. */
const direct = socket ? { path: socket } : {};
const proxy = { host: '127.0.0.1', port: Number(port) };

/** Functions that connect, by client. They return the client and a function that closes it. */
const clients = socket
  ? {
      ioredis: async (where = direct) => {
        const client = new Redis(where);
        return [client, () => client.quit()];
      },
      'node-redis': async (where = direct) => {
        const client = createClient({ socket: where });
        client.on('error', () => {});
        await client.connect();
        return [client, () => client.close()];
      },
    }
  : {
      'a pool of pg': async (where = direct) => {
        const pool = new pg.Pool({ ...where, max: 1, connectionTimeoutMillis: 5000 });
        return [pool, () => pool.end()];
      },
      'clients of pg': async (where = direct) => {
        const connect = async () => {
          const client = new pg.Client(where);
          await client.connect();
          return client;
        };
        return [connect, () => {}];
      },
    };

const codeOf = (error) => error.code;
const thrown = (run) => {
  try {
    return `nothing: ${run()}`;
  } catch (error) {
    return error.code;
  }
};
const generator = (file) => new Generator('tid', { leaseFile: file, maxLeadMs: 1 });
const nodeOf = (ids) => BigInt(ids.next().fields().clock_id);

const isMade = (ids) => thrown(() => ids.nextText()).startsWith('nothing');

/** Waits for a condition. Returns whether it became true in time. */
async function becomes(what) {
  const until = performance.now() + PATIENCE_MS;
  while (!what()) {
    if (performance.now() > until) return false;
    await sleep(100);
  }
  return true;
}

/** Waits until ids fail with lease_expired. Reserved ids, for at most a second, are still generated after a release. */
function isOver(ids) {
  const until = performance.now() + PATIENCE_MS;
  while (isMade(ids)) {
    if (performance.now() > until) return false;
  }
  return thrown(() => ids.nextText()) === 'lease_expired';
}

/** Blocks the event loop. */
const block = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

async function renewed(name, client) {
  const file = path.join(folder, name.replaceAll(' ', '-'));
  const lease = new Lease(file, 'orders', 'tid', client);
  await lease.start();
  const ids = generator(file);
  const until = lease.untilMs;
  check(`${name}: has a node`, nodeOf(ids) === lease.node && lease.node >= 1n && lease.node <= 3n, lease.node);
  check(`${name}: renewed`, await becomes(() => lease.untilMs > until + STRETCH_MS), lease.error);
  block(STRETCH_MS);
  check(`${name}: expires in a blocked loop`, thrown(() => ids.nextText()) === 'lease_expired', lease.node);
  check(`${name}: renews afterwards`, await becomes(() => isMade(ids) && nodeOf(ids) === lease.node), lease.error);
  await lease.close();
  check(`${name}: releases the node`, lease.node === undefined && isOver(ids));
  await lease.close();
  ids.close();
}

async function refused(name, client, connect) {
  const [one, two] = ['one', 'two'].map((file) => path.join(folder, `${name}-${file}`.replaceAll(' ', '-')));
  const only = new Lease(one, 'few', 'tid', client);
  await only.start();
  check(`${name}: gets the only node`, only.node === 7n, only.node);
  const [other, end] = await connect();
  const late = new Lease(two, 'few', 'tid', other, { waitMs: 500 });
  const told = await late.start().catch((error) => error.message);
  check(`${name}: reports exhausted nodes`, String(told).includes('exhausted'), told);
  const kept = await new Lease(one, 'few', 'tid', other).start().catch(codeOf);
  check(`${name}: rejects a second lease on a file`, kept === 'store_locked', kept);
  await only.close();
  await late.start();
  check(`${name}: gets a released node at once`, late.node === 7n, late.node);
  await late.close();
  await end();
  const none = await new Lease(`${one}-none`, 'none', 'tid', client).start().catch(codeOf);
  check(`${name}: rejects a missing namespace`, none === 'invalid_option', none);
  const foreign = await new Lease(`${one}-foreign`, 'orders', 'timeid', client).start().catch(codeOf);
  check(`${name}: rejects a namespace of another format`, foreign === 'store_foreign', foreign);
  const option = await new Lease(`${one}-option`, 'orders', 'tid', client, { node: 3 }).start().catch(codeOf);
  check(`${name}: rejects an assigned node`, option === 'invalid_option', option);
}

async function silent(name, client) {
  const lease = new Lease(path.join(folder, `silent-${name}`.replaceAll(' ', '-')), 'orders', 'tid', client);
  await lease.start();
  process.kill(process.ppid, 'SIGUSR1');
  const isTold = () => String(lease.error).includes('no reply within 10 s');
  check(`${name}: reports a silent server`, await becomes(isTold), lease.error);
  process.kill(process.ppid, 'SIGUSR2');
  const goesOn = () => lease.node !== undefined && lease.error === undefined;
  check(`${name}: recovers from a silent server`, await becomes(goesOn), lease.error);
  await lease.close();
}

for (const [name, connect] of Object.entries(clients)) {
  const [client, end] = await connect();
  await renewed(name, client);
  await refused(name, client, connect);
  await end();
  const [behind, leave] = await connect(proxy);
  await silent(name, behind);
  await leave();
}
