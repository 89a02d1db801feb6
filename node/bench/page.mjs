// Measures sortid and the browser's own functions, interleaved. The page shows the rows.
import { Generator, uuid7Text } from 'sortid';
import { medians } from './rounds.mjs';

/** Enough calls for a clock resolution of 0.1 ms, and less than the lead of a generator. */
const CALLS = 10_000;
const ROUNDS = [40, 60];

let sink;
const generator = new Generator('uuid7');
const SUBJECTS = {
  'uuid7() in Chromium': () => {
    for (let i = 0; i < CALLS; i++) sink = uuid7Text();
  },
  [`nextTexts ${CALLS} uuid7 in Chromium`]: () => (sink = generator.nextTexts(CALLS)),
  'crypto.randomUUID': () => {
    for (let i = 0; i < CALLS; i++) sink = crypto.randomUUID();
  },
  'crypto.randomUUID, a loop into a list': () => {
    const list = [];
    for (let i = 0; i < CALLS; i++) list.push(crypto.randomUUID());
    sink = list;
  },
};
const ROWS = [
  ['uuid7() in Chromium', 'crypto.randomUUID', 2],
  [`nextTexts ${CALLS} uuid7 in Chromium`, 'crypto.randomUUID, a loop into a list', 0.5],
];

function sample(run) {
  const began = performance.now();
  run();
  return ((performance.now() - began) * 1e6) / CALLS;
}

const ns = medians(SUBJECTS, sample, ROUNDS);
const shown = ROWS.map(([what, peer, demand]) =>
  JSON.stringify({
    what,
    ours_ns: ns[what],
    peer,
    peer_version: navigator.userAgent.match(/Chrome\/(\S+)/)?.[1],
    peer_ns: ns[peer],
    demand,
  }),
);
// The rows are the page's only content.
document.body.textContent = shown.join('\n');
globalThis.last = sink;
