// The published package: contents, resolution, and errors if a part is missing.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { packed } from '../scripts/folders.mjs';
import { hostPlatform, platforms } from '../scripts/platforms.mjs';
import {
  WASM_FILES,
  app,
  copyOfApp,
  hasWasm,
  installed,
  manifest,
  node,
  needsRelease,
  read,
  sortid,
  staged,
  tools,
} from './support/installed.mjs';
import { MODULES } from './support/formats.mjs';

const { version, napi } = manifest();
const { name: platform } = hostPlatform();
const tool = (name) => path.join(tools, 'node_modules', '.bin', name);

/** Runs a tool. Returns its output, or throws an error with it. */
function output(program, args, options) {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options });
}

const listed = (name) =>
  output('tar', ['-tzf', path.join(packed, `${name}-${version}.tgz`)])
    .trim()
    .split('\n')
    .toSorted();

const ENDS = ['cjs', 'd.cts', 'd.ts', 'mjs'];
const FRAMEWORKS = ['drizzle', 'kysely', 'prisma', 'typeorm', 'zod'];

test('tarballs contain only the expected files', () => {
  assert.deepEqual(
    listed('sortid'),
    [
      'AGENTS.md',
      'LICENSE-APACHE',
      'LICENSE-MIT',
      'README.md',
      'arrow.cjs',
      'arrow.d.cts',
      'arrow.d.ts',
      'arrow.mjs',
      'bin/sortid.mjs',
      'formats/index.d.ts',
      'formats/index.mjs',
      ...MODULES.flatMap((name) => ENDS.map((end) => `formats/${name}.${end}`)),
      ...FRAMEWORKS.flatMap((name) => ENDS.map((end) => `frameworks/${name}.${end}`)),
      'index.cjs',
      'index.d.cts',
      'index.d.ts',
      'index.mjs',
      'lease.cjs',
      'lease.d.cts',
      'lease.d.ts',
      'lease.mjs',
      'lib/bundle.cjs',
      'lib/columns/arrow.cjs',
      'lib/columns/dictionary.cjs',
      'lib/lease-load.cjs',
      'lib/lease.cjs',
      'lib/testing.cjs',
      'lib/wasm/crossing.cjs',
      'lib/wasm/host.cjs',
      'lib/wasm/module.cjs',
      'lib/wasm/native.cjs',
      'package.json',
      'testing.cjs',
      'testing.d.cts',
      'testing.d.ts',
      'testing.mjs',
      'wasm.d.ts',
      ...(hasWasm ? WASM_FILES : []).map((file) => `wasm/${file}`),
    ]
      .map((name) => `package/${name}`)
      .toSorted(),
  );
  const others = {
    [`sortid-${platform}`]: `sortid.${platform}.node`,
    'sortid-lease': 'index.cjs',
    [`sortid-lease-${platform}`]: `sortid-lease.${platform}.node`,
  };
  for (const [name, file] of Object.entries(others)) {
    const files = ['LICENSE-APACHE', 'LICENSE-MIT', 'README.md', 'package.json', file];
    assert.deepEqual(listed(name), files.map((one) => `package/${one}`).toSorted());
  }
});

test('require_loads_one_file_of_modules', async () => {
  const script = `
    require('sortid');
    console.log(JSON.stringify(Object.keys(require.cache)));`;
  const { stdout } = await node(['-e', script]);
  // Bun also lists the script.
  const loaded = JSON.parse(stdout).map((file) => path.basename(file));
  const files = loaded.filter((file) => file !== '[eval]');
  assert.deepEqual(files.toSorted(), ['bundle.cjs', 'index.cjs', 'package.json', `sortid.${platform}.node`]);
});

test('entries_share_their_classes', async () => {
  const script = `
    const { SortidError } = require('sortid');
    const { vectorFromArray } = require('apache-arrow');
    const { Lease } = require('sortid/lease');
    const { times } = require('sortid/arrow');
    for (const run of [() => times(vectorFromArray(['nothing']), 'tid'), () => new Lease('x', 'x', 'nothing', {})]) {
      try { run(); } catch (error) { console.log(error instanceof SortidError, error.code); }
    }`;
  const { stdout } = await node(['-e', script]);
  assert.equal(stdout, 'true invalid_length\ntrue unknown_format\n');
});

test('names_of_the_commonjs_entry_can_be_imported', async () => {
  const entry = await import(pathToFileURL(path.join(installed, 'index.cjs')));
  for (const [name, value] of Object.entries(sortid)) assert.equal(entry[name], value, name);
});

