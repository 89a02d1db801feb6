// bridge.mjs PROGRAM: passes the driver's lines to programs without standard input: a page in Chromium, or a Worker in workerd. Both are bundled from the
// installed package as their own tools would bundle them, and take lines over HTTP.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

const [program] = process.argv.slice(2);
const here = import.meta.dirname;
const root = path.resolve(here, '../../..');
const made = path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'node');
const { build } = createRequire(path.join(made, 'tools', 'package.json'))('esbuild');
mkdirSync(path.join(made, 'bridges'), { recursive: true });
const folder = mkdtempSync(path.join(made, 'bridges', 'of-'));

/** The lines received but not yet sent; undefined after the last. */
const waiting = [];
let wake = () => {};
async function nextLines() {
  while (waiting.length === 0) await new Promise((resolve) => (wake = resolve));
  return waiting[0] === undefined ? undefined : waiting.splice(0, Math.min(500, waiting.indexOf(undefined) >>> 0));
}
const put = (line) => {
  waiting.push(line);
  wake();
};
const input = createInterface({ input: process.stdin });
input.on('line', put);
input.once('close', () => put(undefined));

async function tell(answers) {
  if (!process.stdout.write(answers)) await once(process.stdout, 'drain');
}

const bundled = (entry, options) =>
  build({
    entryPoints: [path.join(here, entry)],
    bundle: true,
    external: ['node:*'],
    nodePaths: [path.join(made, 'with-wasm', 'app', 'node_modules')],
    logLevel: 'error',
    ...options,
  });

/** Starts a program that is killed at exit. */
function started(args, stdio) {
  const child = spawn(program, args, { cwd: folder, stdio });
  child.once('exit', (status) => {
    if (child.killed) return;
    console.error(`${program} ended with ${status}`);
    process.exit(1);
  });
  return child;
}

async function throughWorker() {
  const options = { format: 'esm', conditions: ['workerd', 'worker', 'browser'], assetNames: '[name]' };
  await bundled('worker.mjs', { ...options, outdir: folder, loader: { '.wasm': 'copy' } });
  cpSync(path.join(here, 'config.capnp'), path.join(folder, 'config.capnp'));
  const worker = started(['serve', 'config.capnp', '--control-fd=3'], ['ignore', 2, 2, 'pipe']);
  for await (const line of createInterface({ input: worker.stdio[3] })) {
    const { event, port } = JSON.parse(line);
    if (event !== 'listen') continue;
    for (let lines; (lines = await nextLines()) !== undefined;) {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: lines.join('\n') });
      if (!response.ok) throw new Error(await response.text());
      await tell(await response.text());
    }
    break;
  }
  return worker;
}

async function throughPage() {
  const { outputFiles } = await bundled('page.mjs', { format: 'iife', write: false });
  const html = `<!doctype html><meta charset="utf-8"><script>${outputFiles[0].text}</script>`;
  const ended = Promise.withResolvers ? Promise.withResolvers() : {};
  ended.promise ??= new Promise((resolve) => (ended.resolve = resolve));
  const server = createServer(async (request, response) => {
    if (request.url === '/answers') {
      await tell(await text(request));
      response.end();
    } else if (request.url === '/lines') {
      const lines = await nextLines();
      response.end(lines?.join('\n') ?? '');
      if (lines === undefined) ended.resolve();
    } else response.setHeader('content-type', 'text/html').end(html);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${server.address().port}/`;
  const options = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--user-data-dir=${folder}/profile`,
  ];
  const page = started([...options, '--remote-debugging-port=0', address], ['ignore', 'ignore', 2]);
  await ended.promise;
  server.close();
  return page;
}

const child = await (path.basename(program) === 'workerd' ? throughWorker() : throughPage());
child.kill();
await once(child, 'exit');
rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
