// Lease files: errors of a file without a grant, and of options that exclude one. The suite tests
// in every language that generators stay within a lease.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { refused, sortid } from './support/installed.mjs';

const { Generator } = sortid;

const NOON = 1721390400000000000n;

/** The checksum of IEEE 802.3. */
function crc32(bytes) {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~crc >>> 0;
}

function fresh(t) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sortid '));
  t.after(() => rmSync(folder, { recursive: true }));
  return path.join(folder, 'ids.lease');
}

/** A lease file without a grant: a state file with other version and node width. */
function withoutGrant(t) {
  const file = fresh(t);
  new Generator('tid', { stateFile: file }).close();
  const record = readFileSync(file);
  record[8] = 2;
  record[83] = 10;
  record.fill(0, 96, 120);
  record.writeUInt32LE(crc32(record.subarray(0, 508)), 508);
  writeFileSync(file, record);
  return file;
}

test('fails to generate ids without a grant', (t) => {
  const leaseFile = withoutGrant(t);
  for (const given of [leaseFile, Buffer.from(leaseFile), pathToFileURL(leaseFile)]) {
    const generator = new Generator('tid', { leaseFile: given, clock: 'manual' });
    assert.throws(() => generator.nextAt(NOON), refused('lease_expired', { path: leaseFile, subject: leaseFile }));
    generator.close();
  }
});

test('rejects a state file as a lease file, and the reverse', (t) => {
  const [leaseFile, stateFile, none] = [withoutGrant(t), fresh(t), fresh(t)];
  new Generator('tid', { stateFile }).close();
  assert.throws(() => new Generator('tid', { stateFile: leaseFile }), refused('store_foreign', { path: leaseFile }));
  assert.throws(() => new Generator('tid', { leaseFile: stateFile }), refused('store_foreign', { path: stateFile }));
  assert.throws(() => new Generator('tid', { leaseFile: none }), refused('store_io', { path: none }));
  assert.ok(!existsSync(none));
});

test('rejects options that exclude a lease file', () => {
  for (const [format, options, subject] of [
    ['tid', { node: 1 }, 'node'],
    ['tid', { seed: new Uint8Array(32) }, 'seed'],
    ['tid', { stateFile: 'plain' }, 'stateFile'],
    ['tid', { onRollback: 'reset' }, 'onRollback'],
    ['uid11_xid', {}, 'leaseFile'],
    ['tid', { leaseFile: '' }, 'leaseFile'],
    ['tid', { leaseFile: 3 }, 'leaseFile'],
  ]) {
    const create = () => new Generator(format, { leaseFile: 'never created', ...options });
    assert.throws(create, refused('invalid_option', { subject }));
  }
});
