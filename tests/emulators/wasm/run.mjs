// run.mjs MODULE: runs the driver in a module that gets random bytes and the time from its host;
// answers each line of JSON.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const host = { entropy: (at, length) => void crypto.getRandomValues(bytes(at, length)) };
const { exports } = new WebAssembly.Instance(module, { host, sortid: { now_ms: () => Date.now() } });

// A new view each time: growing memory detaches the old one.
function bytes(at, length) {
  return new Uint8Array(exports.memory.buffer, at, length);
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
for await (const line of createInterface({ input: process.stdin })) {
  const request = encoder.encode(line);
  bytes(exports.request(request.length), request.length).set(request);
  const length = exports.answer();
  process.stdout.write(`${decoder.decode(bytes(exports.answered(), length))}\n`);
}
