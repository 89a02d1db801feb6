#!/usr/bin/env node
// Runs the program from the package of this platform, with the same arguments.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

/** The ABI in the name of this platform's package. */
function abi() {
  if (process.platform === 'win32') return ['msvc'];
  if (process.platform !== 'linux') return [];
  return [process.report.getReport().header.glibcVersionRuntime ? 'gnu' : 'musl'];
}

const name = ['sortid-cli', process.platform, process.arch, ...abi()].join('-');
const file = process.platform === 'win32' ? 'sortid.exe' : 'sortid';

function find() {
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/${file}`);
  } catch (error) {
    if (error.code !== 'MODULE_NOT_FOUND') throw error;
    console.error(`error: the package ${name} is not installed; it is an optional dependency of sortid-cli`);
    return process.exit(2);
  }
}

const { status, signal, error } = spawnSync(find(), process.argv.slice(2), { stdio: 'inherit' });
if (error) throw error;
if (signal) process.kill(process.pid, signal);
process.exitCode = status ?? 1;
