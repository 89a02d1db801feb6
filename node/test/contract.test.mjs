// What there is, in each of the places that say so: the core, the exports, the types.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { layOut, platforms } from '../scripts/platforms.mjs';
import { app, manifest, read, root, sortid, sources } from './support/installed.mjs';

const types = read(sources, 'index.d.ts');
const formats = sortid.Format.all;
const names = formats.map(({ name }) => name);

/** The texts of a union of string literals. */
function union(declaration) {
  const from = types.indexOf(`${declaration} =`);
  return [...types.slice(from, types.indexOf(';', from)).matchAll(/'([^']+)'/g)].map(([, text]) => text);
}

test('both ways in lead to the same objects', () => {
  const required = createRequire(path.join(app, 'package.json'))('sortid');
  assert.deepEqual(Object.keys(required).toSorted(), Object.keys(sortid).toSorted());
  for (const [name, value] of Object.entries(sortid)) assert.equal(required[name], value, name);
});

test('what is exported is declared, and the other way round', () => {
  const declared = [...types.matchAll(/^export (?:declare )?(?:function|class|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual([...new Set(declared)].toSorted(), Object.keys(sortid).toSorted());
});

test('what classes have is declared, and the other way round', () => {
  for (const name of ['Format', 'Id', 'Generator']) {
    const from = types.indexOf(`export class ${name}`);
    const body = types.slice(from, types.indexOf('\n}\n', from));
    const members = [...body.matchAll(/^ {2}(?:static )?(?:readonly )?(\w+)(?:<[^(]*>)?\??[(:]/gm)].map(
      ([, member]) => member,
    );
    const declared = new Set(members.filter((member) => member !== 'constructor'));
    const instance = name === 'Format' ? Object.keys(formats[0]) : [];
    const found = [
      ...Object.getOwnPropertyNames(sortid[name].prototype),
      ...instance,
      ...Object.getOwnPropertyNames(sortid[name]),
    ];
    const own = found.filter((member) => !['constructor', 'length', 'prototype'].includes(member));
    // Of a class of its own, `name` is Function's; of a Format it is the format's.
    const expected = new Set(own.filter((member) => member !== 'name' || name === 'Format'));
    assert.deepEqual([...declared].toSorted(), [...expected].toSorted(), name);
  }
});

test('every format has a function, a type and a name', () => {
  assert.deepEqual(union('export type FormatName'), names);
  for (const format of formats) {
    const make = sortid[format.name];
    assert.equal(make.name, format.name);
    assert.equal(make.length, 0);
    const pascalCase = format.name.replace(/(?:^|_)([a-z])/g, (_, letter) => letter.toUpperCase());
    assert.match(types, new RegExp(`export type ${pascalCase} = IdText<'${format.name}'>;`));
    assert.match(types, new RegExp(`export function ${format.name}\\(\\): ${pascalCase};`));
  }
});

test('error codes are those of the core', () => {
  const codes = sortid.ERROR_CODES.map(({ code }) => code);
  assert.deepEqual(union('export type ErrorCode'), codes);
  assert.deepEqual(sortid.ERROR_CODES[0], {
    code: 'invalid_length',
    number: 1,
    message: sortid.ERROR_CODES[0].message,
  });
  assert.ok(sortid.ERROR_CODES.every(({ number, message }) => number >= 1 && message.length > 0));
});

test('options are those of the core', () => {
  const declared = (name) => {
    const from = types.indexOf(`export interface ${name}`);
    const body = types.slice(from, types.indexOf('\n}\n', from));
    return [...body.matchAll(/^ {2}readonly (\w+)\?:/gm)].map(([, option]) => option);
  };
  const reading = sortid.OPTIONS.filter(({ reads }) => reads).map(({ name }) => name);
  const others = sortid.OPTIONS.filter(({ reads }) => !reads).map(({ name }) => name);
  assert.deepEqual(declared('ReadOptions').toSorted(), reading.toSorted());
  assert.deepEqual(declared('GeneratorOptions').toSorted(), others.toSorted());
  // What a choice can be is told by its summary.
  for (const { name, summary } of sortid.OPTIONS) {
    const [, choices] = types.match(new RegExp(`readonly ${name}\\?: ([^;]*) \\| undefined;`));
    for (const [, choice] of choices.matchAll(/'([^']+)'/g))
      assert.ok(summary.includes(`\`${choice}\``), `${name}: ${choice}`);
  }
  const tid = sortid.Format.of('tid').options;
  assert.ok(tid.includes('clockId') && tid.includes('maxLeadMs') && !tid.includes('precision'));
});

test('the text forms are those of the core', () => {
  const written = ['timeid', 'scru160', 'uuid7'].map((name) => {
    const id = sortid.Id.parse(sortid.newId(name), name);
    return union('export type Form').filter((form) => {
      try {
        return id.toForm(form).length > 0;
      } catch (error) {
        assert.equal(error.code, 'not_applicable');
        return false;
      }
    });
  });
  assert.deepEqual(written, [
    ['canonical', 'compact'],
    ['canonical', 'hex'],
    ['canonical', 'compact', 'urn'],
  ]);
});

test('one version', () => {
  const [, workspace] = read(root, 'Cargo.toml').match(/^version = "([^"]+)"/m);
  assert.equal(manifest().version, workspace);
  assert.equal(sortid.version, workspace);
  assert.equal(JSON.parse(read(sources, 'package-lock.json')).version, workspace);
});

test('what follows from other files is up to date', () => {
  const renew = 'node node/scripts/renew.mjs';
  assert.equal(read(sources, 'index.d.cts'), types, renew);
  const folders = readdirSync(path.join(sources, 'npm'));
  assert.deepEqual(folders.toSorted(), platforms.map(({ name }) => name).toSorted(), renew);
  for (const platform of platforms) {
    for (const [name, text] of Object.entries(layOut(platform))) {
      assert.equal(read(sources, 'npm', platform.name, name), text, renew);
    }
  }
});

test('the loader knows every platform', () => {
  const known = [
    ...read(sources, 'lib', 'load.cjs').matchAll(/^ {2}'([^']+)': \(\) => require\('sortid-([^']+)'\),$/gm),
  ];
  for (const [, key, required] of known) assert.equal(key, required);
  assert.deepEqual(
    known.map(([, key]) => key),
    platforms.map(({ name }) => name),
  );
});

test('the oldest Node that the package admits is the one that the suite runs', () => {
  const [major] = process.versions.node.split('.');
  assert.ok(Number(major) >= 20);
  assert.equal(manifest().engines.node, '>=20');
  assert.match(read(root, '.github', 'workflows', 'npm.yml'), /node: \[20,/);
});

test('nothing beyond the entry and the manifest can be required', () => {
  const require = createRequire(path.join(app, 'package.json'));
  assert.equal(require('sortid/package.json').name, 'sortid');
  assert.throws(() => require('sortid/lib/load.cjs'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
});

test('formats tell what they are', () => {
  const tid = sortid.Format.of('tid');
  assert.deepEqual(
    { ...tid, options: undefined, summary: undefined, specification: undefined },
    {
      name: 'tid',
      code: 1,
      bits: 64,
      byteLength: 8,
      textLength: 13,
      fields: [
        { name: 'reserved', bits: 1 },
        { name: 'timestamp_us', bits: 53 },
        { name: 'clock_id', bits: 10 },
      ],
      resolutionNs: 1000n,
      options: undefined,
      summary: undefined,
      specification: undefined,
    },
  );
  assert.equal(sortid.Format.of(tid), tid);
  assert.equal(sortid.Format.of('uid11_fullrand').resolutionNs, null);
  assert.equal(`${tid} ${JSON.stringify({ tid })}`, 'tid {"tid":"tid"}');
  assert.ok(Object.isFrozen(tid) && Object.isFrozen(formats) && Object.isFrozen(tid.fields));
  assert.throws(() => new sortid.Format(), TypeError);
  for (const unknown of ['TID', 'uuid1', '', '__proto__', 'constructor', 'toString']) {
    assert.throws(() => sortid.Format.of(unknown), { name: 'SortidError', code: 'unknown_format' }, unknown);
  }
  for (const mistake of [undefined, null, 1, 1n, {}, ['tid'], Symbol('tid')]) {
    assert.throws(() => sortid.Format.of(mistake), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
});
