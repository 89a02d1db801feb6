// Every operation of the suite on the package's public API.
import { columns } from './columns.mjs';
import { fromHex, toHex } from './hex.mjs';

/** An operation or format that the driver does not know. */
export class Unsupported extends Error {}

const unixJson = ({ seconds, nanos }) => ({ seconds: String(seconds), nanos });
const time = ({ seconds, nanos }) => ({ seconds: BigInt(seconds), nanos: Number(nanos) });
const boundsJson = ({ min, max }) => ({ min: String(min), max: String(max) });

/** Options in the spelling of JavaScript: `max_lead_ms` is `maxLeadMs`, and decimal digits are a bigint. */
function optionsOf({ options = {}, seed }) {
  const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  const valueOf = (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value);
  const given = Object.entries(options).map(([name, value]) => [camelCase(name), valueOf(value)]);
  return { ...Object.fromEntries(given), seed };
}

/** The options that affect how ids are read. The protocol allows those of a generator beside them: a generator checks them. */
function readingOptions(sortid, request) {
  const { Format, Generator, OPTIONS } = sortid;
  const format = Format.named(request.format);
  const options = optionsOf(request);
  // Only where the application chooses the layout, the width of the node moves the time.
  const reads = ({ name, reads: affects }) => affects && (name !== 'nodeBits' || format.name === 'custom64');
  const names = OPTIONS.filter(reads).map(({ name }) => name);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const reading = given.filter(([name]) => names.includes(name));
  if (reading.length === given.length || !format.isMade) return options;
  // WebAssembly has no environment to read a node from.
  orNull(sortid, () => new Generator(format, options).close());
  return Object.fromEntries(reading);
}

/** What applies to no id of a format is `null`. */
function orNull(sortid, read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof sortid.SortidError && error.code === 'not_applicable') return null;
    throw error;
  }
}

