'use strict';
// Reads what the page hands over, by the wasm inside of it: in a worker, so that the page never stands still.

/** The most that is read at once: between two pieces a later text may come. */
const PIECE = 1 << 18;
/** Of a text up to this size the first id is shown, too. */
const SHORT = 1 << 16;

let wasm;
/** The number of the text that counts: an older one is given up. */
let latest = 0;

/** Fills the wasm's room with bytes. */
function put(bytes) {
  const at = wasm.room(bytes.length);
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
}

/** What the wasm has to say. */
function told(length) {
  const bytes = new Uint8Array(wasm.memory.buffer, wasm.told(), length);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The pieces of a text, until a later one comes. */
async function* pieces(number, blob) {
  for (let at = 0; at < blob.size; at += PIECE) {
    const bytes = await blob.slice(at, at + PIECE).arrayBuffer();
    if (number !== latest) return;
    yield new Uint8Array(bytes);
    postMessage({ number, progress: Math.min(1, (at + PIECE) / blob.size) });
  }
}

async function read(number, blob) {
  const now_ms = Date.now();
  if (blob.size <= SHORT) {
    const bytes = await blob.arrayBuffer();
    if (number !== latest) return;
    put(new Uint8Array(bytes));
    postMessage({ number, card: told(wasm.card(now_ms)) });
  }
  wasm.begin(now_ms);
  for await (const piece of pieces(number, blob)) {
    put(piece);
    wasm.feed();
  }
  if (number === latest) postMessage({ number, stats: told(wasm.end()) });
}

/** The wasm comes first; until it is compiled texts wait. */
let compiled;

async function compile(base64) {
  const bytes = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));
  ({ exports: wasm } = (await WebAssembly.instantiate(bytes)).instance);
}

/** What has come of a text that is handed over in parts. */
let parts = [];
const encoder = new TextEncoder();

onmessage = async ({ data }) => {
  try {
    if (data.wasm) {
      compiled = compile(data.wasm);
      return;
    }
    if (data.number !== latest) parts = [];
    latest = data.number;
    if (data.part !== undefined) {
      parts.push(encoder.encode(data.part));
      return;
    }
    const blob = data.blob ?? new Blob(parts);
    parts = [];
    await compiled;
    if (data.number === latest) await read(data.number, blob);
  } catch (error) {
    postMessage({ number: data.number, failed: String(error) });
  }
};
