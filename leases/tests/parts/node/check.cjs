// The same class for `require`, whose timers keep no program running: this one ends with its lease kept.
'use strict';

const assert = require('node:assert');
const path = require('node:path');
const { Lease } = require('sortid/lease');

async function main() {
  assert.strictEqual((await import('sortid/lease')).Lease, Lease);
  const file = path.join(process.argv[2], 'left');
  // A pool whose idle clients keep no program running.
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
  console.log(isKept ? 'ok kept by require' : 'not ok kept by require: no node');
  const late = setTimeout(() => {
    process.exit(1);
  }, 20_000);
  late.unref();
  process.on('exit', (code) => {
    console.log(
      code === 0 ? 'ok no timer keeps a program running' : 'not ok no timer keeps a program running: it runs',
    );
  });
});
