#!/usr/bin/env node
// `npx sortid`: runs the command of the package `sortid-cli`; npx fetches it if it is missing.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

try {
  await import('sortid-cli');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  const { npm_command: started, npm_execpath: npm } = process.env;
  if (started === 'exec' && npm) {
    const { version } = createRequire(import.meta.url)('../package.json');
    const words = ['exec', `--package=sortid-cli@${version}`, '--', 'sortid', ...process.argv.slice(2)];
    process.exitCode = spawnSync(process.execPath, [npm, ...words], { stdio: 'inherit' }).status ?? 1;
  } else {
    console.error('error: the command needs the package sortid-cli: `npm install sortid-cli`, or `npx sortid-cli`');
    process.exitCode = 2;
  }
}
