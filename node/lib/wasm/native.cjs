// The native part as a WebAssembly module, with the functions of the addon.
'use strict';

const { Reader, Window, Writer, boundOf } = require('./crossing.cjs');
const host = require('./host.cjs');
const module_ = require('./module.cjs');

const bytes = (at, length) => new Uint8Array(exported.memory.buffer, at, length);
const { exports: exported } = new WebAssembly.Instance(module_.default ?? module_, { sortid: host.imports(bytes) });

/** Creates a `SortidError`; set by `start`. */
let makeError;

const coded = (Type, message, code) => Object.assign(new Type(message), { code });
const errors = {
  create: (code, message, ...rest) => makeError(code, message + host.reason(code), ...rest),
  type: (expected) => coded(TypeError, `${expected} is expected`, 'ERR_INVALID_ARG_TYPE'),
  state: (problem) => coded(Error, problem, 'ERR_INVALID_STATE'),
};

/** A program's reference to a generator: its number in the module. */
class Handle {
  constructor(number) {
    this.number = number;
    handles?.register(this, number, this);
  }

  /** The largest 32-bit number, which no generator has. */
  static CLOSED = 2 ** 32 - 1;
}

// Without a registry, generators that are not closed are never freed.
const handles = globalThis.FinalizationRegistry && new FinalizationRegistry((number) => functions.close(number));

/** The index of the argument that a function writes to. */
const WRITES = { fill: 1, fillText: 1, column: 3 };

/** The error that ended the module. */
let broken;

/**
 * Calls the module. A trap ends it for good: its state is inconsistent, so that later calls could
 * wait forever or repeat ids.
 */
function guarded(run) {
  if (broken !== undefined) throw broken;
  try {
    return run();
  } catch (error) {
    broken = Object.assign(makeError('panic', `panic: the module ended: ${error.message}`), { cause: error });
    throw broken;
  }
}

/** The largest number of bytes per call: a quarter of the module's address space. */
const MOST_BYTES = 2 ** 30;

function call(index, writes, given) {
  const args = given.map((value) => (value instanceof Handle ? value.number : value));
  const bound = boundOf(args);
  if (bound > MOST_BYTES) {
    throw coded(RangeError, `more than ${MOST_BYTES} bytes in one call: split the input`, 'ERR_OUT_OF_RANGE');
  }
  const at = guarded(() => exported.allocate(bound));
  views.refresh();
  writer.begin(views, at);
  let targets = NONE;
  for (let nth = 0; nth < args.length; nth++) {
    const before = writer.views.length;
    writer.write(args[nth]);
    if (nth === writes) targets = writer.views.slice(before);
  }
  copyWords(memory.words, views.words, IN);
  const answer = guarded(() => exported.call(index, writer.at - at));
  views.refresh();
  for (const { value, at: from } of targets) {
    new Uint8Array(value.buffer, value.byteOffset, value.byteLength).set(bytes(from, value.byteLength));
  }
  copyWords(views.words, memory.words, OUT[index] ?? IN);
  return read(answer);
}

/** Reads the value at an address. */
function read(at) {
  views.refresh();
  reader.begin(views, at);
  return reader.read();
}

const views = new Window(exported.memory);
const [writer, reader, NONE] = [new Writer(), new Reader(errors), []];

// JavaScript has its own registers, because growing the module's memory replaces its buffer.
const WORD = Int32Array.BYTES_PER_ELEMENT;
let memory = { words: new Int32Array(0), at: 0 };
let [IN, OUT] = [[], {}];

/** Copies ranges of words between JavaScript's registers and the module's. */
function copyWords(from, to, ranges) {
  const [source, target] = from === memory.words ? [0, memory.at] : [memory.at, 0];
  for (const [first, end] of ranges) {
    for (let word = first; word < end; word++) to[target + word] = from[source + word];
  }
}

const names = read(exported.names());
const functions = Object.fromEntries(names.map((name, index) => [name, (...args) => call(index, WRITES[name], args)]));

const [slotWords, timesAt, size] = functions.layout();
memory = { words: new Int32Array(size / WORD), at: exported.registers() / WORD };
const times = [timesAt / WORD, size / WORD];
// Calls read and write two ids; `readings` and `suggestions` write up to one per format.
IN = [[0, 2 * slotWords], times];
OUT = Object.fromEntries(['readings', 'suggestions'].map((name) => [names.indexOf(name), [[0, size / WORD]]]));

const generated = functions.formats().filter(({ canGenerate }) => canGenerate);
/** Each thread has a module of its own. */
const notShared = () => {
  throw makeError('not_applicable', 'not_applicable: WebAssembly cannot share generators', null, 'threads');
};

function newOf(code) {
  const run = () => exported.new_text(code);
  return () => read(guarded(run));
}

function nextOf(handle) {
  const run = () => exported.next_text(handle.number);
  return () => read(guarded(run));
}

module.exports = {
  ...functions,
  start(create) {
    makeError = create;
    return { memory: memory.words.buffer, slotWords, timesAt };
  },
  newText: Object.fromEntries(generated.map(({ name, code }) => [name, newOf(code)])),
  generator: (...args) => new Handle(functions.generator(...args)),
  defaultGenerator: (code) => new Handle(functions.defaultGenerator(code)),
  close(handle) {
    functions.close(handle);
    handles?.unregister(handle);
    handle.number = Handle.CLOSED;
  },
  nextOf,
  idType: (...args) => new Handle(functions.idType(...args)),
  typeNextOf: (handle, of) => () => functions.typeNext(handle, of),
  nextTexts: (handle, append, count) => host.withReceiver(append, () => functions.nextTexts(handle, null, count)),
  passTexts: (append, texts, width) => host.withReceiver(append, () => functions.passTexts(null, texts, width)),
  share: notShared,
  shared: notShared,
};
