// The native part as a WebAssembly module: what `load.cjs` gives elsewhere, with the same functions.
'use strict';

const { Reader, Writer, boundOf } = require('./crossing.cjs');
const host = require('./host.cjs');
const module_ = require('./module.cjs');

const bytes = (at, length) => new Uint8Array(exported.memory.buffer, at, length);
const { exports: exported } = new WebAssembly.Instance(module_.default ?? module_, { sortid: host.imports(bytes) });

/** Makes a `SortidError`: given by `start`. */
let makeError;

const coded = (Type, message, code) => Object.assign(new Type(message), { code });
const errors = {
  made: (code, message, ...rest) => makeError(code, message + host.reason(code), ...rest),
  type: (expected) => coded(TypeError, `${expected} is expected`, 'ERR_INVALID_ARG_TYPE'),
  state: (problem) => coded(Error, problem, 'ERR_INVALID_STATE'),
};

/** What the program holds of a generator: its number in the module. */
class Handle {
  constructor(number) {
    this.number = number;
    handles?.register(this, number, this);
  }

  /** No number is larger than this. */
  static CLOSED = Infinity;
}

// Without it, what is not closed stays.
const handles = globalThis.FinalizationRegistry && new FinalizationRegistry((number) => functions.close(number));

/** Which argument a function writes to. */
const WRITES = { fill: 1, fillText: 1, column: 3 };

/** Why the module is of no use any more. */
let broken;

/** Runs the module. What comes out of it in the place of an answer ended it amid what it did: whoever went on would wait for that, or repeat it. */
function entered(run) {
  if (broken !== undefined) throw broken;
  try {
    return run();
  } catch (error) {
    broken = Object.assign(makeError('panic', `panic: the module ended: ${error.message}`), { cause: error });
    throw broken;
  }
}

/** As many bytes as one call takes: the module's memory ends at four times as many. */
const MOST_BYTES = 2 ** 30;

function call(index, writes, given) {
  const args = given.map((value) => (value instanceof Handle ? value.number : value));
  const bound = boundOf(args);
  if (bound > MOST_BYTES) {
    throw coded(RangeError, `more than ${MOST_BYTES} bytes at once: do it by parts`, 'ERR_OUT_OF_RANGE');
  }
  const at = entered(() => exported.room(bound));
  const writer = new Writer(exported.memory.buffer, at);
  let targets = [];
  for (const [nth, arg] of args.entries()) {
    const before = writer.views.length;
    writer.write(arg);
    if (nth === writes) targets = writer.views.slice(before);
  }
  carryIn();
  const answer = entered(() => exported.call(index, writer.at - at));
  for (const { value, at: from } of targets) {
    new Uint8Array(value.buffer, value.byteOffset, value.byteLength).set(bytes(from, value.byteLength));
  }
  carryOut();
  return new Reader(exported.memory.buffer, answer, errors).read();
}

/** Asked for before the memory is looked at: that grows, and is another then. */
const namesAt = exported.names();
const names = new Reader(exported.memory.buffer, namesAt, errors).read();
const functions = Object.fromEntries(names.map((name, index) => [name, (...args) => call(index, WRITES[name], args)]));

// The registers that JavaScript sees are its own, as memory that grows is another: what lies in them is carried over.
let [carryIn, carryOut] = [() => {}, () => {}];
const [slotWords, timesAt, size] = functions.layout();
const memory = new ArrayBuffer(size);
{
  const own = new Uint8Array(memory);
  const at = exported.registers();
  const theirs = () => bytes(at, size);
  // Two ids go in, and as many as there are formats come out.
  const ids = 2 * slotWords * Int32Array.BYTES_PER_ELEMENT;
  carryIn = () => {
    const to = theirs();
    to.set(own.subarray(0, ids));
    to.set(own.subarray(timesAt), timesAt);
  };
  carryOut = () => own.set(theirs());
}

const messages = new Map(functions.errorCodes().map(([code, , message]) => [code, message]));
const made = functions.formats().filter(({ isMade }) => isMade);
/** Threads have a module each. */
const notShared = () => {
  throw makeError('not_applicable', `not_applicable: ${messages.get('not_applicable')} (threads)`, null, 'threads');
};

module.exports = {
  ...functions,
  start(makes) {
    makeError = makes;
    return { memory, slotWords, timesAt };
  },
  newId: Object.fromEntries(made.map(({ name, code }) => [name, () => functions.newOf(code)])),
  generator: (...args) => new Handle(functions.generator(...args)),
  defaultGenerator: (code) => new Handle(functions.defaultGenerator(code)),
  close(handle) {
    functions.close(handle);
    handles?.unregister(handle);
    handle.number = Handle.CLOSED;
  },
  nextOf: (handle) => () => functions.next(handle),
  prefixedNextOf: (handle, prefix) => () => functions.prefixedNext(handle, prefix),
  take: (handle, append, count) => host.giving(append, () => functions.take(handle, null, count)),
  giveTexts: (append, texts, width) => host.giving(append, () => functions.giveTexts(null, texts, width)),
  share: notShared,
  shared: notShared,
};
