// A Prisma client extension for ids.
import { AnyId, IdType, storage } from 'sortid';

/** The operations that create rows, with their argument for rows. */
const CREATIONS = {
  create: 'data',
  createMany: 'data',
  createManyAndReturn: 'data',
  upsert: 'create',
};

const mapValues = (object, convert) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, convert(value)]));

/** Adds missing ids to rows. */
function withIds(rows, keys) {
  if (Array.isArray(rows)) return rows.map((row) => withIds(row, keys));
  const row = { ...rows };
  for (const [field, { of, toDriver }] of Object.entries(keys))
    row[field] ??= toDriver((of instanceof IdType ? of : AnyId).now(of));
  return row;
}

/** A model's operations, with generated keys. */
function queriesOf(keys) {
  return mapValues(
    CREATIONS,
    (place) =>
      ({ args, query }) =>
        query({ ...args, [place]: withIds(args[place], keys) }),
  );
}

/** The fields that are added to a model: the text of each id. */
function textsOf(fields) {
  const entries = Object.entries(fields).map(([field, { fromDriver }]) => {
    const compute = ({ [field]: value }) => (value === null ? null : fromDriver(value));
    return [`${field}Text`, { needs: { [field]: true }, compute }];
  });
  return Object.fromEntries(entries);
}

export function prismaIds(database, keys, others = {}) {
  const storagesOf = (models) =>
    mapValues(models, (fields) => mapValues(fields, (of) => ({ of, ...storage(of, database) })));
  const [generated, read] = [storagesOf(keys), storagesOf(others)];
  const query = mapValues(generated, queriesOf);
  const names = [...new Set([...Object.keys(generated), ...Object.keys(read)])];
  const result = Object.fromEntries(names.map((model) => [model, textsOf({ ...generated[model], ...read[model] })]));
  return { name: 'sortid', query, result };
}