test('the manifest has only the expected fields', () => {
  const published = JSON.parse(read(installed, 'package.json'));
  const lease = JSON.parse(read(app, 'node_modules', 'sortid-lease', 'package.json'));
  for (const { name, optionalDependencies } of [published, lease])
    assert.deepEqual(
      optionalDependencies,
      Object.fromEntries(platforms.map((one) => [`${name}-${one.name}`, version])),
      name,
    );
  assert.deepEqual(published.peerDependencies, { ...manifest().peerDependencies, 'sortid-lease': version });
  for (const peer of Object.keys(published.peerDependencies))
    assert.deepEqual(published.peerDependenciesMeta[peer], { optional: true });
  for (const key of ['scripts', 'devDependencies', 'dependencies', 'overrides'])
    assert.equal(published[key], undefined, key);
  assert.equal(published.license, 'MIT OR Apache-2.0');
});

test('each module of a format or library has a sub-path', () => {
  const { exports } = JSON.parse(read(installed, 'package.json'));
  const others = Object.keys(exports).filter((name) => !Object.hasOwn(manifest().exports, name));
  const names = [...MODULES, ...FRAMEWORKS].map((name) => `./${name}`);
  assert.deepEqual(others.toSorted(), names.toSorted());
});

test('binaries are small', needsRelease, () => {
  const limits = { sortid: 1_120_000, 'sortid-lease': 740_000 };
  for (const [name, limit] of Object.entries(limits)) {
    const { size } = statSync(path.join(app, 'node_modules', `${name}-${platform}`, `${name}.${platform}.node`));
    assert.ok(size < limit, `${name}: ${size} bytes`);
  }
  assert.ok(statSync(path.join(packed, `sortid-${version}.tgz`)).size < 625_000);
});

test('a program of one line can require or import sortid', async () => {
  const scripts = [
    ['-e', `console.log(require('sortid').tidText())`],
    ['-p', `require('sortid').tidText()`],
  ];
  const modules = [
    ['--input-type=module', '-e', `import { tidText } from 'sortid'; console.log(tidText())`],
    ['--input-type=module', '-e', `import * as sortid from 'sortid'; console.log(sortid.tidText())`],
    [
      '--input-type=module',
      '-e',
      `import sortid from 'node:module'; console.log(sortid.createRequire(process.cwd() + '/x')('sortid').tidText())`,
    ],
  ];
  // Deno, started like Node, accepts only one line of CommonJS.
  for (const args of process.versions.deno ? scripts : [...scripts, ...modules]) {
    const { status, stdout, stderr } = await node(args);
    assert.equal(stderr, '');
    assert.equal(status, 0);
    assert.ok(sortid.isValid(stdout.trim(), 'tid'), stdout);
  }
});

test('two copies in one thread both work', async () => {
  const script = `
    const first = require('sortid');
    for (const file of Object.keys(require.cache)) delete require.cache[file];
    const second = require('sortid');
    if (first.AnyId === second.AnyId) throw new Error('not loaded twice');
    for (const { AnyId, Generator, SortidError, uuid7Text } of [first, second, first]) {
      const texts = [uuid7Text(), ...Generator.default('uuid7').nextTexts(100), uuid7Text()];
      if (new Set(texts).size !== 102 || String(AnyId.parse(texts[0], 'uuid7')) !== texts[0]) throw new Error(texts);
      try { AnyId.parse('x', 'tid'); } catch (error) { console.log(error instanceof SortidError); }
    }`;
  const { stdout, stderr } = await node(['-e', script]);
  assert.equal(stderr, '');
  assert.equal(stdout, 'true\ntrue\ntrue\n');
});

test('the error of a missing binary names its package and how to install it', async (t) => {
  const copy = copyOfApp(t);
  rmSync(path.join(copy, 'node_modules', `sortid-${platform}`), { recursive: true });
  const { status, stderr } = await node(['-e', `require('sortid')`], { cwd: copy });
  assert.equal(status, 1);
  const [, , abi = ''] = platform.split('-');
  const libc = abi && ` (${abi})`;
  const { bun, deno, node: nodes } = process.versions;
  const runtime = (bun && `Bun ${bun}`) ?? (deno && `Deno ${deno}`) ?? `Node ${nodes}`;
  for (const line of [
    `sortid ${version} found no native binary for ${process.platform} ${process.arch}${libc}, ${runtime}.`,
    `It comes with the package sortid-${platform}@${version}, an optional dependency of sortid.`,
    `npm install --no-save sortid-${platform}@${version}`,
    'rm -rf node_modules package-lock.json && npm install',
  ]) {
    assert.ok(stderr.includes(line), `${line}\n\nin\n\n${stderr}`);
  }
  // A module can catch the error.
  const file = path.join(copy, 'caught.mjs');
  writeFileSync(file, `import('sortid').catch((error) => console.log(error.code, error.cause.code))`);
  const { stdout } = await node([file], { cwd: copy });
  assert.equal(stdout, 'ERR_SORTID_BINARY_MISSING MODULE_NOT_FOUND\n');
});

