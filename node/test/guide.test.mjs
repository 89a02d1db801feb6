// Runs each snippet of the guide and the README in the user's project.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { app, needsWasm, node, read, root } from './support/installed.mjs';
import { differences, snippetsOf } from './support/snippets.mjs';

const guide = read(root, 'docs', 'node.md');
const pages = {
  'docs/node.md': guide,
  'README.md': read(root, 'README.md'),
  'docs/cookbook.md': read(root, 'docs', 'cookbook.md'),
  'docs/64-bit.md': read(root, 'docs', '64-bit.md'),
  'docs/index.md': read(root, 'docs', 'index.md'),
  'node/README.md': read(root, 'node', 'README.md'),
  'docs/migrating.md': read(root, 'docs', 'migrating.md'),
};
const snippets = Object.entries(pages).flatMap(([page, markdown]) => snippetsOf(page, markdown));

test('pages have snippets, all in languages that the test runs', () => {
  const languages = [...guide.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  assert.deepEqual(new Set(languages), new Set(['js', 'sh']));
  assert.ok(snippets.length >= 8);
  assert.deepEqual(new Set(snippets.map(({ page }) => page)), new Set(Object.keys(pages)));
});

test('differing output is reported', () => {
  const text = 'console.log(a); // 1…\nconsole.log(b); // two\n';
  assert.deepEqual(differences(text, '12\ntwo\n'), []);
  assert.deepEqual(differences(text, '21\ntwo\nmore\n'), [
    ['1…', '21'],
    ['', 'more'],
  ]);
  assert.deepEqual(differences('console.log(a);\n// 1\n// 2\n', '1\n3\n'), [['2', '3']]);
  assert.deepEqual(differences('for (const a of b) console.log(a); // 1', '2'), [['1', '2']]);
  assert.deepEqual(differences('console.log(a);', 'anything'), []);
});

for (const { page, line, text } of snippets) {
  test(`${page}:${line}`, text.includes('sortid/wasm') ? needsWasm : {}, async (t) => {
    const file = path.join(app, `${path.basename(page, '.md')}-${line}.mjs`);
    // The files of the snippet, which are removed after the test.
    const temporary = mkdtempSync(path.join(tmpdir(), 'guide-'));
    t.after(() => [file, temporary].forEach((created) => rmSync(created, { force: true, recursive: true })));
    // Blank lines before it, so that errors have the line numbers of the guide.
    writeFileSync(file, `import assert from 'node:assert/strict';${'\n'.repeat(line)}${text}`);
    const { status, stdout, stderr } = await node([file], { env: { TMPDIR: temporary, TEMP: temporary } });
    assert.equal(status, 0, stderr);
    assert.deepEqual(differences(text, stdout), []);
  });
}
