// Joins the CommonJS modules that `require('sortid')` always loads into `lib/bundle.cjs`, as Node
// loads one file faster than 31.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from './folders.mjs';

const BUNDLE = 'lib/bundle.cjs';

const HEAD = `// The modules that every program needs, in the order of loading. Built from lib by scripts/bundle.mjs.
'use strict';

const modules = exports;

function add(name, run) {
  const module = { exports: {} };
  run(module, module.exports);
  modules[name] = module.exports;
}
`;

const RELATIVE = /\brequire\('(\.\.?\/[^']+)'\)/g;
/** A `require` at the top level, which always runs. */
const STATEMENT = /^\S.*\brequire\('(\.\.?\/[^']+)'\);$/gm;

const read = (file) => readFileSync(path.join(sources, file), 'utf8');
const target = (from, specifier) => path.posix.join(path.posix.dirname(from), specifier);

/** Modules and their dependencies by a pattern of `require`, dependencies first. */
function closure(files, pattern, found = new Set()) {
  for (const file of files) {
    if (found.has(file)) continue;
    const loaded = [...read(file).matchAll(pattern)].map(([, specifier]) => target(file, specifier));
    // Without package.json.
    closure(
      loaded.filter((one) => one.endsWith('.cjs')),
      pattern,
      found,
    );
    found.add(file);
  }
  return found;
}

/** The argument of `require` for a file in the file `from`. */
function specifierOf(file, from) {
  const relative = path.posix.relative(path.posix.dirname(from), file);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Writes the modules of `entries` into `folder`: those that `main` always loads in one file. */
export function writeBundled(folder, entries, main) {
  const bundled = closure([main], STATEMENT);
  bundled.delete(main);
  const nameOf = (file) => path.posix.relative('lib', file);
  // A module's code with the paths of the file `at`.
  const moved = (file, at) =>
    read(file).replaceAll(RELATIVE, (_, specifier) => {
      const wanted = target(file, specifier);
      if (!bundled.has(wanted)) return `require('${specifierOf(wanted, at)}')`;
      return `${at === BUNDLE ? 'modules' : `require('${specifierOf(BUNDLE, at)}')`}['${nameOf(wanted)}']`;
    });
  // Conditional modules affect the order, as they may load others before the bundle is complete.
  const all = closure(entries, RELATIVE);
  const text = [...all]
    .filter((file) => bundled.has(file))
    .map((file) => `\nadd('${nameOf(file)}', (function (module, exports) {\n${moved(file, BUNDLE)}}));\n`);
  const files = { [BUNDLE]: HEAD + text.join('') };
  for (const file of all) if (!bundled.has(file)) files[file] = moved(file, file);
  for (const [file, code] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), code);
  }
}
