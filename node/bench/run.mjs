// Measures each group together, then each pair in its own process. Prints a row of JSON per line.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fetchBench } from '../scripts/fetch.mjs';
import { app, bench, cargoTarget, root, run, sources, tools } from '../scripts/folders.mjs';

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });

run(root, path.join(root, 'tests', 'drivers', 'node', 'build'));
fetchBench();

const shared = [...(values.quick ? ['--quick'] : []), ...(values.only ? ['--only', values.only] : [])];
const measure = path.join(sources, 'bench', 'measure.mjs');

/** Measures in a page in Chromium; returns nothing if Chromium is not available. */
async function inChromium() {
  const runtimes = path.join(root, 'tests', 'runtimes');
  const at = path.join(cargoTarget, 'runtimes');
  mkdirSync(at, { recursive: true });
  const found = spawnSync(path.join(runtimes, 'fetch'), ['chromium', at], { cwd: at, encoding: 'utf8' });
  if (found.status !== 0) {
    console.error(`not measured in Chromium: ${found.stdout}${found.stderr}`);
    return [];
  }
  const { build } = createRequire(path.join(tools, 'package.json'))('esbuild');
  // Copied, as in the sources' folder `sortid` would resolve to the sources.
  for (const name of ['page.mjs', 'rounds.mjs']) cpSync(path.join(sources, 'bench', name), path.join(app, name));
  const { outputFiles } = await build({
    entryPoints: [path.join(app, 'page.mjs')],
    bundle: true,
    format: 'iife',
    external: ['node:*'],
    write: false,
  });
  const page = path.join(bench, 'page.html');
  writeFileSync(page, `<!doctype html><meta charset="utf-8"><body><script>${outputFiles[0].text}</script></body>`);
  const words = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--dump-dom'];
  const profile = `--user-data-dir=${path.join(bench, 'profile')}`;
  const shown = spawnSync(found.stdout.trim(), [...words, profile, `file://${page}`], { encoding: 'utf8' });
  const body = shown.stdout?.match(/<body>(.*)<\/body>/s)?.[1];
  if (!body?.startsWith('{')) throw new Error(`Chromium showed no rows: ${shown.stderr}`);
  return body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Runs a program of this folder in its own process, with the same standard output. */
function inItsOwnProcess(program, ...args) {
  const { status } = spawnSync(process.execPath, [program, ...shared, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) process.exit(1);
}

const list = spawnSync(process.execPath, [measure, '--folder', bench, ...shared, '--list'], { encoding: 'utf8' });
if (list.status !== 0) {
  console.error(list.stderr);
  process.exit(1);
}
const { groups, rows } = JSON.parse(list.stdout);
for (let group = 0; group < groups; group++) inItsOwnProcess(measure, '--folder', bench, '--group', String(group));
inItsOwnProcess(path.join(sources, 'bench', 'start.mjs'));
// Chromium is fetched only if its rows are selected.
const browsed = (values.only ?? 'Chromium').includes('Chromium') ? await inChromium() : [];
for (const row of browsed) {
  if (`${row.what} ${row.peer}`.includes(values.only ?? '')) console.log(JSON.stringify(row));
}
for (const row of rows) inItsOwnProcess(measure, '--folder', bench, '--alone', row);
