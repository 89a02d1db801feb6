// An extension of Prisma's client for ids.
import { newId, storage } from 'sortid';

/** The name of the field that holds an id's text, beside one that holds an integer or bytes. */
const textName = (field) => `${field}Text`;

/** The operations that create rows, and where their rows are. */
const CREATIONS = {
  create: 'data',
  createMany: 'data',
  createManyAndReturn: 'data',
  upsert: 'create',
};

/** Rows with ids where they have none. */
function withIds(rows, columns) {
  if (Array.isArray(rows)) return rows.map((row) => withIds(row, columns));
  const row = { ...rows };
  for (const [field, { format, toDriver }] of columns) row[field] ??= toDriver(newId(format));
  return row;
}

/** The extension of one model. */
function extensionOf(fields, database) {
  const columns = Object.entries(fields).map(([field, format]) => [field, storage(format, database)]);
  const query = Object.fromEntries(
    Object.entries(CREATIONS).map(([operation, key]) => [
      operation,
      ({ args, query: run }) => run({ ...args, [key]: withIds(args[key], columns) }),
    ]),
  );
  const result = Object.fromEntries(
    columns.map(([field, { fromDriver }]) => [
      textName(field),
      { needs: { [field]: true }, compute: (row) => fromDriver(row[field]) },
    ]),
  );
  return { query, result };
}

export function prismaIds(database, models) {
  const extensions = Object.entries(models).map(([model, fields]) => [model, extensionOf(fields, database)]);
  const part = (name) => Object.fromEntries(extensions.map(([model, extension]) => [model, extension[name]]));
  return { name: 'sortid', query: part('query'), result: part('result') };
}
