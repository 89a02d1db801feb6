#!/usr/bin/env node
// `npx sortid`: new ids, and what a text is.
import { parseArgs } from 'node:util';
import { Format, Generator, SortidError, inspect, prefixOf, refusals, version } from '../index.mjs';

const USAGE = `Usage: sortid new [FORMAT] [-n COUNT]    print new ids (uuid7)
       sortid inspect TEXT...            print every reading of each text, likeliest first
       sortid --version

Formats: ${Format.all.join(', ')}
`;

/** Ids made between two writes: enough that writing costs little, few enough that a pipe which closes ends us at once. */
const AT_ONCE = 1024;

class UsageError extends Error {}

function write(text) {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}

async function printNew([format = 'uuid7', ...rest], { n = '1' }) {
  if (rest.length > 0) throw new UsageError(`one format is enough: ${rest.join(' ')}`);
  if (!/^\d{1,15}$/.test(n)) throw new UsageError(`-n takes a number, not ${n}`);
  const generator = Generator.default(format);
  for (let left = Number(n); left > 0; left -= AT_ONCE) {
    await write(`${generator.take(Math.min(left, AT_ONCE)).join('\n')}\n`);
  }
}

function timeOf(id) {
  try {
    return id.date().toISOString();
  } catch (error) {
    if (!(error instanceof SortidError)) throw error;
    return id.kind ?? 'no time';
  }
}

function describe(text) {
  const readings = inspect(text).map((id) => {
    const fields = Object.entries(id.fields()).map(([name, value]) => `${name} ${value}`);
    // Where a prefix is possible, it is not part of the id.
    const prefix = id.format.takesPrefix && prefixOf(text);
    const before = prefix ? `prefix ${prefix}, ` : '';
    return `  ${id.format}: ${id.isReserved ? 'reserved' : timeOf(id)}; ${before}${fields.join(', ')}`;
  });
  if (readings.length > 0) return { found: true, lines: [text, ...readings] };
  const reasons = refusals(text).map(({ format, error }) => `  not ${format}: ${error.message}`);
  return { found: false, lines: [`${text}: no id of any format`, ...reasons] };
}

async function printReadings(texts) {
  if (texts.length === 0) throw new UsageError('inspect what?');
  for (const { found, lines } of texts.map(describe)) {
    await write(`${lines.join('\n')}\n`);
    if (!found) process.exitCode = 1;
  }
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      n: { type: 'string', short: 'n' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'V' },
    },
  });
  const [command, ...rest] = positionals;
  if (values.help) return write(USAGE);
  if (values.version) return write(`${version}\n`);
  if (command === 'new') return printNew(rest, values);
  if (command === 'inspect' && values.n === undefined) return printReadings(rest);
  throw new UsageError(command === undefined ? 'a command is missing' : `not understood: ${command}`);
}

// A reader that has seen enough, as `head` has.
process.stdout.on('error', (error) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await main();
} catch (error) {
  if (error.code === 'EPIPE') {
    process.exitCode = 0;
  } else if (error instanceof SortidError) {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  } else if (error instanceof UsageError || String(error.code).startsWith('ERR_PARSE_ARGS')) {
    console.error(`error: ${error.message}\n\n${USAGE}`);
    process.exitCode = 2;
  } else {
    throw error;
  }
}
