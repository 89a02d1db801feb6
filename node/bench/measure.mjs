// Measures sortid and its peers in interleaved rounds, whose medians are the results.
import crypto from 'node:crypto';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { app } from '../scripts/folders.mjs';
import { medians } from './rounds.mjs';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    alone: { type: 'string' },
    group: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});

/** Calls per sample: enough for the clock, and within the lead of tid generators, a million ids. */
const CALLS = 2000;
const FILLED = 10_000;
const ROUNDS = values.quick ? [10, 20] : [40, 120];

const require = createRequire(path.join(values.folder, 'package.json'));
const versionOf = (name) =>
  JSON.parse(readFileSync(path.join(values.folder, 'node_modules', name, 'package.json'), 'utf8')).version;
const load = (name) => import(pathToFileURL(require.resolve(name)));

const part = (...names) => import(pathToFileURL(path.join(app, 'node_modules', 'sortid', ...names)));
const {
  Generator,
  AnyId,
  Snowflake,
  Uuid7,
  isValid,
  ksuidText,
  objectIdText,
  parseColumn,
  texts,
  tidText,
  times,
  ulidText,
  uuid7Text,
} = await part('index.mjs');
/** The modules for other runtimes, measured in Node's engine. */
const wasm = await part('wasm', 'node.mjs');
const { uuid7: plainUuid7 } = await part('formats', 'uuid7.mjs');

/** The last result: exported, so that V8 cannot eliminate the calls. */
let sink;
export const last = () => sink;

const UUID = '017f22e2-79b0-7cc3-98c4-dc0c0c07398f';
const KSUID = '0ujtsYcgvSTl8PAuAdqWYSMnLOv';
const OBJECT_ID = '507c7f79bcf86cd7994f6c0e';
const DISCORD = '175928847299117063';
const UUID_BYTES = Uuid7.parse(UUID).toBytes();

/** Columns of ids, in an array and in memory. */
const COLUMN = new Generator('uuid7').nextTexts(FILLED);
const TEXTS = { texts: Buffer.from(COLUMN.join('')) };
const BYTES = parseColumn(TEXTS, 'uuid7').values;
const INTS = parseColumn(new Generator('tid').nextTexts(FILLED), 'tid', { as: 'memory' }).values;

/** The same ids, shuffled in the same way in each run. */
const MIXED = COLUMN.map((_, i) => COLUMN[(i * 7919) % FILLED]);
const OBJECTS = MIXED.map((text) => Uuid7.parse(text));

/** The time of a uuid7 text, as usually written by hand, without validation. */
const msOf = (text) => parseInt(text.slice(0, 8) + text.slice(9, 13), 16);

