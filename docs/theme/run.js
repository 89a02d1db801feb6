'use strict';

// A button runs a JavaScript example in the page, with the npm package's WebAssembly module. Examples
// that need files, other packages or no output have none.
(() => {
  const IMPORT = /^import \{([^}]*)\} from 'sortid';$/gm;
  const INSPECT = Symbol.for('nodejs.util.inspect.custom');
  const AsyncFunction = (async () => {}).constructor;

  let loading;
  /** Loads the package, once. mdBook defines `path_to_root`. */
  const load = () => (loading ??= import(new URL(`${path_to_root}run/inline.mjs`, document.baseURI).href));

  const isRunnable = (text) =>
    text.includes('console.log(') && !/^import |\bassert\b|\bprocess\./m.test(text.replace(IMPORT, ''));

  /** A value as Node's console shows it. */
  function shown(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (value instanceof Date) return value.toISOString();
    if (typeof value !== 'object' || value === null) return String(value);
    if (typeof value[INSPECT] === 'function') return value[INSPECT](2, {}, shown);
    if (Array.isArray(value)) return `[ ${value.map(shown).join(', ')} ]`;
    if (Object.getPrototypeOf(value) !== Object.prototype) return String(value);
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${shown(one)}`)
      .join(', ')} }`;
  }

  /** Runs an example; returns the lines of its output, the last one its error if it fails. */
  async function run(text) {
    const lines = [];
    const log = (...values) => lines.push(values.map(shown).join(' '));
    try {
      const code = text.replace(IMPORT, (_, names) => `const {${names.replaceAll(' as ', ': ')}} = sortid;`);
      const sortid = code === text ? undefined : await load();
      await new AsyncFunction('sortid', 'console', `'use strict';${code}`)(sortid, { log, error: log });
    } catch (error) {
      lines.push(String(error));
    }
    return lines.join('\n');
  }

  for (const code of document.querySelectorAll('pre > code.language-js')) {
    const text = code.textContent;
    if (!isRunnable(text)) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Run';
    const output = document.createElement('output');
    button.addEventListener('click', async () => {
      output.textContent = await run(text);
    });
    const box = document.createElement('div');
    box.className = 'run';
    box.append(button, output);
    code.after(box);
  }
})();
