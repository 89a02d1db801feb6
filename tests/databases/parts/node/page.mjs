// The blocks of docs/node-databases.md, as they stand there: compiled together, then each run in a project that has the packed package, beside
// the server that PGHOST names.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../../..');
/** What the page uses, each by its version. */
const packages = path.join(import.meta.dirname, 'packages');
const page = 'docs/node-databases.md';
const target = process.env.SORTID_TARGET;
const packed = path.join(target, 'node', 'packed');
const home = path.join(target, 'databases', 'node');
const app = path.join(home, 'app');
const NPM = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
/** As in any other project, Prisma gets its client from its schema; the engine for migrations, which lies on a host of its own, is not asked for. */
const ENV = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };

/** Runs a program to its end: its status and all that it printed. */
function ran(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: app, env: ENV, encoding: 'utf8', ...options });
  return { status, said: `${stdout}${stderr}` };
}

/** What the page uses, got anew only where the list has changed. */
function install() {
  mkdirSync(home, { recursive: true });
  const names = ['package.json', 'package-lock.json'];
  const wanted = names.map((name) => readFileSync(path.join(packages, name), 'utf8')).join('');
  const stamp = path.join(home, 'made-of');
  try {
    if (readFileSync(stamp, 'utf8') === wanted) return;
  } catch {
    // Nothing was got so far.
  }
  for (const name of names) copyFileSync(path.join(packages, name), path.join(home, name));
  const { status, said } = ran('npm', ['ci', ...NPM], { cwd: home });
  if (status !== 0) {
    console.error(said);
    console.log('NOT RUN: npm has not all packages here');
    process.exit(77);
  }
  writeFileSync(stamp, wanted);
}

/** A project beside them, which finds them above itself. */
function project() {
  rmSync(app, { recursive: true, force: true });
  mkdirSync(app);
  writeFileSync(path.join(app, 'package.json'), '{ "type": "module", "private": true }\n');
  const tarballs = readdirSync(packed).map((name) => path.join(packed, name));
  const { status, said } = ran('npm', ['install', '--offline', ...NPM, ...tarballs]);
  assert.equal(status, 0, said);
}

/** The blocks, each with the name of its file: what its first line says, or else the line of the page. */
function blocks() {
  const markdown = readFileSync(path.join(root, page), 'utf8');
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(({ index, 1: language, 2: text }) => {
    const line = markdown.slice(0, index).split('\n').length;
    const name = text.match(/^\/\/ (\S+)\n/)?.[1];
    return { language, line, name: name ?? `line-${line}.${language}`, runs: language === 'ts' && !name, text };
  });
}

let failures = 0;
function tell(what, { status, said }) {
  if (status === 0) return console.log(`ok ${what}`);
  failures++;
  console.error(said);
  console.log(`not ok ${what}: it ends with ${status}`);
}

/** Leaves nothing of what a block made: the next has tables of the same names. */
async function empty() {
  const { Client } = createRequire(path.join(home, 'package.json'))('pg');
  const client = new Client();
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

install();
project();
const all = blocks();
assert.deepEqual(new Set(all.map(({ language }) => language)), new Set(['ts', 'prisma']));
assert.ok(all.filter(({ runs }) => runs).length >= 7);
for (const { name, line, runs, text } of all) {
  // As many lines are put before a program as make the numbers of errors those of the page.
  const before = runs ? `import assert from 'node:assert/strict';${'\n'.repeat(line)}` : '';
  writeFileSync(path.join(app, name), before + text);
}
for (const { name } of all.filter(({ language }) => language === 'prisma')) {
  const prisma = path.join(home, 'node_modules', 'prisma', 'build', 'index.js');
  tell(`prisma generate ${name}`, ran(process.execPath, [prisma, 'generate', '--schema', name]));
}
const compilerOptions = {
  ...{ target: 'es2023', module: 'nodenext', types: ['node'], strict: true, skipLibCheck: true, inlineSourceMap: true },
  ...{ experimentalDecorators: true, useDefineForClassFields: false },
};
writeFileSync(path.join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
symlinkSync(path.join(home, 'node_modules', '@types'), path.join(app, 'node_modules', '@types'));
tell(`${page} compiles`, ran(path.join(home, 'node_modules', '.bin', 'tsc'), ['-p', '.']));

for (const { name, line } of all.filter(({ runs }) => runs)) {
  await empty();
  tell(`${page}:${line}`, ran(process.execPath, ['--enable-source-maps', name.replace(/ts$/, 'js')]));
}
process.exitCode = failures > 0 ? 1 : 0;
