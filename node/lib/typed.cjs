// A class for each format: its ids are known by their class, so in JSON they are their text.
'use strict';

const { inspect } = require('node:util');
const native = require('./load.cjs');
const { AnyId, OURS, compare, loadId } = require('./any-id.cjs');
const { refusal } = require('./error.cjs');
const { ALL, formatOf } = require('./format.cjs');
const given = require('./given.cjs');
const { camelCase } = require('./options.cjs');
const { isValid } = require('./read.cjs');
const { IdRange } = require('./range.cjs');
const { schema } = require('./schema.cjs');

/** A class as its file of its own would have it; here it is made once for every format there is. */
function classOf(format) {
  const { code } = format;
  const name = camelCase(`_${format.name}`);
  const both = () => new IdRange(new Typed(OURS, 0), new Typed(OURS, 1));
  let generator;

  const Typed = {
    [name]: class extends AnyId {
      static get format() {
        return format;
      }

      static now() {
        generator ??= native.defaultGenerator(code);
        native.nextId(generator);
        return new Typed(OURS, 0);
      }

      static parse(text) {
        native.parse(text, code);
        return new Typed(OURS, 0);
      }

      static isValid(text) {
        return isValid(text, format);
      }

      static from(id) {
        loadId(id, 0);
        if (id.format !== format) throw refusal('not_applicable', `${id.format} for ${format}`);
        return new Typed(OURS, 0);
      }

      static fromBytes(bytes) {
        given.fromBytes(bytes, format);
        return new Typed(OURS, 0);
      }

      static fromBigInt(int) {
        given.fromBigInt(int, format);
        return new Typed(OURS, 0);
      }

      static fromFields(fields) {
        given.fromFields(fields, format);
        return new Typed(OURS, 0);
      }

      static minAt(time) {
        given.at(time, format);
        return new Typed(OURS, 0);
      }

      static maxAt(time) {
        given.at(time, format);
        return new Typed(OURS, 1);
      }

      static range(from, to, options) {
        given.range(from, to, format, options);
        return both();
      }

      static prefixRange(prefix) {
        given.prefixRange(prefix, format);
        return both();
      }

      static compare(a, b) {
        return compare(a, b);
      }

      static get '~standard'() {
        return idSchema;
      }

      convert(to) {
        const target = formatOf(to);
        loadId(this, 0);
        native.convertTo(target.code);
        return readTyped(target, 0);
      }

      toJSON() {
        return this.toString();
      }

      [inspect.custom]() {
        return `${name}(${this.toString()})`;
      }
    },
  }[name];

  // Fields by the names that JavaScript would give them, save where that is a method's.
  for (const [i, field] of format.fields.entries()) {
    const property = camelCase(field.name);
    if (property in Typed.prototype) continue;
    Object.defineProperty(Typed.prototype, property, {
      configurable: true,
      get() {
        loadId(this, 0);
        return native.fields()[i];
      },
    });
  }

  const idSchema = schema((value) => (value instanceof AnyId ? Typed.from(value) : Typed.parse(value)));
  return Typed;
}

const classes = Object.fromEntries(ALL.map((format) => [format.name, classOf(format)]));

/** The id of a format that the native part left in a slot. */
function readTyped(format, slot) {
  return new classes[format.name](OURS, slot);
}

module.exports = { classes, readTyped };