// Each loop is a separate function, so that V8 optimizes it for one callee.
const OURS = {
  'tid()': (n) => {
    for (let i = 0; i < n; i++) sink = tidText();
  },
  'uuid7Text()': (n) => {
    for (let i = 0; i < n; i++) sink = uuid7Text();
  },
  'ulid()': (n) => {
    for (let i = 0; i < n; i++) sink = ulidText();
  },
  'ksuid()': (n) => {
    for (let i = 0; i < n; i++) sink = ksuidText();
  },
  'objectId()': (n) => {
    for (let i = 0; i < n; i++) sink = objectIdText();
  },
  'cuid()': (n) => {
    for (let i = 0; i < n; i++) sink = String(AnyId.now('cuid'));
  },
  'parse a UUID': (n) => {
    for (let i = 0; i < n; i++) sink = AnyId.parse(UUID, 'uuid7');
  },
  'parse a KSUID': (n) => {
    for (let i = 0; i < n; i++) sink = AnyId.parse(KSUID, 'ksuid');
  },
  'parse an ObjectId': (n) => {
    for (let i = 0; i < n; i++) sink = AnyId.parse(OBJECT_ID, 'object_id');
  },
  'text of the bytes of a UUID': (n) => {
    for (let i = 0; i < n; i++) sink = String(Uuid7.fromBytes(UUID_BYTES));
  },
  'isValid of a UUID': (n) => {
    for (let i = 0; i < n; i++) sink = isValid(UUID, 'uuid7');
  },
  'date of a Discord snowflake': (n) => {
    for (let i = 0; i < n; i++) sink = Snowflake.parse(DISCORD).date({ epoch: 'discord' });
  },
  [`sort ${FILLED} uuid7 objects`]: () => (sink = OBJECTS.toSorted(Uuid7.compare)),
  [`fill ${FILLED} uuid7`]: (() => {
    const [generator, buffer] = [new Generator('uuid7'), new Uint8Array(16 * FILLED)];
    return () => (sink = generator.fill(buffer));
  })(),
  [`nextTexts ${FILLED} uuid7`]: (() => {
    const generator = new Generator('uuid7');
    return () => (sink = generator.nextTexts(FILLED));
  })(),
  'uuid7Text() in WebAssembly': (n) => {
    for (let i = 0; i < n; i++) sink = wasm.uuid7Text();
  },
  [`nextTexts ${FILLED} uuid7 in WebAssembly`]: (() => {
    const generator = new wasm.Generator('uuid7');
    return () => (sink = generator.nextTexts(FILLED));
  })(),
  'uuid7() in JavaScript alone': (n) => {
    for (let i = 0; i < n; i++) sink = plainUuid7();
  },
  [`times of ${FILLED} texts in an array`]: () => (sink = times(COLUMN, 'uuid7')),
  [`times of ${FILLED} texts in memory`]: () => (sink = times(TEXTS, 'uuid7')),
  [`times of ${FILLED} ids in memory`]: () => (sink = times(BYTES, 'uuid7')),
  [`times of ${FILLED} tids, integers`]: () => (sink = times(INTS, 'tid')),
  [`ids of ${FILLED} texts in memory`]: () => (sink = parseColumn(TEXTS, 'uuid7')),
  [`texts of ${FILLED} ids in memory`]: () => (sink = texts(BYTES, 'uuid7')),
};

const ofNode = (run) => async () => ({ version: process.versions.node, run: await run() });
const loop = (run) => ofNode(() => run);
const ofNpm = (name, run) => async () => ({ version: versionOf(name), run: run(await load(name)) });

