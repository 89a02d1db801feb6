'use strict';

const native = require('./load.cjs');
const { refusal, typeError } = require('./error.cjs');
const { camelCase, packed } = require('./options.cjs');
const { putTime } = require('./time.cjs');

const OURS = Symbol('made by sortid');

class Format {
  constructor(ours, row) {
    if (ours !== OURS) throw typeError('formats are a closed list: use Format.of(name)');
    const fields = row.fieldNames.map((name, i) => Object.freeze({ name, bits: row.fieldBits[i] }));
    this.name = row.name;
    this.code = row.code;
    this.bits = row.bits;
    this.byteLength = row.byteLength;
    this.textLength = row.textLength;
    this.fields = Object.freeze(fields);
    this.resolutionNs = row.resolutionNs;
    this.summary = row.summary;
    this.specification = row.specification;
    this.options = Object.freeze(row.options.map(camelCase));
    Object.freeze(this);
  }

  static get all() {
    return ALL;
  }

  static of(format) {
    return formatOf(format);
  }

  minAt(time) {
    putTime(0, time, 'time');
    native.at(this.code);
    return readId(0);
  }

  maxAt(time) {
    putTime(0, time, 'time');
    native.at(this.code);
    return readId(1);
  }

  range(from, to, options) {
    const [names, values] = packed(options);
    putTime(0, from, 'from');
    putTime(1, to, 'to');
    native.range(this.code, names, values);
    return { min: readId(0), max: readId(1) };
  }

  prefixRange(prefix) {
    native.prefixRange(prefix, this.code);
    return { min: readId(0), max: readId(1) };
  }

  toString() {
    return this.name;
  }

  toJSON() {
    return this.name;
  }
}

const ALL = Object.freeze(native.formats().map((row) => new Format(OURS, row)));
const byName = new Map(ALL.map((format) => [format.name, format]));
const byCode = new Map(ALL.map((format) => [format.code, format]));

/** A format, or the format of a name. */
function formatOf(format) {
  const known = byName.get(format);
  if (known !== undefined) return known;
  if (format instanceof Format) return format;
  if (typeof format === 'string') throw refusal('unknown_format');
  throw typeError('format must be the name of a format, or a Format');
}

module.exports = { Format, byCode, formatOf };

// Ids know their formats, and formats find ids: the one who comes second is here by then.
const { readId } = require('./id.cjs');
