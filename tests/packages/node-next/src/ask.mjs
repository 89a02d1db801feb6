// Starts the server, then requests each route and the page.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';

/** Returns an unused port. */
async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

const port = await freePort();
const server = spawn('next', ['start', '-p', String(port)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  for await (const line of createInterface(server.stdout)) if (line.includes('Ready')) break;
  const text = async (path) => (await fetch(`http://localhost:${port}${path}`)).text();
  for (const route of ['node', 'edge']) assert.equal(await text(`/api/${route}`), '{"right":true}', route);
  const id = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
  assert.equal(await text(`/api/posts/${id}`), `{"id":"${id}","at":"2022-02-22T19:22:22.000Z"}`);
  assert.equal(await text('/api/posts/17'), 'not a uuid7');
  assert.match(await text('/'), /2023-06-30T15:03:01\.887Z/);
} finally {
  server.kill();
}
