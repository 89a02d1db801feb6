// The dynamic id: its format is known at run time.
'use strict';

const { inspect } = require('node:util');
const native = require('./load.cjs');
const { AnyId, OURS, compare, loadId } = require('./any-id.cjs');
const { typeError } = require('./error.cjs');
const { formatOf } = require('./format.cjs');
const given = require('./given.cjs');
const { IdRange } = require('./range.cjs');
const { schema } = require('./schema.cjs');

class Id extends AnyId {
  static parse(text, format) {
    native.parse(text, formatOf(format).code);
    return new Id(OURS, 0);
  }

  static fromBytes(bytes, format) {
    given.fromBytes(bytes, formatOf(format));
    return new Id(OURS, 0);
  }

  static fromBigInt(int, format) {
    given.fromBigInt(int, formatOf(format));
    return new Id(OURS, 0);
  }

  static fromFields(fields, format) {
    given.fromFields(fields, formatOf(format));
    return new Id(OURS, 0);
  }

  static from(id) {
    loadId(id, 0);
    return new Id(OURS, 0);
  }

  static fromJSON(json) {
    if (typeof json !== 'object' || json === null) throw typeError('{format, text} is expected');
    return Id.parse(json.text, json.format);
  }

  static minAt(time, format) {
    given.at(time, formatOf(format));
    return new Id(OURS, 0);
  }

  static maxAt(time, format) {
    given.at(time, formatOf(format));
    return new Id(OURS, 1);
  }

  static range(from, to, format, options) {
    given.range(from, to, formatOf(format), options);
    return new IdRange(new Id(OURS, 0), new Id(OURS, 1));
  }

  static prefixRange(prefix, format) {
    given.prefixRange(prefix, formatOf(format));
    return new IdRange(new Id(OURS, 0), new Id(OURS, 1));
  }

  static compare(a, b) {
    return compare(a, b);
  }

  static get '~standard'() {
    return idSchema;
  }

  convert(to) {
    const { code } = formatOf(to);
    loadId(this, 0);
    native.convertTo(code);
    return new Id(OURS, 0);
  }

  toJSON() {
    return { format: this.format.name, text: this.toString() };
  }

  [inspect.custom]() {
    return `Id(${this.format.name} ${this.toString()})`;
  }
}

const idSchema = schema((value) => (value instanceof AnyId ? Id.from(value) : Id.fromJSON(value)));

/** The id that the native part left in a slot. */
function readId(slot) {
  return new Id(OURS, slot);
}

module.exports = { Id, readId };
