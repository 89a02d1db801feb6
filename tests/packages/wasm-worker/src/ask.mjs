// ask.mjs WORKERD: starts the Worker, sends it one request, and prints the response.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const arguments_ = ['serve', 'config.capnp', '--control-fd=3'];
const worker = spawn(process.argv[2], arguments_, { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
worker.once('exit', (status) => {
  if (worker.killed) return;
  console.log(`not ok the Worker runs: it ended with ${status}`);
  process.exit(1);
});
for await (const line of createInterface({ input: worker.stdio[3] })) {
  const { event, port } = JSON.parse(line);
  if (event !== 'listen') continue;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  const text = await response.text();
  console.log(response.ok ? text : `not ok the Worker answers: ${response.status} ${text}`);
  // Otherwise it would keep running with the output open.
  worker.kill();
  process.exit(response.ok && !/^not ok/m.test(text) ? 0 : 1);
}
