// Writes the modules in `frameworks` as ES modules and as CommonJS.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from './folders.mjs';

const FOLDER = 'frameworks';
const names = readdirSync(path.join(sources, FOLDER))
  .filter((file) => file.endsWith('.js'))
  .map((file) => path.basename(file, '.js'));

/** Converts an `import` of names to a `require`. */
function required(_, imported, specifier) {
  return `const {${imported.replaceAll(' as ', ': ')}} = require(${specifier});`;
}

/** Converts a module to CommonJS. Literal names of exports allow importing by name, too. */
function commonJs(esm) {
  const exported = [...esm.matchAll(/^export (?:function|class|const) (\w+)/gm)].map(([, name]) => name);
  const code = esm.replaceAll(/^import \{(.*)\} from ('.*');$/gm, required).replaceAll(/^export /gm, '');
  return `'use strict';\n${code}${exported.map((name) => `exports.${name} = ${name};\n`).join('')}`;
}

export function writeFrameworks(folder) {
  const target = path.join(folder, FOLDER);
  mkdirSync(target, { recursive: true });
  for (const name of names) {
    const [esm, types] = ['js', 'd.ts'].map((end) =>
      readFileSync(path.join(sources, FOLDER, `${name}.${end}`), 'utf8'),
    );
    const files = { mjs: esm, cjs: commonJs(esm), 'd.ts': types, 'd.cts': types };
    for (const [end, text] of Object.entries(files)) writeFileSync(path.join(target, `${name}.${end}`), text);
  }
}

/** The sub-paths of the modules, for the package's `exports`. */
export const frameworkPaths = () =>
  Object.fromEntries(
    names.map((name) => [
      `./${name}`,
      {
        import: { types: `./${FOLDER}/${name}.d.ts`, default: `./${FOLDER}/${name}.mjs` },
        require: { types: `./${FOLDER}/${name}.d.cts`, default: `./${FOLDER}/${name}.cjs` },
      },
    ]),
  );

/** The sub-paths' types for TypeScript's `moduleResolution: node10`, which ignores `exports`. */
export const frameworkTypes = () => Object.fromEntries(names.map((name) => [name, [`./${FOLDER}/${name}.d.cts`]]));
