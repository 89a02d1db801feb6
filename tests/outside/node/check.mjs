// Reads ids of other packages for Node, and lets them read ours. They are those of the measurements: `node/bench`.
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { app, cargoTarget, once, root, run } from '../../../node/scripts/folders.mjs';

const folder = path.join(cargoTarget, 'node', 'bench');
const manifests = ['package.json', 'package-lock.json'].map((name) => path.join(root, 'node', 'bench', name));
once(folder, manifests, () => {
  for (const file of manifests) copyFileSync(file, path.join(folder, path.basename(file)));
  run(folder, 'npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error');
});

const { resolve } = createRequire(path.join(folder, 'package.json'));
const load = (name) => import(pathToFileURL(resolve(name)));
const packages = ['uuid', '@atproto/common-web', '@atcute/tid', 'ulid'];
const [uuid, { TID }, tids, ulids] = await Promise.all(packages.map(load));
const { Id, tid, ulid, uuid6, uuid7 } = await import(
  pathToFileURL(path.join(app, 'node_modules', 'sortid', 'index.mjs'))
);

const COUNT = 200;
const isNow = (ns) => Math.abs(Number(ns / 1_000_000n) - Date.now()) < 60_000;
let [passed, failed] = [0, 0];
function check(what, holds) {
  if (holds) passed += 1;
  else failed += 1;
  if (!holds) console.log('failed:', what);
}

for (let i = 0; i < COUNT; i++) {
  for (const [format, make, ours] of [
    ['uuid7', uuid.v7, uuid7],
    ['uuid6', uuid.v6, uuid6],
  ]) {
    const theirs = make();
    const read = Id.parse(theirs, format);
    const bytes = Buffer.from(uuid.parse(theirs)).equals(read.toBytes());
    check(`uuid, ${format} ${theirs}`, `${read}` === theirs && bytes && isNow(read.unixNs()));
    const made = ours();
    check(`ours by uuid, ${format} ${made}`, uuid.validate(made) && `uuid${uuid.version(made)}` === format);
  }
  const millis = 1_721_407_246_480 + i * 7_919_003;
  const foreign = ulids.ulid(millis);
  const ulidRead = Id.parse(foreign, 'ulid');
  check(`ulid: ${foreign}`, `${ulidRead}` === foreign && ulidRead.unixNs() === BigInt(millis) * 1_000_000n);
  const own = Id.parse(ulid(), 'ulid');
  const sameTime = BigInt(ulids.decodeTime(`${own}`)) === own.field('timestamp_ms');
  check(`ours by ulid: ${own}`, sameTime && ulids.ulidToUUID(`${own}`).toLowerCase() === own.toForm('uuid'));
  const [micros, clock] = [1_721_407_246_480_310 + i * 7_919_000_003, (i * 37) % 1024];
  for (const [name, text] of [
    ['@atproto/common-web', TID.fromTime(micros, clock).toString()],
    ['@atcute/tid', tids.create(micros, clock)],
  ]) {
    const read = Id.parse(text, 'tid');
    const same = read.field('timestamp_us') === BigInt(micros) && read.field('clock_id') === BigInt(clock);
    check(`${name}: ${text}`, same && read.unixNs() === BigInt(micros) * 1000n && `${read}` === text);
  }
  const text = tid();
  const [time, node] = ['timestamp_us', 'clock_id'].map((name) => Number(Id.parse(text, 'tid').field(name)));
  const theirs = tids.parse(text);
  check(`ours by @atcute/tid: ${text}`, theirs.timestamp === time && theirs.clockid === node && tids.validate(text));
  const atproto = TID.fromStr(text);
  check(`ours by @atproto/common-web: ${text}`, atproto.timestamp() === time && atproto.clockid() === node);
  check('now, @atproto/common-web', isNow(Id.parse(TID.nextStr(), 'tid').unixNs()));
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
