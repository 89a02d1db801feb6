// Consistency of the core, the exports and the types.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { leaseFiles, platformFiles } from '../scripts/packages.mjs';
import { PARTS, platforms } from '../scripts/platforms.mjs';
import { app, manifest, read, root, sortid, sources } from './support/installed.mjs';

const types = read(sources, 'index.d.cts');
const formats = sortid.Format.all;

/** The members of a union of string literals. */
function union(declaration) {
  const from = types.indexOf(`${declaration} =`);
  return [...types.slice(from, types.indexOf(';', from)).matchAll(/'([^']+)'/g)].map(([, text]) => text);
}

test('import and require return the same objects', () => {
  const required = createRequire(path.join(app, 'package.json'))('sortid');
  assert.deepEqual(Object.keys(required).toSorted(), Object.keys(sortid).toSorted());
  for (const [name, value] of Object.entries(sortid)) assert.equal(required[name], value, name);
});

test('exports and declarations have the same names', () => {
  const declared = [...types.matchAll(/^export (?:declare )?(?:function|class|const) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual([...new Set(declared)].toSorted(), Object.keys(sortid).toSorted());
});

const camelCase = (name) => name.replace(/_(.)/g, (_, letter) => letter.toUpperCase());
const pascalCase = (name) => camelCase(`_${name}`);
const KNOWN = formats.filter(({ name }) => sortid[pascalCase(name)]);

/** The members of declarations, which begin with "class X" or "interface X". */
function declaredIn(...declarations) {
  const members = declarations.flatMap((declaration) => {
    const from = types.search(new RegExp(`export ${declaration}\\b`));
    assert.ok(from >= 0, declaration);
    // A declaration without members is on one line.
    const body = types.slice(from, types.indexOf('\n}\n', from));
    return [...body.matchAll(/^ {2}(?:static )?(?:readonly )?'?([\w~]+)'?(?:<[^(]*>)?\??[(:]/gm)].map(
      ([, member]) => member,
    );
  });
  return new Set(members.filter((member) => !['constructor', 'prototype'].includes(member)));
}

/** The names of an object's members, also of those inherited from the package's classes. */
function membersOf(object) {
  const own = (from) =>
    from === Object.prototype || from === Function.prototype
      ? []
      : [...Object.getOwnPropertyNames(from), ...own(Object.getPrototypeOf(from))];
  return own(object).filter(
    (member) => !['constructor', 'length', 'prototype', 'caller', 'arguments'].includes(member),
  );
}

test('classes and declarations have the same members', () => {
  const { Format, Generator, AnyId } = sortid;
  const statics = (of) => membersOf(of).filter((member) => member !== 'name');
  const sorted = (members) => [...new Set(members)].toSorted();
  assert.deepEqual(
    sorted(declaredIn('class Format')),
    sorted([...statics(Format), ...membersOf(Format.prototype), ...Object.keys(formats[0])]),
  );
  assert.deepEqual(
    sorted(declaredIn('class Generator')),
    sorted([...statics(Generator), ...membersOf(Generator.prototype)]),
  );
  const ids = { AnyId: ['interface AnyId', 'class AnyId'], TypeId: ['interface TypeId', 'class TypeId'] };
  for (const [name, declarations] of Object.entries(ids)) {
    assert.deepEqual(
      sorted(declaredIn('interface Id', ...declarations)),
      sorted([...statics(sortid[name]), ...membersOf(sortid[name].prototype)]),
      name,
    );
  }
  assert.deepEqual(sorted(declaredIn('class Id')), sorted(statics(sortid.Id)));
  assert.deepEqual(
    sorted(declaredIn('interface IdRange')),
    sorted(['min', 'max', ...membersOf(Object.getPrototypeOf(AnyId.range(0, null, 'tid')))]),
  );
  const orders = sortid.idType('order', 'uuid7');
  assert.deepEqual(
    sorted(declaredIn('interface IdReader', 'interface IdClass', 'interface IdType')),
    sorted(Object.keys(orders)),
  );
  for (const { name } of KNOWN) {
    const Typed = sortid[pascalCase(name)];
    const { canGenerate, resolutionNs } = Typed.format;
    const declarations = ['interface IdReader', 'interface FormatClass'];
    if (canGenerate) declarations.push('interface GeneratedClass');
    if (canGenerate && resolutionNs !== null) declarations.push('interface TimedClass');
    const constants = name === 'any_uuid' ? ['NIL', 'MAX'] : [];
    assert.deepEqual(sorted([...declaredIn(...declarations), ...constants]), sorted(statics(Typed)), name);
    assert.deepEqual(
      sorted(declaredIn('interface Id', 'interface FormatId', `interface ${pascalCase(name)}`)),
      sorted(membersOf(Typed.prototype)),
      name,
    );
  }
});

test('every known format has a class and a name, and a function if it can be generated', () => {
  for (const format of formats) {
    const name = camelCase(format.name);
    const hasFunction = format.canGenerate && KNOWN.includes(format);
    for (const one of [name, `${name}Text`]) {
      const make = sortid[one];
      assert.deepEqual([make?.name, make?.length], hasFunction ? [one, 0] : [undefined, undefined]);
    }
    if (name !== format.name) assert.equal(sortid[format.name], undefined);
  }
  for (const format of KNOWN) {
    const Typed = sortid[pascalCase(format.name)];
    assert.deepEqual([Typed.format, Typed.name], [format, pascalCase(format.name)]);
  }
  assert.ok(KNOWN.length > 20);
});

test('error codes equal those of the core', () => {
  const codes = sortid.ERROR_CODES.map(({ code }) => code);
  assert.deepEqual(union('export type ErrorCode'), codes);
  assert.deepEqual(sortid.ERROR_CODES[0], {
    code: 'invalid_length',
    number: 1,
    message: sortid.ERROR_CODES[0].message,
  });
  assert.ok(sortid.ERROR_CODES.every(({ number, message }) => number >= 1 && message.length > 0));
});

test('options equal those of the core', () => {
  const reading = sortid.OPTIONS.filter(({ reads }) => reads).map(({ name }) => name);
  const others = sortid.OPTIONS.filter(({ reads }) => !reads).map(({ name }) => name);
  assert.deepEqual([...declaredIn('interface ReadOptions')], reading);
  assert.deepEqual([...declaredIn('interface GeneratorOptions')], others);
  // The summary of a choice lists its words.
  for (const { name, summary } of sortid.OPTIONS) {
    const [, choices] = types.match(new RegExp(`readonly ${name}\\?:\\s+([^;]*) \\| undefined;`));
    for (const [, choice] of choices.matchAll(/'([^']+)'/g))
      assert.ok(summary.includes(`\`${choice}\``), `${name}: ${choice}`);
  }
  const tid = sortid.Format.named('tid').options;
  assert.ok(tid.includes('node') && tid.includes('maxLeadMs') && !tid.includes('precision'));
});

test('kinds equal those of UUIDs', () => {
  const versions = Array.from({ length: 16 }, (_, version) => {
    const digit = version.toString(16);
    return sortid.AnyId.parse(`00000000-0000-${digit}000-8000-000000000000`, 'any_uuid').kind;
  });
  const others = ['0', 'f', '7', 'c', 'e'].map((digit) => {
    const rest = digit === 'f' ? 'f' : '0';
    const text = [8, 4, 4, 4, 12].map((length) => rest.repeat(length)).join('-');
    return sortid.AnyId.parse(`${text.slice(0, 19)}${digit}${text.slice(20, 35)}${digit}`, 'any_uuid').kind;
  });
  assert.deepEqual(union('export type UuidKind'), [...others, ...versions]);
});

test('text forms equal those of the core', () => {
  const written = ['timeid', 'scru160', 'uuid7', 'sid', 'ulid', 'tsid'].map((name) => {
    const id = sortid.AnyId.parse(String(sortid.AnyId.now(name)), name);
    return union('export type Form').filter((form) => {
      try {
        return id.toForm(form).length > 0;
      } catch (error) {
        assert.equal(error.code, 'not_applicable');
        return false;
      }
    });
  });
  const wide = ['base36', 'base57', 'base58', 'base58_flickr', 'base62', 'base64url', 'crockford'];
  assert.deepEqual(written, [
    ['canonical', 'compact'],
    ['canonical', 'hex'],
    ['canonical', 'compact', 'urn', 'typeid', 'braced', 'upper', ...wide],
    ['canonical', 'hex', 'base32', 'base64', ...wide],
    ['canonical', 'uuid', ...wide],
    ['canonical', 'decimal'],
  ]);
});

const ofWorkspace = (key) => read(root, 'Cargo.toml').match(new RegExp(`^${key} = "([^"]+)"`, 'm'))[1];

test('every manifest names the repository, as provenance requires', () => {
  const repository = ofWorkspace('repository');
  const others = PARTS.flatMap((part) => platforms.map((platform) => platformFiles(part, platform)));
  const manifests = [leaseFiles(), ...others].map((files) => JSON.parse(files['package.json']));
  for (const json of [manifest(), ...manifests]) {
    const directory = 'node';
    assert.deepEqual(json.repository, { type: 'git', url: `git+${repository}.git`, directory }, json.name);
    assert.deepEqual([json.homepage, json.bugs], [repository, { url: `${repository}/issues` }], json.name);
    for (const key of ['author', 'description', 'license']) assert.ok(json[key].length > 0, `${json.name}: ${key}`);
  }
});

test('all manifests have the same version', () => {
  const workspace = ofWorkspace('version');
  assert.equal(manifest().version, workspace);
  assert.equal(sortid.version, workspace);
  assert.equal(JSON.parse(read(sources, 'package-lock.json')).version, workspace);
});

test('loaders list every platform', () => {
  const names = platforms.map(({ name }) => name);
  for (const [loader, owner] of [
    [read(sources, 'lib', 'load.cjs'), 'sortid'],
    [leaseFiles()['index.cjs'], 'sortid-lease'],
  ]) {
    const known = [...loader.matchAll(/^ {2}'([^']+)': \(\) => require\('([^']+)'\),$/gm)];
    assert.deepEqual(
      known.map(([, name, required]) => [name, required]),
      names.map((name) => [name, `${owner}-${name}`]),
    );
  }
});

test('the suite runs the oldest supported Node', () => {
  const [major] = process.versions.node.split('.');
  assert.ok(Number(major) >= 20);
  assert.equal(manifest().engines.node, '>=20');
  assert.match(read(root, '.github', 'workflows', 'npm.yml'), /node: \[20,/);
});

test('rejects requiring other files than entries and the manifest', () => {
  const require = createRequire(path.join(app, 'package.json'));
  assert.equal(require('sortid/package.json').name, 'sortid');
  // Bun has the same code for every unresolved path.
  const code = process.versions.bun ? 'MODULE_NOT_FOUND' : 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  assert.throws(() => require('sortid/lib/load.cjs'), { code });
});

test('formats have the properties of the core', () => {
  const tid = sortid.Format.named('tid');
  assert.deepEqual(
    { ...tid, options: undefined, summary: undefined, specification: undefined },
    {
      name: 'tid',
      code: 1,
      bits: 64,
      byteLength: 8,
      textLength: 13,
      textLengthMin: 13,
      textSorts: true,
      bytesSort: true,
      isSigned: false,
      canGenerate: true,
      isOrdered: true,
      takesPrefix: true,
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
  assert.equal(sortid.Format.named(tid), tid);
  assert.equal(sortid.Format.named('uid11_fullrand').resolutionNs, null);
  const { textLength, textLengthMin, textSorts, bytesSort } = sortid.Format.named('snowflake');
  assert.deepEqual([textLengthMin, textLength, textSorts, bytesSort], [1, 19, false, true]);
  assert.equal(sortid.Format.named('comb_mssql').bytesSort, false);
  assert.equal(`${tid} ${JSON.stringify({ tid })}`, 'tid {"tid":"tid"}');
  assert.ok(Object.isFrozen(tid) && Object.isFrozen(formats) && Object.isFrozen(tid.fields));
  assert.throws(() => new sortid.Format(), TypeError);
  for (const unknown of ['TID', 'uuid2', '', '__proto__', 'constructor', 'toString']) {
    assert.throws(() => sortid.Format.named(unknown), { name: 'SortidError', code: 'unknown_format' }, unknown);
  }
  for (const mistake of [undefined, null, 1, 1n, {}, ['tid'], Symbol('tid')]) {
    assert.throws(() => sortid.Format.named(mistake), { name: 'TypeError', code: 'ERR_INVALID_ARG_TYPE' });
  }
});
