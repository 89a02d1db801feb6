// Writes the modules of single formats in plain JavaScript, from `formats/engine.js` and
// `formats/rows.json`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sources } from './folders.mjs';

const read = (name) => readFileSync(path.join(sources, 'formats', name), 'utf8');

/** Selects the lines from `//#if NAME` to `//#else` or `//#end` if `has(NAME)`, else the others. */
function preprocess(text, has) {
  const conditions = [];
  const lines = text
    .trimStart()
    .split('\n')
    .filter((line) => {
      const [, word, name] = /^\s*\/\/#(\w+) ?(\w*)/.exec(line) ?? [];
      if (word === 'if') conditions.push(has(name));
      if (word === 'else') conditions.push(!conditions.pop());
      if (word === 'end') conditions.pop();
      return !word && conditions.every(Boolean);
    });
  return lines.join('\n');
}

/** The files of a module: as ES module, as CommonJS, and their types. */
function filesOf(name, { format, function: own, summary, note, constants }, engine, types) {
  const has = (constant) => constant in constants;
  const head = `// ${name}: ${summary}. Made from formats/rows.json by scripts/modules.mjs.\n`;
  const consts = Object.entries(constants).filter(([constant]) => !['PREFIXED', 'UUID'].includes(constant));
  const row = consts.map(([constant, value]) => `const ${constant} = ${value};\n`).join('');
  const code = preprocess(engine, has).replace('export function FORMAT(', `export function ${own}(`);
  const esm = head + row + code;
  const names = [...esm.matchAll(/^export function (\w+)/gm)].map(([, exported]) => exported);
  const exportsOf = names.map((exported) => `exports.${exported} = ${exported};\n`).join('');
  const cjs = `'use strict';\n${esm.replaceAll(/^export /gm, '')}${exportsOf}`;
  const declarations = preprocess(types, has)
    .replaceAll('FORMAT', format)
    .replace('FUNCTION', own)
    .replace('SUMMARY', summary)
    .replace(' * NOTE\n', note);
  return {
    [`${name}.mjs`]: esm,
    [`${name}.cjs`]: cjs,
    [`${name}.d.ts`]: declarations,
    [`${name}.d.cts`]: declarations.replace("'../index.js'", "'../index.cjs'"),
  };
}

const moduleNames = () => Object.keys(JSON.parse(read('rows.json')));

/** The sub-paths' types for TypeScript's `moduleResolution: node10`, which ignores `exports`. */
export const moduleTypes = () => Object.fromEntries(moduleNames().map((name) => [name, [`./formats/${name}.d.cts`]]));

/** The sub-paths of the modules, for the package's `exports`. */
export const modulePaths = () =>
  Object.fromEntries(
    moduleNames().map((name) => [
      `./${name}`,
      {
        import: { types: `./formats/${name}.d.ts`, default: `./formats/${name}.mjs` },
        require: { types: `./formats/${name}.d.cts`, default: `./formats/${name}.cjs` },
      },
    ]),
  );

/** The index: a function and a namespace for each format, named as in the main entry. */
function index(modules) {
  const formats = Object.entries(modules).filter(([, { constants }]) => !('PREFIXED' in constants));
  const of = (end) => {
    const lines = formats.map(([name, { function: own }]) => {
      const type = own[0].toUpperCase() + own.slice(1).replace(/Text$/, '');
      return `export { ${own} } from './${name}.${end}';\nexport * as ${type} from './${name}.${end}';\n`;
    });
    return `${lines.join('')}export { idType, prefixOf } from './typeid.${end}';\n`;
  };
  return { 'index.mjs': of('mjs'), 'index.d.ts': of('js') };
}

export function writeModules(folder) {
  mkdirSync(folder, { recursive: true });
  // Removes the comments, which 48 files would repeat.
  const engine = read('engine.js').replaceAll(/^ *\/\*\* .* \*\/\n|^ *\/\/ .*\n/gm, '');
  const types = read('engine.d.ts');
  const modules = JSON.parse(read('rows.json'));
  for (const [file, text] of Object.entries(index(modules))) writeFileSync(path.join(folder, file), text);
  for (const [name, module] of Object.entries(modules)) {
    for (const [file, text] of Object.entries(filesOf(name, module, engine, types)))
      writeFileSync(path.join(folder, file), text);
  }
}
