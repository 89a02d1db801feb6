// Where things lie. Everything that is made goes below the workspace's target folder.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the package's sources. */
export const sources = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const root = path.dirname(sources);
export const cargoTarget = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target');
const made = path.join(cargoTarget, 'node');

/** The development tools. */
export const tools = path.join(made, 'tools');
/** The library as Node loads it, with the loader that was generated for it. */
export const built = path.join(made, 'built');
/** The WebAssembly module, and what loads it. */
export const builtWasm = path.join(made, 'wasm');
/** The packages, unpacked and packed. */
export const staged = path.join(made, 'staged');
export const packed = path.join(made, 'packed');
/** A user's project, into which the packed packages are installed. */
export const app = path.join(made, 'app');

export const manifest = () => JSON.parse(readFileSync(path.join(sources, 'package.json'), 'utf8'));

/** Runs a program, its output to standard error; ends this one if it fails. */
export function run(cwd, program, ...args) {
  const { status, error } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(error ?? `${program} ${args.join(' ')} ended with ${status}`);
  process.exit(1);
}

/** Every file below folders or files, in a fixed order. */
function files(paths) {
  return paths.toSorted().flatMap((at) => {
    if (!existsSync(at)) return [];
    const entries = readdirSync(path.dirname(at), { withFileTypes: true });
    const entry = entries.find(({ name }) => name === path.basename(at));
    return entry.isDirectory() ? files(readdirSync(at).map((name) => path.join(at, name))) : [at];
  });
}

/** Does a step unless it was done for the same inputs. */
export function once(folder, inputs, step) {
  const hash = createHash('sha256');
  for (const file of files(inputs)) hash.update(file).update('\0').update(readFileSync(file));
  const digest = `${hash.digest('hex')}\n`;
  const stamp = path.join(folder, '.made-of');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;
  mkdirSync(folder, { recursive: true });
  step();
  writeFileSync(stamp, digest);
}
