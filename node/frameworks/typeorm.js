// TypeORM columns for ids.
import { AnyId, IdType, storage } from 'sortid';
import { BeforeInsert, PrimaryColumn } from 'typeorm';

/** TypeORM's names of databases. */
const DATABASES = new Map([
  ['postgres', 'postgresql'],
  ['cockroachdb', 'postgresql'],
  ['better-sqlite3', 'sqlite'],
  ['sqljs', 'sqlite'],
]);

/** A conversion that returns null and undefined unchanged. */
const ifPresent = (convert) => (value) => (value === null || value === undefined ? value : convert(value));

export function idColumn(of, database, options = {}) {
  const { text = false, ...others } = options;
  const { dataType, collation, toDriver, fromDriver } = storage(of, DATABASES.get(database) ?? database, { text });
  const [, type, length] = /^([^(]*)(?:\((\d+)\))?/.exec(dataType);
  return {
    type: type.toLowerCase(),
    ...(length !== undefined && { length: Number(length) }),
    ...(collation !== undefined && { collation }),
    transformer: { to: ifPresent(toDriver), from: ifPresent(fromDriver) },
    ...others,
  };
}

/** Decorates a primary column; generates an id before an entity without one is saved. */
export function PrimaryIdColumn(of, database, options) {
  const column = PrimaryColumn(idColumn(of, database, options));
  return (prototype, property) => {
    column(prototype, property);
    const listener = `makes ${String(property)}`;
    Object.defineProperty(prototype, listener, {
      value() {
        this[property] ??= of instanceof IdType ? of.nowText() : String(AnyId.now(of));
      },
    });
    BeforeInsert()(prototype, listener);
  };
}
