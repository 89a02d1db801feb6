// Runs eslint and prettier on the package, the web page and scripts of tests. `--fix` also fixes.
import path from 'node:path';
import { root, run, sources, tools } from './folders.mjs';

const fix = process.argv.includes('--fix');
const program = (name) => path.join(tools, 'node_modules', '.bin', name);
/** Folders in `tests`, outside the configuration's folder but with the same rules. */
const folders = [
  'audit',
  'packages/node',
  'packages/node-bundlers',
  'packages/node-cjs-ts',
  'packages/node-esm',
  'packages/node-frameworks',
  'packages/node-next',
  'packages/node-tasks',
  'packages/wasm',
  'packages/wasm-browser',
  'packages/wasm-inspector',
  'packages/wasm-worker',
  'drivers/node',
  'drivers/wasm',
  'interop/node',
];
const ours = [
  'web',
  path.join('core', 'cli', 'packages', 'npm'),
  path.join('databases', 'tests', 'parts'),
  path.join('leases', 'tests', 'parts'),
  ...folders.map((folder) => path.join('tests', folder)),
];

run(sources, program('eslint'), '--max-warnings=0', ...(fix ? ['--fix'] : []), '.');
run(
  root,
  program('eslint'),
  ...['--max-warnings=0', '--no-warn-ignored', '--no-error-on-unmatched-pattern'],
  ...['--config', path.join(sources, 'eslint.config.js'), ...(fix ? ['--fix'] : [])],
  ...ours,
);
run(
  sources,
  program('prettier'),
  ...['--config', '.prettierrc.json', fix ? '--write' : '--check', '--log-level=warn', '.'],
  ...ours.map((folder) => `${path.relative(sources, path.join(root, folder))}/**/*.{js,mjs,cjs,ts,json}`),
);
