// Generates ids until the audit ends. src/mixture.rs explains the arguments.
//
// `cluster` is a primary process with workers, and `threads` a process with two worker threads.
import cluster from 'node:cluster';
import { appendFileSync, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isMainThread, threadId, Worker } from 'node:worker_threads';

const [folder, name, formats, calls, mode, processes] = process.argv.slice(2);
const target = process.env.CARGO_TARGET_DIR ?? path.resolve(import.meta.dirname, '../../target');

function load(project, module) {
  const entry = createRequire(path.join(target, 'node', project, 'package.json')).resolve(module);
  return import(pathToFileURL(entry));
}

/** The ids of a hundred calls, as big-endian integers. */
function single(next) {
  const ids = Buffer.alloc(800);
  for (let at = 0; at < ids.length; at += 8) ids.writeBigUInt64BE(BigInt.asUintN(64, next()), at);
  return ids;
}

/** Peer libraries without options: the package, and how to get an integer from a call. */
const PEERS = {
  'atproto-tid': [
    '@atproto/common-web',
    ({ TID }) => {
      const digits = '234567abcdefghijklmnopqrstuvwxyz';
      return () => [...TID.nextStr()].reduce((value, digit) => value * 32n + BigInt(digits.indexOf(digit)), 0n);
    },
  ],
  'sapphire-snowflake': [
    '@sapphire/snowflake',
    ({ Snowflake }) => {
      const snowflake = new Snowflake(1_420_070_400_000);
      return () => snowflake.generate();
    },
  ],
  'flake-idgen': [
    'flake-idgen',
    ({ default: FlakeId }) => {
      const flake = new FlakeId();
      return () => flake.next().readBigUInt64BE();
    },
  ],
};

/** Returns a function that generates a burst of ids as big-endian integers. */
async function source(word) {
  if (word === '-') return undefined;
  if (PEERS[word]) {
    const [module, open] = PEERS[word];
    const next = open(await load('bench', module));
    return () => single(next);
  }
  const { AnyId, Generator } = await load('app', 'sortid');
  const [format, preset] = word.split(':');
  if (calls === 'batch') {
    const generator = preset ? new Generator(format, { preset }) : Generator.default(format);
    return () => {
      const ids = Buffer.alloc(8000);
      generator.fill(ids);
      return ids;
    };
  }
  if (preset) {
    const generator = new Generator(format, { preset });
    return () => single(() => generator.nextBigInt());
  }
  return () => single(() => AnyId.now(format).toBigInt());
}

async function work() {
  const names = formats.split(',');
  const sources = await Promise.all(names.map(source));
  while (existsSync(path.join(folder, 'go'))) {
    // Turns of 20 ms: all processes generate the same format at the same time.
    const turn = Math.floor(Date.now() / 20) % names.length;
    const stream = path.join(folder, names[turn], `${name}.${process.pid}.${threadId}`);
    if (sources[turn]) appendFileSync(stream, sources[turn]());
    await setTimeout(20 - (Date.now() % 20));
  }
}

if (mode === 'cluster' && cluster.isPrimary) {
  cluster.on('exit', (_, status) => {
    if (status !== 0) process.exitCode = 1;
  });
  for (let at = 0; at < Number(processes); at++) cluster.fork();
} else if (mode === 'threads' && isMainThread) {
  for (let at = 0; at < 2; at++) new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
} else {
  await work();
  if (cluster.isWorker) cluster.worker.disconnect();
}
