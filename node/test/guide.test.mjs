// Runs each snippet of the guide and the README in the user's project.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { app, needsWasm, node, read, root } from './support/installed.mjs';
import { snippetsOf } from './support/snippets.mjs';

const guide = read(root, 'docs', 'node.md');
const pages = {
  'docs/node.md': guide,
  'README.md': read(root, 'README.md'),
  'docs/cookbook.md': read(root, 'docs', 'cookbook.md'),
  'docs/64-bit.md': read(root, 'docs', '64-bit.md'),
  'docs/index.md': read(root, 'docs', 'index.md'),
};
const snippets = Object.entries(pages).flatMap(([page, markdown]) => snippetsOf(page, markdown));

test('pages have snippets, all in languages that the test runs', () => {
  const languages = [...guide.matchAll(/^```(\w+)$/gm)].map(([, language]) => language);
  assert.deepEqual(new Set(languages), new Set(['js', 'sh']));
  assert.ok(snippets.length >= 8);
  assert.deepEqual(new Set(snippets.map(({ page }) => page)), new Set(Object.keys(pages)));
});

for (const { page, line, text } of snippets) {
  test(`${page}:${line}`, text.includes('sortid/wasm') ? needsWasm : {}, async (t) => {
    const file = path.join(app, `${path.basename(page, '.md')}-${line}.mjs`);
    // The files of the snippet, which are removed after the test.
    const temporary = mkdtempSync(path.join(tmpdir(), 'guide-'));
    t.after(() => [file, temporary].forEach((created) => rmSync(created, { force: true, recursive: true })));
    // Blank lines before it, so that errors have the line numbers of the guide.
    writeFileSync(file, `import assert from 'node:assert/strict';${'\n'.repeat(line)}${text}`);
    const { status, stderr } = await node([file], { env: { TMPDIR: temporary, TEMP: temporary } });
    assert.equal(status, 0, stderr);
  });
}
