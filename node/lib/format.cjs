'use strict';

const native = require('./load.cjs');
const { refusal, typeError } = require('./error.cjs');
const { camelCase } = require('./options.cjs');
const { schema, textSchema } = require('./schema.cjs');

const OURS = Symbol('created by sortid');

class Format {
  #schema;

  constructor(ours, row) {
    if (ours !== OURS) throw typeError('formats have no public constructor: call Format.named(name)');
    const fields = row.fieldNames.map((name, i) => Object.freeze({ name, bits: row.fieldBits[i] }));
    this.name = row.name;
    this.code = row.code;
    this.bits = row.bits;
    this.byteLength = row.byteLength;
    this.textLength = row.textLength;
    this.textLengthMin = row.textLengthMin;
    this.textSorts = row.textSorts;
    this.bytesSort = row.bytesSort;
    this.isSigned = row.isSigned;
    this.canGenerate = row.canGenerate;
    this.isOrdered = row.isOrdered;
    this.takesPrefix = row.takesPrefix;
    this.fields = Object.freeze(fields);
    this.resolutionNs = row.resolutionNs;
    this.summary = row.summary;
    this.specification = row.specification;
    this.options = Object.freeze(row.options.map(camelCase));
    this.#schema = schema(
      (text) => {
        native.parse(text, row.code);
        return native.text();
      },
      () => textSchema(this),
    );
    Object.freeze(this);
  }

  static get all() {
    return ALL;
  }

  static named(format) {
    return formatOf(format);
  }

  get '~standard'() {
    return this.#schema;
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

/** The format for a name, a class of ids, or a Format. */
function formatOf(format) {
  const known = byName.get(format);
  if (known !== undefined) return known;
  if (format instanceof Format) return format;
  if (typeof format === 'function' && format.format instanceof Format) return format.format;
  if (typeof format === 'string') throw native.unknownFormat(format);
  throw typeError('format must be the name of a format, a Format, or a class of ids');
}

/** The format, which must be one that can be generated. */
function generatedFormat(name) {
  const format = formatOf(name);
  if (format.canGenerate) return format;
  throw refusal('not_applicable', `${format} ids are only read: none are generated`, format.name);
}

module.exports = { ALL, Format, byCode, formatOf, generatedFormat };