const PEERS = {
  'crypto.randomUUID': ofNode(() => {
    const { randomUUID } = crypto;
    return (n) => {
      for (let i = 0; i < n; i++) sink = randomUUID();
    };
  }),
  'crypto.randomUUID, a loop into a list': ofNode(() => () => {
    const list = [];
    for (let i = 0; i < FILLED; i++) list.push(crypto.randomUUID());
    sink = list;
  }),
  'uuid v7': ofNpm('uuid', ({ v7 }) => (n) => {
    for (let i = 0; i < n; i++) sink = v7();
  }),
  'uuid.parse': ofNpm('uuid', ({ parse }) => (n) => {
    for (let i = 0; i < n; i++) sink = parse(UUID);
  }),
  'uuid.stringify': ofNpm('uuid', ({ stringify }) => (n) => {
    for (let i = 0; i < n; i++) sink = stringify(UUID_BYTES);
  }),
  'bson UUID, text': ofNpm('bson', ({ UUID: BsonUuid }) => (n) => {
    for (let i = 0; i < n; i++) sink = new BsonUuid(UUID_BYTES).toString();
  }),
  'uuid.validate': ofNpm('uuid', ({ validate }) => (n) => {
    for (let i = 0; i < n; i++) sink = validate(UUID);
  }),
  'bigints by hand': ofNode(() => (n) => {
    for (let i = 0; i < n; i++) sink = new Date(Number((BigInt(DISCORD) >> 22n) + 1_420_070_400_000n));
  }),
  '@sapphire/snowflake timestampFrom': ofNpm('@sapphire/snowflake', ({ DiscordSnowflake }) => (n) => {
    for (let i = 0; i < n; i++) sink = new Date(DiscordSnowflake.timestampFrom(DISCORD));
  }),
  'a sort of the texts': loop(() => (sink = MIXED.toSorted())),
  'uuid v7, a loop into a buffer': ofNpm('uuid', ({ v7 }) => {
    const buffer = new Uint8Array(16 * FILLED);
    return () => {
      for (let i = 0; i < FILLED; i++) v7(undefined, buffer, 16 * i);
      sink = buffer;
    };
  }),
  'a loop of parseInt over the array': loop(() => {
    const list = [];
    for (const text of COLUMN) list.push(msOf(text));
    sink = list;
  }),
  'a loop of parseInt over strings of the memory': loop(() => {
    const all = TEXTS.texts.toString('latin1');
    const list = new BigInt64Array(FILLED);
    for (let i = 0; i < FILLED; i++) list[i] = BigInt(msOf(all.slice(36 * i, 36 * i + 36)));
    sink = list;
  }),
  'a loop of readUIntBE': loop(() => {
    const bytes = Buffer.from(BYTES.buffer);
    const list = new BigInt64Array(FILLED);
    for (let i = 0; i < FILLED; i++) list[i] = BigInt(bytes.readUIntBE(16 * i, 6));
    sink = list;
  }),
  'a loop of bigints': loop(() => {
    const list = new BigInt64Array(FILLED);
    for (let i = 0; i < FILLED; i++) list[i] = (INTS[i] >> 10n) / 1000n;
    sink = list;
  }),
  'uuid.parse, a loop over the array': ofNpm('uuid', ({ parse }) => () => {
    const bytes = new Uint8Array(16 * FILLED);
    for (let i = 0; i < FILLED; i++) bytes.set(parse(COLUMN[i]), 16 * i);
    sink = bytes;
  }),
  'uuid.stringify, a loop into a list': ofNpm('uuid', ({ stringify }) => () => {
    const list = [];
    for (let i = 0; i < FILLED; i++) list.push(stringify(BYTES, 16 * i));
    sink = list;
  }),
  'uuid v7, a loop into a list': ofNpm('uuid', ({ v7 }) => () => {
    const list = [];
    for (let i = 0; i < FILLED; i++) list.push(v7());
    sink = list;
  }),
  uuidv7: ofNpm('uuidv7', ({ uuidv7 }) => (n) => {
    for (let i = 0; i < n; i++) sink = uuidv7();
  }),
  // Monotonic, like sortid's.
  ulid: ofNpm('ulid', ({ monotonicFactory }) => {
    const next = monotonicFactory();
    return (n) => {
      for (let i = 0; i < n; i++) sink = next();
    };
  }),
  'ulid, in no order': ofNpm('ulid', ({ ulid: make }) => (n) => {
    for (let i = 0; i < n; i++) sink = make();
  }),
  ksuid: ofNpm('ksuid', ({ default: Ksuid }) => (n) => {
    for (let i = 0; i < n; i++) sink = Ksuid.randomSync().string;
  }),
  'KSUID.parse': ofNpm('ksuid', ({ default: { parse } }) => (n) => {
    for (let i = 0; i < n; i++) sink = parse(KSUID);
  }),
  'bson ObjectId, text': ofNpm('bson', ({ ObjectId }) => (n) => {
    for (let i = 0; i < n; i++) sink = new ObjectId().toHexString();
  }),
  'bson ObjectId': ofNpm('bson', ({ ObjectId }) => (n) => {
    for (let i = 0; i < n; i++) sink = new ObjectId();
  }),
  'bson ObjectId, from text': ofNpm('bson', ({ ObjectId }) => (n) => {
    for (let i = 0; i < n; i++) sink = ObjectId.createFromHexString(OBJECT_ID);
  }),
  cuid: ofNpm('cuid', ({ default: make }) => (n) => {
    for (let i = 0; i < n; i++) sink = make();
  }),
  '@atproto/common-web TID': ofNpm('@atproto/common-web', ({ TID }) => (n) => {
    for (let i = 0; i < n; i++) sink = TID.nextStr();
  }),
  '@atcute/tid': ofNpm('@atcute/tid', ({ now }) => (n) => {
    for (let i = 0; i < n; i++) sink = now();
  }),
  nanoid: ofNpm('nanoid', ({ nanoid }) => (n) => {
    for (let i = 0; i < n; i++) sink = nanoid();
  }),
  '@napi-rs/uuid v4': ofNpm('@napi-rs/uuid', ({ v4 }) => (n) => {
    for (let i = 0; i < n; i++) sink = v4();
  }),
};

