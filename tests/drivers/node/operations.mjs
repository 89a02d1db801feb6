// Every operation of the suite on the package's public API.
import { columns as columnsOf } from './columns.mjs';
import { fromHex, toHex } from './hex.mjs';

/** An operation or format that the driver does not know. */
export class Unsupported extends Error {}

const unixJson = ({ seconds, nanos }) => ({ seconds: String(seconds), nanos });
const time = ({ seconds, nanos }) => ({ seconds: BigInt(seconds), nanos: Number(nanos) });
const boundsJson = ({ min, max }) => ({ min: String(min), max: String(max) });

/** The protocol's names of the option `node`. */
const NODES = {
  tid: 'clock_id',
  uid11_snowish: 'machine',
  snowflake: 'machine',
  flake_idgen: 'machine',
  sonyflake: 'machine',
  sharding_id: 'shard',
  scru160: 'node_id',
  scru64: 'node_id',
};

/** Options as JavaScript spells them: `maxLeadMs` for `max_lead_ms`, and bigints for digits. */
function optionsOf({ format, options = {}, seed }) {
  const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const valueOf = (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value);
  const nameOf = (name) => {
    if (name === NODES[format] && !('node' in options)) return 'node';
    return Object.values(NODES).includes(name) ? name : camelCase(name);
  };
  const given = Object.entries(options).map(([name, value]) => [nameOf(name), valueOf(value)]);
  return { ...Object.fromEntries(given), seed };
}

/** The options that affect reading. A generator validates the other options of a request. */
function readingOptions(sortid, request) {
  const { Format, Generator, OPTIONS } = sortid;
  const format = Format.named(request.format);
  const options = optionsOf(request);
  // The node's width only moves the time if the application chooses the layout.
  const reads = ({ name, reads: affects }) => affects && (name !== 'nodeBits' || format.name === 'custom64');
  const names = OPTIONS.filter(reads).map(({ name }) => name);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const reading = given.filter(([name]) => names.includes(name));
  if (reading.length === given.length || !format.canGenerate) return options;
  // WebAssembly has no environment to read the node from.
  orNull(sortid, () => new Generator(format, options).close());
  return Object.fromEntries(reading);
}

/** The result; `null` if the property applies to no id of the format. */
function orNull(sortid, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof sortid.SortidError && error.code === 'not_applicable') return null;
    throw error;
  }
}

const idOf = ({ AnyId }, r, key) => AnyId.parse(r[key], r.format);

function idJson(sortid, r, id) {
  const options = readingOptions(sortid, r);
  const unix = orNull(sortid, () => id.timestamp(options));
  const fields = Object.entries(id.fields()).map(([name, value]) => [name, String(value)]);
  return {
    text: String(id),
    hex: toHex(id.toBytes()),
    fields: Object.fromEntries(fields),
    unix: unix && unixJson(unix),
    reserved: id.isReserved,
    kind: id.kind,
  };
}

/** A generator with the request's options, and with a manual clock if the request scripts one. */
function generatorOf({ Generator }, request) {
  const options = optionsOf(request);
  if (request.times !== undefined) options.clock ??= 'manual';
  return new Generator(request.format, options);
}

/** Runs an operation with a generator and then closes it, so that its state file is exact. */
const withGenerator = (use) => async (sortid, request, entry) => {
  const generator = generatorOf(sortid, request);
  try {
    return await use(generator, request, sortid, entry);
  } finally {
    generator.close();
  }
};

const generateNext = withGenerator((generator, request) => {
  const times = request.times?.map(time);
  const texts = [];
  try {
    for (let i = 0; i < request.count; i++) {
      texts.push(times ? String(generator.nextAt(times[Math.min(i, times.length - 1)])) : generator.nextText());
    }
  } catch (error) {
    throw Object.assign(error, { texts });
  }
  return { texts };
});

/** All scripted readings but the last are for ids of earlier calls. */
const after = withGenerator((generator, request, sortid) => {
  const id = idOf(sortid, request, 'text');
  if (request.times === undefined) return { text: String(generator.nextAfter(id)) };
  const times = request.times.map(time);
  for (const earlier of times.slice(0, -1)) generator.nextAt(earlier);
  return { text: String(generator.nextAfterAt(id, times.at(-1))) };
});

/** Generates in workers that share a generator. */
const threads = withGenerator(async (generator, request, sortid, entry) => {
  // An error in a worker would lose its class, so it must be thrown here.
  if (request.options?.clock === 'manual') generator.next();
  const workerData = { entry, handle: generator.share(), count: request.per_thread };
  const { Worker } = await import('node:worker_threads');
  const file = new URL('thread.cjs', import.meta.url);
  const workers = Array.from({ length: request.threads }, () => new Worker(file, { workerData }));
  const made = workers.map(
    (worker) =>
      new Promise((resolve, reject) => {
        worker.once('message', resolve);
        worker.once('error', reject);
      }),
  );
  return { texts: await Promise.all(made) };
});

function inspect(sortid, { text }) {
  const readings = sortid.inspect(text).readings.map((reading) => {
    const unix = orNull(sortid, () => reading.timestamp());
    const epoch = reading.epoch === null ? {} : { epoch: reading.epoch };
    return { format: reading.id.format.name, unix: unix && unixJson(unix), ...epoch };
  });
  return { readings };
}

/** Offsets count code points. */
function findIds(sortid, { text, ...r }) {
  const points = (end) => [...text.slice(0, end)].length;
  const found = sortid.findIds(text, r.formats).map(({ id, start, end }) => {
    return { format: id.format.name, id: String(id), start: points(start), end: points(end) };
  });
  return { found };
}

