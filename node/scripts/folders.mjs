// The folders of the build, below the workspace's target folder, and steps that write them.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const sources = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
export const root = path.dirname(sources);
export const cargoTarget = process.env.CARGO_TARGET_DIR ?? path.join(root, 'target');
const output = path.join(cargoTarget, 'node');

/** A folder with compiled native libraries, which replaces building them. */
export const compiled = process.env.SORTID_BUILT;
/** Whether to build and test the package of the WebAssembly driver, which is a separate one. */
export const forWasm = process.env.SORTID_PACKAGE === 'wasm';

export const tools = path.join(output, 'tools');
/** The packages for benchmarks. */
export const bench = path.join(output, 'bench');
const project = forWasm ? path.join(output, 'with-wasm') : output;
/** The native libraries, named by platform. */
export const built = path.join(project, 'built');
/** The WebAssembly module and its loaders. */
export const builtWasm = path.join(project, 'wasm');
/** The packages, unpacked and packed. */
export const staged = path.join(project, 'staged');
export const packed = path.join(project, 'packed');
/** A user's project with the packages installed. */
export const app = path.join(project, 'app');

export const manifest = () => JSON.parse(readFileSync(path.join(sources, 'package.json'), 'utf8'));

/** Runs a program with its output on standard error. Exits if it fails. */
export function run(cwd, program, ...args) {
  const { status, error } = spawnSync(program, args, {
    cwd,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  console.error(error ?? `${program} ${args.join(' ')} failed with status ${status}`);
  process.exit(1);
}

/** All files in folders, in a fixed order. */
function files(paths) {
  return paths.toSorted().flatMap((at) => {
    if (!existsSync(at)) return [];
    const entries = readdirSync(path.dirname(at), { withFileTypes: true });
    const entry = entries.find(({ name }) => name === path.basename(at));
    return entry.isDirectory() ? files(readdirSync(at).map((name) => path.join(at, name))) : [at];
  });
}

function digestOf(inputs) {
  const hash = createHash('sha256');
  for (const file of files(inputs)) hash.update(file).update('\0').update(readFileSync(file));
  return `${hash.digest('hex')}\n`;
}

const stampOf = (folder) => path.join(folder, '.made-of');
const isCurrent = (folder, digest) => existsSync(stampOf(folder)) && readFileSync(stampOf(folder), 'utf8') === digest;

/** Runs a step unless the folder is from the same inputs. */
export function once(folder, inputs, step) {
  const digest = digestOf(inputs);
  if (isCurrent(folder, digest)) return;
  mkdirSync(folder, { recursive: true });
  step();
  writeFileSync(stampOf(folder), digest);
}

const NPM = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the packages of the lock file in `from`, or those of one workspace with `--workspace`.
 * Several processes may call it concurrently.
 */
export function npmCi(folder, from, ...options) {
  const { workspaces = [] } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'));
  const folders = workspaces.map((workspace) => path.join(workspace, 'package.json'));
  const manifests = ['package.json', 'package-lock.json', '.npmrc', ...folders].filter((name) =>
    existsSync(path.join(from, name)),
  );
  const digest = digestOf(manifests.map((name) => path.join(from, name)));
  if (isCurrent(folder, digest)) return;
  const [fresh, old] = ['new', 'old'].map((state) => `${folder}-${state}-${process.pid}`);
  process.once('exit', () => [fresh, old].forEach((left) => rmSync(left, { recursive: true, force: true })));
  mkdirSync(fresh, { recursive: true });
  for (const name of manifests) cpSync(path.join(from, name), path.join(fresh, name));
  run(fresh, 'npm', 'ci', ...options, ...NPM);
  writeFileSync(stampOf(fresh), digest);
  try {
    if (existsSync(folder)) renameSync(folder, old);
    renameSync(fresh, folder);
  } catch (error) {
    // Another process was faster.
    if (!isCurrent(folder, digest)) throw error;
  }
}

/** Installs tarballs into a project, without the network. */
export const npmInstall = (folder, ...tarballs) => run(folder, 'npm', 'install', '--offline', ...NPM, ...tarballs);