test('the error of a binary that fails to load has the reason', async (t) => {
  const copy = copyOfApp(t);
  writeFileSync(path.join(copy, 'node_modules', `sortid-${platform}`, `sortid.${platform}.node`), 'no library');
  const script = `try { require('sortid') } catch (error) { console.log(error.code, error.cause.message) }`;
  const { stdout } = await node(['-e', script], { cwd: copy });
  assert.match(stdout, /^ERR_SORTID_BINARY_MISSING .*(file too short|invalid|not a valid)/s);
});

test('the error of an unsupported platform lists the supported ones', async (t) => {
  const copy = copyOfApp(t);
  const script = `Object.defineProperty(process, 'arch', { value: 'mips' }); require('sortid')`;
  const { status, stderr } = await node(['-e', script], { cwd: copy });
  assert.equal(status, 1);
  assert.ok(stderr.includes(`sortid ${version} has no native binary for ${process.platform} mips`), stderr);
  assert.ok(stderr.includes(napi.targets.join(', ')), stderr);
});

test('rejects a binary of another version', async (t) => {
  const copy = copyOfApp(t);
  const file = path.join(copy, 'node_modules', 'sortid', 'package.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"version": "${version}"`, '"version": "99.0.0"'));
  const { status, stderr } = await node(['-e', `require('sortid')`], { cwd: copy });
  assert.equal(status, 1);
  assert.ok(stderr.includes(`sortid is of version 99.0.0, its native binary of version ${version}`), stderr);
  assert.match(stderr, /code: 'ERR_SORTID_VERSION_MISMATCH'/);
});

test('loads a binary in the folder of the loader', async (t) => {
  const copy = copyOfApp(t);
  const name = `sortid.${platform}.node`;
  renameSync(
    path.join(copy, 'node_modules', `sortid-${platform}`, name),
    path.join(copy, 'node_modules', 'sortid', 'lib', name),
  );
  rmSync(path.join(copy, 'node_modules', `sortid-${platform}`), { recursive: true });
  const { stdout } = await node(['-p', `require('sortid').tidText()`], { cwd: copy });
  assert.ok(sortid.isValid(stdout.trim(), 'tid'));
});

test('types: compiles and runs programs in TypeScript, ESM and CommonJS', async (t) => {
  const copy = copyOfApp(t);
  const consumers = path.join(import.meta.dirname, 'support', 'consumers');
  // The other dependencies of the programs.
  for (const name of [
    '@types/node',
    'undici-types',
    '@standard-schema/spec',
    'temporal-polyfill',
    'temporal-spec',
    'temporal-utils',
  ]) {
    const linked = path.join(copy, 'node_modules', name);
    mkdirSync(path.dirname(linked), { recursive: true });
    symlinkSync(path.join(tools, 'node_modules', name), linked, 'junction');
  }
  const source = read(consumers, 'typescript.ts');
  const programs = {
    'typescript.mts': source,
    'typescript.cts': source,
    'esm.mjs': read(consumers, 'esm.mjs'),
    'commonjs.cjs': read(consumers, 'commonjs.cjs'),
  };
  for (const [name, text] of Object.entries(programs)) writeFileSync(path.join(copy, name), text);
  const options = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--isolatedModules',
    '--allowJs',
    '--checkJs',
  ];
  const common = [...options, '--target', 'es2024', '--types', 'node', '--outDir', 'compiled', '--rootDir', '.'];
  for (const resolution of ['node16', 'nodenext']) {
    output(tool('tsc'), [...common, '--module', resolution, ...Object.keys(programs)], { cwd: copy });
  }
  for (const bundler of [['--module', 'preserve', '--moduleResolution', 'bundler']]) {
    output(tool('tsc'), [...common, ...bundler, '--noEmit', 'typescript.mts'], { cwd: copy });
  }
  for (const name of ['typescript.mjs', 'typescript.cjs', 'esm.mjs', 'commonjs.cjs']) {
    const { status, stderr } = await node([path.join(copy, 'compiled', name)], { cwd: copy });
    // The TypeScript program contains errors on purpose, which throw when it runs.
    if (name.startsWith('typescript')) assert.match(stderr, /anything is not defined|ReferenceError/);
    else assert.equal(status, 0, stderr);
  }
});