// Subject, peer, and the largest ratio of their times, or null. Each group has its own process: if
// a peer leaves much garbage, V8 enlarges the young generation, and all others miss caches.
const GROUPS = [
  [
    ['tid()', 'crypto.randomUUID', 0.5],
    ['uuid7Text()', 'crypto.randomUUID', 0.6],
    ['uuid7Text()', 'uuid v7', 0.04],
    ['parse a UUID', 'uuid.parse', 0.5],
    [`fill ${FILLED} uuid7`, 'uuid v7, a loop into a buffer', 0.01],
    [`nextTexts ${FILLED} uuid7`, 'uuid v7, a loop into a list', null],
    ['uuid7Text()', 'uuidv7', null],
    ['uuid7Text()', 'ulid', null],
    ['uuid7Text()', 'nanoid', null],
    ['uuid7Text()', '@napi-rs/uuid v4', null],
    ['tid()', '@atproto/common-web TID', null],
    ['tid()', '@atcute/tid', null],
  ],
  [
    ['text of the bytes of a UUID', 'uuid.stringify', 0.9],
    ['text of the bytes of a UUID', 'bson UUID, text', null],
    ['isValid of a UUID', 'uuid.validate', 0.9],
    ['date of a Discord snowflake', 'bigints by hand', 1.65],
    ['date of a Discord snowflake', '@sapphire/snowflake timestampFrom', null],
    [`sort ${FILLED} uuid7 objects`, 'a sort of the texts', 1.7],
  ],
  [
    ['ulid()', 'ulid', 0.4],
    ['objectId()', 'bson ObjectId, text', 0.45],
    ['objectId()', 'bson ObjectId', null],
    ['ksuid()', 'ksuid', 0.4],
    ['cuid()', 'cuid', 0.4],
    ['ulid()', 'ulid, in no order', null],
    ['parse a KSUID', 'KSUID.parse', null],
    ['parse an ObjectId', 'bson ObjectId, from text', null],
  ],
  [
    ['uuid7Text() in WebAssembly', 'crypto.randomUUID', 3.5],
    [`nextTexts ${FILLED} uuid7 in WebAssembly`, 'crypto.randomUUID, a loop into a list', 0.5],
    ['uuid7() in JavaScript alone', 'uuid v7', 0.5],
  ],
  [
    [`times of ${FILLED} texts in an array`, 'a loop of parseInt over the array', null],
    [`times of ${FILLED} texts in memory`, 'a loop of parseInt over strings of the memory', 0.25],
    [`times of ${FILLED} ids in memory`, 'a loop of readUIntBE', 0.5],
    [`times of ${FILLED} tids, integers`, 'a loop of bigints', 0.5],
    [`ids of ${FILLED} texts in memory`, 'uuid.parse, a loop over the array', 0.05],
    [`texts of ${FILLED} ids in memory`, 'uuid.stringify, a loop into a list', 0.05],
  ],
].map((rows) => rows.filter(([ours, peer]) => `${ours} ${peer}`.includes(values.only)));
const ROWS = GROUPS.flat();

const nameOf = ([ours, peer]) => `${ours} and ${peer}`;

/** The time per call, or per id of a fill. Untimed calls first refill the caches. */
function sample({ run, ids }) {
  if (ids === CALLS) run(CALLS / 10);
  const began = process.hrtime.bigint();
  run(CALLS);
  return Number(process.hrtime.bigint() - began) / ids;
}

async function measure(rows) {
  const peers = Object.fromEntries(await Promise.all(rows.map(async ([, peer]) => [peer, await PEERS[peer]()])));
  const subjects = {};
  for (const [ours, peer] of rows) {
    const ids = ours.includes(String(FILLED)) ? FILLED : CALLS;
    subjects[ours] = { run: OURS[ours], ids };
    subjects[peer] = { run: peers[peer].run, ids };
  }
  const ns = medians(subjects, sample, ROUNDS);
  return rows.map(([ours, peer, demand]) => ({
    what: ours,
    ours_ns: ns[ours],
    peer,
    peer_version: peers[peer].version,
    peer_ns: ns[peer],
    demand,
  }));
}

if (values.list) {
  console.log(JSON.stringify({ groups: GROUPS.length, rows: ROWS.map(nameOf) }));
} else if (values.group !== undefined) {
  for (const row of await measure(GROUPS[Number(values.group)] ?? [])) console.log(JSON.stringify(row));
} else {
  // The largest ratio is checked only in the group's run.
  const rows = ROWS.filter((row) => nameOf(row) === values.alone);
  for (const row of await measure(rows)) {
    console.log(JSON.stringify({ ...row, what: `${row.what}, these two alone`, demand: null }));
  }
}
