// Compiles the programs in `programs` with the packed package, and runs them on the server at
// PGHOST. Checks that the blocks of docs/databases.md are lines of these programs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { project } from '../../../../tests/packages/node/project.mjs';

const root = path.resolve(import.meta.dirname, '../../../..');
const guide = 'docs/databases.md';
const programs = path.join(import.meta.dirname, 'programs');
const target = process.env.SORTID_TARGET;
const packed = path.join(target, 'node', 'packed');
const tarballs = readdirSync(packed).map((name) => path.join(packed, name));
const app = project('databases/tests/parts/node', path.join(target, 'databases', 'npm-node'), tarballs);
const require = createRequire(path.join(app, 'package.json'));
/** Prevents the download of Prisma's engine for migrations, which is not needed. */
const ENV = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };

/** Runs a program. Returns its status and output. */
function ran(program, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: app, env: ENV, encoding: 'utf8', ...options });
  return { status, output: `${stdout}${stderr}` };
}

/** Returns the guide's blocks of a language: the first line as name, the others unindented. */
function guideBlocks(language) {
  const markdown = readFileSync(path.join(root, guide), 'utf8');
  const blocks = markdown.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, text]) => {
    const [name, ...lines] = text
      .trim()
      .split('\n')
      .map((line) => line.trim());
    return { name: name.replace('// ', ''), lines };
  });
}

/** Whether all lines occur in this order. */
function contains(program, lines) {
  let at = -1;
  return lines.every((line) => (at = program.indexOf(line, at + 1)) >= 0);
}

let failures = 0;
function report(what, { status, output }) {
  if (status === 0) return console.log(`ok ${what}`);
  failures++;
  console.error(output);
  console.log(`not ok ${what}: exit code ${status}`);
}

/** Drops all tables: the programs use the same names. */
async function empty() {
  const { Client } = require('pg');
  const client = new Client();
  await client.connect();
  await client.query('drop schema public cascade; create schema public');
  await client.end();
}

const files = readdirSync(programs);
for (const name of files) copyFileSync(path.join(programs, name), path.join(app, name));
const named = (extension) => files.filter((name) => name.endsWith(extension));
assert.ok(named('.ts').length >= 8 && named('.prisma').length === 2);

const sources = named('.ts').map((name) => readFileSync(path.join(programs, name), 'utf8').split('\n'));
const trimmed = sources.map((lines) => lines.map((line) => line.trim()));
const blocks = guideBlocks('ts');
assert.ok(blocks.length >= 6);
for (const { name, lines } of blocks) {
  const status = trimmed.some((program) => contains(program, lines)) ? 0 : 1;
  report(`${guide}: ${name}`, { status, output: `no program has these lines:\n${lines.join('\n')}` });
}

for (const name of named('.prisma')) {
  const prisma = path.join(path.dirname(require.resolve('prisma/package.json')), 'build', 'index.js');
  report(`prisma generate ${name}`, ran(process.execPath, [prisma, 'generate', '--schema', name]));
}
const compilerOptions = {
  ...{ target: 'es2023', module: 'nodenext', types: ['node'], strict: true, skipLibCheck: true, inlineSourceMap: true },
  ...{ experimentalDecorators: true, useDefineForClassFields: false },
};
writeFileSync(path.join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
const tsc = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin', 'tsc');
report('the programs compile', ran(process.execPath, [tsc, '-p', '.']));

for (const name of named('.ts')) {
  await empty();
  report(name, ran(process.execPath, ['--enable-source-maps', name.replace(/ts$/, 'js')]));
}
process.exitCode = failures > 0 ? 1 : 0;