const FORMS = [
  ...['canonical', 'compact', 'hex', 'urn', 'base32', 'base64', 'uuid', 'typeid', 'decimal', 'braced', 'upper'],
  ...['base36', 'base57', 'base58', 'base58_flickr', 'base62', 'base64url', 'crockford'],
];

function forms(sortid, r) {
  const id = idOf(sortid, r, 'text');
  const all = FORMS.map((form) => [form, orNull(sortid, () => id.toForm(form))]);
  return Object.fromEntries(all.filter(([, written]) => written !== null));
}

function byteOrder({ AnyId }, { format, order, text, hex }) {
  if (hex !== undefined) return { text: String(AnyId.fromBytesIn(fromHex(hex), format, order)) };
  return { hex: toHex(AnyId.parse(text, format).toBytesIn(order)) };
}

function keyed({ AnyId }, { format, hex, key, namespace, secret, unix }) {
  const octets = hex === undefined ? key : fromHex(hex);
  const bytes = secret === undefined ? undefined : new TextEncoder().encode(secret);
  return { text: String(AnyId.keyed(time(unix), octets, format, namespace, bytes)) };
}

const corrected = ({ id, corrections }) => ({ text: String(id), corrections });

const convertedJson = ({ text, bytes }) => ({ text, hex: toHex(bytes) });

const nearMisses = (sortid, { text }) => ({
  misses: sortid.inspect(text).suggestions.map((miss) => ({ format: miss.id.format.name, ...corrected(miss) })),
});

const fieldsOf = ({ fields }) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, BigInt(value)]));

function at(sortid, r) {
  const instant = time(r.unix);
  if (r.prefix !== undefined) {
    const ids = sortid.idType(r.prefix, r.format);
    return boundsJson({ min: ids.minAt(instant), max: ids.maxAt(instant) });
  }
  const [{ AnyId }, options] = [sortid, readingOptions(sortid, r)];
  return boundsJson({ min: AnyId.minAt(instant, r.format, options), max: AnyId.maxAt(instant, r.format, options) });
}

function range(sortid, r) {
  const [from, to] = [time(r.from), time(r.to)];
  if (r.prefix !== undefined) return boundsJson(sortid.idType(r.prefix, r.format).range(from, to));
  return boundsJson(sortid.AnyId.range(from, to, r.format, readingOptions(sortid, r)));
}

function formats({ Format }, { format }) {
  const { code, bits, textLength, textLengthMin, textSorts, bytesSort } = Format.named(format);
  return {
    code,
    bits,
    text_len: textLength,
    text_len_min: textLengthMin,
    text_sorts: textSorts,
    bytes_sort: bytesSort,
  };
}

function prefixedParse(sortid, { text, format, prefix }) {
  const read = sortid.TypeId.parse(text, format, prefix);
  const unix = orNull(sortid, () => read.timestamp());
  return { prefix: read.prefix, id: String(read.id), unix: unix && unixJson(unix) };
}

/** Generates ids of a declared prefix, and describes the last one. */
function generateTyped({ idType }, { format, prefix, count }) {
  const type = idType(prefix, format);
  const ids = Array.from({ length: count }, () => type.now());
  return { texts: ids.map(String), prefix: ids.at(-1).prefix, kind: ids.at(-1).kind };
}

const generate = (sortid, r) => (r.prefix === undefined ? generateNext : generateTyped)(sortid, r);

const columns = (sortid, r) => columnsOf(sortid, r, readingOptions(sortid, r));

const OPERATIONS = {
  // <generated: operations>
  parse: (sortid, r) => idJson(sortid, r, sortid.AnyId.parse(r.text, r.format)),
  from_bytes: (sortid, r) => idJson(sortid, r, sortid.AnyId.fromBytes(fromHex(r.hex), r.format)),
  build: (sortid, r) => idJson(sortid, r, sortid.AnyId.fromFields(fieldsOf(r), r.format)),
  forms,
  parse_form: (sortid, r) => ({ text: String(sortid.AnyId.parseForm(r.text, r.format, r.form)) }),
  byte_order: byteOrder,
  keyed,
  parse_lenient: (sortid, r) => corrected(sortid.AnyId.parseLenient(r.text, r.format)),
  near_misses: nearMisses,
  prefix: (sortid, r) => boundsJson(sortid.AnyId.prefixRange(r.prefix, r.format)),
  at,
  range,
  convert: (sortid, r) => convertedJson(sortid.convert(r.text, r.format, r.to)),
  inspect,
  find_ids: findIds,
  compare: (sortid, r) => ({ order: sortid.Id.compare(idOf(sortid, r, 'a'), idOf(sortid, r, 'b')) }),
  step: (sortid, r) => ({ text: String(idOf(sortid, r, 'text')[r.to === 'successor' ? r.to : 'predecessor']()) }),
  is_valid: (sortid, r) => ({ valid: sortid.isValid(r.text, r.format) }),
  formats,
  prefixed_parse: prefixedParse,
  prefixed_text: (sortid, r) => ({ text: String(sortid.TypeId.from(idOf(sortid, r, 'text'), r.prefix)) }),
  prefix_of: (sortid, r) => ({ prefix: sortid.prefixOf(r.text) }),
  generate,
  after,
  threads,
  columns,
  // </generated>
};

/** The result of a request. */
export function answer(sortid, entry, request) {
  const { op, format } = request;
  // Only `convert` accepts names that are not formats, and it reports unknown ones itself.
  const names = sortid.Format.all.map(({ name }) => name);
  if (op !== 'convert' && format !== undefined && !names.includes(format)) throw new Unsupported(format);
  if (!Object.hasOwn(OPERATIONS, op)) throw new Unsupported(op);
  return OPERATIONS[op](sortid, request, entry);
}
