// Tests the class through `require`, and that its timers do not keep the process running.
'use strict';

const assert = require('node:assert');
const path = require('node:path');
const { Lease } = require('sortid/lease');

async function main() {
  assert.strictEqual((await import('sortid/lease')).Lease, Lease);
  const file = path.join(process.argv[2], 'left');
  // Idle clients of this pool do not keep the process running.
  const Pool = process.env.REDIS_SOCKET ? undefined : require('pg').Pool;
  const client = Pool
    ? new Pool({ max: 1, allowExitOnIdle: true, connectionTimeoutMillis: 5000 })
    : new (require('ioredis').Redis)({ path: process.env.REDIS_SOCKET });
  const lease = new Lease(file, 'orders', 'tid', client);
  await lease.start();
  if (!Pool) client.disconnect();
  return lease.node !== undefined;
}

main().then((isKept) => {
  console.log(isKept ? 'ok has a node through require' : 'not ok has a node through require');
  const late = setTimeout(() => {
    process.exit(1);
  }, 20_000);
  late.unref();
  process.on('exit', (code) => {
    console.log(
      code === 0 ? 'ok timers do not keep the process running' : 'not ok timers do not keep the process running',
    );
  });
});
