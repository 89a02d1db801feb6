// Measures `require` of sortid and its peers in new processes. Prints a row of JSON per line.
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { app, bench } from '../scripts/folders.mjs';
import { medians } from './rounds.mjs';

const { values } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});

const OURS = "require('sortid')";
/** Each peer, with the largest ratio of sortid's time to the peer's, or null. */
const PEERS = [
  ['uuid', 1.1],
  ['bson', null],
  ['typeid-js', null],
  ['@napi-rs/uuid', null],
];
const rows = PEERS.filter(([peer]) => `${OURS} require('${peer}')`.includes(values.only));

const versionOf = (name) =>
  JSON.parse(readFileSync(path.join(bench, 'node_modules', name, 'package.json'), 'utf8')).version;

/** The nanoseconds that a new process takes to load a file. */
function sample(file) {
  const timed = `const began = process.hrtime.bigint(); require(${JSON.stringify(file)});
    console.log(String(process.hrtime.bigint() - began));`;
  return Number(execFileSync(process.execPath, ['-e', timed], { encoding: 'utf8' }));
}

const fileOf = (folder, name) => createRequire(path.join(folder, 'package.json')).resolve(name);

if (rows.length > 0) {
  const subjects = { [OURS]: fileOf(app, 'sortid') };
  for (const [peer] of rows) subjects[peer] = fileOf(bench, peer);
  const ns = medians(subjects, sample, values.quick ? [2, 10] : [4, 40]);
  for (const [peer, demand] of rows) {
    const theirs = { peer: `require('${peer}')`, peer_version: versionOf(peer), peer_ns: ns[peer] };
    console.log(JSON.stringify({ what: OURS, ours_ns: ns[OURS], ...theirs, demand }));
  }
}
