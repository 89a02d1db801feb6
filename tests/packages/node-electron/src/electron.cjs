// Runs the program in app.asar as Electron does, which shows an archive as a folder with all its files. Here it is one, in
// which files that are not in the archive itself are empty.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');
const asar = require('@electron/asar');

const resources = mkdtempSync(path.join(tmpdir(), 'sortid-electron-'));

/** Writes the entries of a folder of the archive. */
function write(entries, folder, inArchive) {
  mkdirSync(folder);
  for (const [name, entry] of Object.entries(entries)) {
    const [file, archived] = [path.join(folder, name), path.join(inArchive, name)];
    if (entry.files !== undefined) write(entry.files, file, archived);
    else writeFileSync(file, entry.unpacked ? '' : asar.extractFile('app.asar', archived));
  }
}

try {
  const archive = path.join(resources, 'app.asar');
  write(asar.getRawHeader('app.asar').header.files, archive, '');
  cpSync('app.asar.unpacked', `${archive}.unpacked`, { recursive: true });
  const run = (...options) => spawnSync(process.execPath, [...options, archive], { encoding: 'utf8' });
  const { stdout, stderr } = run('--require', path.resolve('redirect.cjs'));
  assert.equal(stdout, 'right\n', stderr);
  // The native files are in no other place.
  assert.match(run().stderr, /ERR_SORTID_BINARY_MISSING/);
} finally {
  rmSync(resources, { recursive: true });
}