test('types: ESM and CommonJS accept each other’s objects', (t) => {
  const copy = copyOfApp(t);
  const common = `import { Tid, tidText, type IdText } from 'sortid';`;
  writeFileSync(
    path.join(copy, 'has.cts'),
    `${common} export const has: [IdText<'tid'>, Tid] = [tidText(), Tid.now()];`,
  );
  const takes = `${common} import { has } from './has.cjs'; const takes: [IdText<'tid'>, Tid] = has; void [takes, tidText];`;
  writeFileSync(path.join(copy, 'takes.mts'), takes);
  const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
  output(tool('tsc'), [...options, 'takes.mts'], { cwd: copy });
});

test('types: compile without Node’s types and with an old target', (t) => {
  const copy = copyOfApp(t);
  const program = `import { Generator } from 'sortid';
    const generator = new Generator('tid', { stateFile: 'ids.state' });
    generator.nextText();
    generator[Symbol.dispose]();`;
  writeFileSync(path.join(copy, 'bare.mts'), program);
  for (const lib of ['es2022', 'es2022,dom', 'esnext,dom']) {
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--lib', lib, '--types', ''];
    output(tool('tsc'), [...options, 'bare.mts'], { cwd: copy });
  }
});

test('types: vectors have the types of apache-arrow', (t) => {
  const copy = copyOfApp(t);
  const program = `import { tableFromIPC, type Timestamp, type Vector } from 'apache-arrow';
    import { fields, timesAsync } from 'sortid/arrow';
    const column = tableFromIPC(new Uint8Array(0)).getChild('id')!;
    const at: Promise<Vector<Timestamp>> = timesAsync(column, 'tid', { unit: 'us', onInvalid: 'null' });
    const clockIds: bigint | null = fields(column, 'tid', ['clock_id']).clock_id.get(0);
    // @ts-expect-error a vector is answered by a vector
    void timesAsync(column, 'tid', { as: 'array' });
    // @ts-expect-error the format has no such field
    fields(column, 'tid', ['node']);
    void [at, clockIds];`;
  for (const name of ['arrow.mts', 'arrow.cts']) writeFileSync(path.join(copy, name), program);
  // Ignores missing dependencies of apache-arrow's declarations.
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    '',
  ];
  output(tool('tsc'), [...options, 'arrow.mts', 'arrow.cts'], { cwd: copy });
});

test('publint finds nothing', needsRelease, () => {
  output(tool('publint'), ['run', '--strict', path.join(staged, 'sortid')]);
});

test('attw finds no problems', needsRelease, () => {
  const tarball = path.join(packed, `sortid-${version}.tgz`);
  output(tool('attw'), [tarball, '--no-emoji', '--no-color']);
});

test('types: modules of single formats match the main entry', (t) => {
  const copy = copyOfApp(t);
  const program = `import { Tid, type IdText } from 'sortid';
    import { compare, date, isValid, parse, range, tidText, unixMs, type FormatError } from 'sortid/tid';
    import { uuid4Text } from 'sortid/uuid4';
    import { idType } from 'sortid/typeid';
    const text: IdText<'tid'> = tidText();
    const texts: string[] = [text, parse(text), uuid4Text(), range(0, date(text)).min].sort(compare);
    const at: number = unixMs(text);
    const given: unknown = texts[0];
    if (isValid(given)) Tid.parse(given satisfies IdText<'tid'>);
    const order: \`order_\${string}\` = idType('order').nowText();
    try { tidText(); } catch (error) { const { code, offset } = error as FormatError; void [code === 'clock_rollback', offset, at, order]; }
    // @ts-expect-error it takes no options
    tidText({ node: 1 });`;
  writeFileSync(path.join(copy, 'formats.mts'), program);
  for (const kind of [
    ['--module', 'nodenext'],
    ['--module', 'preserve', '--moduleResolution', 'bundler'],
  ]) {
    const options = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--target', 'es2022', '--types', ''];
    output(tool('tsc'), [...options, ...kind, 'formats.mts'], { cwd: copy });
  }
});

test('npx sortid runs sortid-cli if installed, else names it', async (t) => {
  const copy = copyOfApp(t);
  const command = path.join(copy, 'node_modules', 'sortid', 'bin', 'sortid.mjs');
  const missing = await node([command, 'new', 'uuid7'], { cwd: copy });
  assert.deepEqual([missing.status, missing.stdout], [2, '']);
  assert.match(missing.stderr, /^error: the command needs the package sortid-cli: /);

  const folder = path.join(copy, 'node_modules', 'sortid-cli');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'package.json'), '{"name": "sortid-cli", "exports": "./main.mjs"}');
  writeFileSync(path.join(folder, 'main.mjs'), 'console.log(...process.argv.slice(2)); process.exitCode = 7;');
  const { status, stdout } = await node([command, 'new', 'uuid7'], { cwd: copy });
  assert.deepEqual([status, stdout], [7, 'new uuid7\n']);
});
