#!/usr/bin/env node
// `npx sortid`: runs the command, which is the package `sortid-cli`.
try {
  await import('sortid-cli');
} catch (error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error('error: the command is the package sortid-cli: `npm install sortid-cli`, or `npx sortid-cli`');
  process.exitCode = 2;
}
