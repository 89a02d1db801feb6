// Style: eslint and prettier, over the package and the suite's driver. `--fix` mends what can be mended.
import path from 'node:path';
import { root, run, sources, tools } from './folders.mjs';

const fix = process.argv.includes('--fix');
const program = (name) => path.join(tools, 'node_modules', '.bin', name);
const driver = path.relative(sources, path.join(root, 'tests', 'drivers', 'node'));

run(sources, program('eslint'), '--max-warnings=0', ...(fix ? ['--fix'] : []), '.');
// The driver lies outside the folder of the configuration, whose rules hold for it too.
run(
  root,
  program('eslint'),
  ...['--max-warnings=0', '--config', path.join(sources, 'eslint.config.js'), ...(fix ? ['--fix'] : [])],
  path.join('tests', 'drivers', 'node'),
);
run(
  sources,
  program('prettier'),
  ...['--config', '.prettierrc.json', fix ? '--write' : '--check', '--log-level=warn', '.'],
  `${driver}/**/*.{mjs,cjs}`,
);
