'use strict';
// Calls the WebAssembly module in a worker, so that the page stays responsive.

/** The size of a piece; between two pieces a later text may arrive. */
const PIECE = 1 << 18;
/** The largest text whose first id is also explained. */
const SHORT = 1 << 16;

let wasm;
/** The number of the current text. Reading of older ones stops. */
let latest = 0;

/** Writes the module's input. */
function put(bytes) {
  const at = wasm.allocate(bytes.length);
  new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
}

/** The module's answer. */
function answer_of(length) {
  const bytes = new Uint8Array(wasm.memory.buffer, wasm.answer(), length);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** The pieces of a text, until a later text arrives. */
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
    postMessage({ number, card: answer_of(wasm.card(now_ms)) });
  }
  wasm.begin(now_ms);
  for await (const piece of pieces(number, blob)) {
    put(piece);
    wasm.feed();
  }
  if (number === latest) postMessage({ number, stats: answer_of(wasm.end()) });
}

/** The module arrives first; texts wait until it is compiled. */
let compiled;

async function compile(base64) {
  const bytes = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));
  const sortid = {
    now_ms: () => Date.now(),
    entropy: (at, length) => {
      crypto.getRandomValues(new Uint8Array(wasm.memory.buffer, at, length));
      return 0;
    },
  };
  ({ exports: wasm } = (await WebAssembly.instantiate(bytes, { sortid })).instance);
  postMessage({ formats: answer_of(wasm.formats()) });
}

/** The parts of the current text that have arrived. */
let parts = [];
const encoder = new TextEncoder();

onmessage = async ({ data }) => {
  try {
    if (data.wasm) {
      compiled = compile(data.wasm);
      return;
    }
    if (data.generate) {
      await compiled;
      const { format, count, from_ms, to_ms } = data.generate;
      postMessage({ generated: answer_of(wasm.generate(format, count)) });
      postMessage({ range: answer_of(wasm.range(format, from_ms, to_ms)) });
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