function idJson(sortid, id, options) {
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

/** A generator with the request's options, on a manual clock where the request scripts one. */
function generatorOf({ Generator }, request) {
  const options = optionsOf(request);
  if (request.times !== undefined) options.clock ??= 'manual';
  return new Generator(request.format, options);
}

/** Makes a generator for a request, and closes it when that is answered: its state file is exact then. */
async function withGenerator(sortid, request, use) {
  const generator = generatorOf(sortid, request);
  try {
    return await use(generator);
  } finally {
    generator.close();
  }
}

function generate(generator, request) {
  const times = request.times?.map(time);
  const texts = [];
  try {
    for (let i = 0; i < request.count; i++) {
      texts.push(times ? generator.nextAt(times[Math.min(i, times.length - 1)]) : generator.next());
    }
  } catch (error) {
    throw Object.assign(error, { texts });
  }
  return { texts };
}

/** Scripted readings before the last belong to ids of earlier calls. */
function after({ Id }, generator, request) {
  const id = Id.parse(request.text, request.format);
  if (request.times === undefined) return { text: generator.nextAfter(id) };
  const times = request.times.map(time);
  for (const earlier of times.slice(0, -1)) generator.nextAt(earlier);
  return { text: generator.nextAfterAt(id, times.at(-1)) };
}

/** One generator, shared by workers. */
async function threads(entry, generator, request) {
  // Refused here, where the error has its class.
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
}

function compare({ Id }, { format, a, b }) {
  return { order: Id.compare(Id.parse(a, format), Id.parse(b, format)) };
}

function inspect(sortid, { text }) {
  const readings = sortid.inspect(text).map((reading) => {
    const unix = orNull(sortid, () => reading.timestamp());
    const epoch = reading.epoch === null ? {} : { epoch: reading.epoch };
    return { format: reading.id.format.name, unix: unix && unixJson(unix), ...epoch };
  });
  return { readings };
}

/** Offsets count code points. */
function findIds(sortid, { text, formats }) {
  const points = (end) => [...text.slice(0, end)].length;
  const found = sortid.findIds(text, formats).map(({ id, start, end }) => {
    return { format: id.format.name, id: String(id), start: points(start), end: points(end) };
  });
  return { found };
}

const FORMS = [
  ...['canonical', 'compact', 'hex', 'urn', 'base32', 'base64', 'uuid', 'typeid', 'decimal', 'braced', 'upper'],
  ...['base36', 'base57', 'base58', 'base58_flickr', 'base62', 'base64url', 'crockford'],
];

function forms(sortid, { text, format }) {
  const id = sortid.Id.parse(text, format);
  const all = FORMS.map((form) => [form, orNull(sortid, () => id.toForm(form))]);
  return Object.fromEntries(all.filter(([, written]) => written !== null));
}

function byteOrder({ Id }, { format, order, text, hex }) {
  if (hex !== undefined) return { text: String(Id.fromBytesIn(fromHex(hex), format, order)) };
  return { hex: toHex(Id.parse(text, format).toBytesIn(order)) };
}

const corrected = ({ id, corrections }) => ({ text: String(id), corrections });

function convert(sortid, { text, format, to }) {
  const converted = sortid.convert(text, format, to);
  return { text: converted.text, hex: toHex(converted.bytes) };
}

function build(sortid, { fields, format }) {
  const given = Object.entries(fields).map(([name, value]) => [name, BigInt(value)]);
  return idJson(sortid, sortid.Id.fromFields(Object.fromEntries(given), format));
}

function parsePrefixed(sortid, { text, format, prefix }) {
  const read = sortid.PrefixedId.parse(text, format, prefix);
  const unix = orNull(sortid, () => read.timestamp());
  return { prefix: read.prefix, id: String(read.id), unix: unix && unixJson(unix) };
}

/** Ids of a declaration, whose last one is described. */
function generatePrefixed({ prefixedType }, { format, prefix, count }) {
  const type = prefixedType(prefix, format);
  const ids = Array.from({ length: count }, () => type.now());
  return { texts: ids.map(String), prefix: ids.at(-1).prefix, kind: ids.at(-1).id.kind };
}

/** What a request asks for. */
export function answer(sortid, entry, request) {
  const { Format, Id } = sortid;
  const { op, format, text } = request;
  // `convert` alone knows names that are no formats, and says itself which it does not know.
  const names = Format.all.map(({ name }) => name);
  if (op !== 'convert' && format !== undefined && !names.includes(format)) throw new Unsupported(format);
  switch (op) {
    case 'parse':
      return idJson(sortid, Id.parse(text, format), readingOptions(sortid, request));
    case 'from_bytes':
      return idJson(sortid, Id.fromBytes(fromHex(request.hex), format));
    case 'build':
      return build(sortid, request);
    case 'forms':
      return forms(sortid, request);
    case 'prefix':
      return boundsJson(Id.prefixRange(request.prefix, format));
    case 'at': {
      const at = time(request.unix);
      if (request.prefix !== undefined) {
        const ids = sortid.prefixedType(request.prefix, format);
        return boundsJson({ min: ids.minAt(at), max: ids.maxAt(at) });
      }
      const options = readingOptions(sortid, request);
      return boundsJson({ min: Id.minAt(at, format, options), max: Id.maxAt(at, format, options) });
    }
    case 'range':
      if (request.prefix !== undefined) {
        return boundsJson(sortid.prefixedType(request.prefix, format).range(time(request.from), time(request.to)));
      }
      return boundsJson(Id.range(time(request.from), time(request.to), format, readingOptions(sortid, request)));
    case 'parse_form':
      return { text: String(Id.parseForm(text, format, request.form)) };
    case 'byte_order':
      return byteOrder(sortid, request);
    case 'parse_lenient':
      return corrected(Id.parseLenient(text, format));
    case 'near_misses':
      return { misses: sortid.nearMisses(text).map((miss) => ({ format: miss.id.format.name, ...corrected(miss) })) };
    case 'convert':
      return convert(sortid, request);
    case 'inspect':
      return inspect(sortid, request);
    case 'find_ids':
      return findIds(sortid, request);
    case 'compare':
      return compare(sortid, request);
    case 'step':
      return { text: String(Id.parse(text, format)[request.to === 'successor' ? 'successor' : 'predecessor']()) };
    case 'is_valid':
      return { valid: sortid.isValid(text, format) };
    case 'prefixed_parse':
      return parsePrefixed(sortid, request);
    case 'formats': {
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
    case 'prefixed_text':
      return { text: String(sortid.PrefixedId.from(Id.parse(text, format), request.prefix)) };
    case 'prefix_of':
      return { prefix: sortid.prefixOf(text) };
    case 'generate':
      if (request.prefix !== undefined) return generatePrefixed(sortid, request);
      return withGenerator(sortid, request, (generator) => generate(generator, request));
    case 'after':
      return withGenerator(sortid, request, (generator) => after(sortid, generator, request));
    case 'threads':
      return withGenerator(sortid, request, (generator) => threads(entry, generator, request));
    case 'columns':
      return columns(sortid, request, readingOptions(sortid, request));
    default:
      throw new Unsupported(op);
  }
}
