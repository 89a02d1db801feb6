// A Kysely plugin that converts ids in queries and in their results.
import { isId, storage } from 'sortid';

/** The operators that compare ids with values. */
const COMPARISONS = new Set([
  ...['=', '==', '!=', '<>', '<', '<=', '>', '>=', 'in', 'not in', 'between', 'between symmetric'],
  ...['is', 'is not', 'is distinct from', 'is not distinct from'],
]);

const QUERIES = new Set(['SelectQueryNode', 'InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode']);

const VALUES = new Set(['ValueNode', 'PrimitiveValueListNode']);

const NO_COLUMNS = new Map();

const isNode = (value) => typeof value === 'object' && value !== null && typeof value.kind === 'string';
/** A name without case: the CamelCasePlugin renames the columns of results. */
const bare = (name) => name.replaceAll('_', '').toLowerCase();
const nameOf = (table) => table.table.identifier.name;

export class IdPlugin {
  /** The columns of ids of each table. */
  #tables;
  /** The columns of ids in each query's result. */
  #results = new WeakMap();

  constructor(database, tables) {
    const storages = (columns) => Object.entries(columns).map(([name, of]) => [name, storage(of, database)]);
    this.#tables = new Map(Object.entries(tables).map(([name, columns]) => [name, new Map(storages(columns))]));
  }

  transformQuery({ node, queryId }) {
    const outer = { named: this.#tables, own: [] };
    const columns = [...resultOf(node, scopeOf(node, outer.named))].map(([name, of]) => [bare(name), of]);
    this.#results.set(queryId, new Map(columns));
    return rewritten(node, outer);
  }

  async transformResult({ result, queryId }) {
    const columns = this.#results.get(queryId) ?? NO_COLUMNS;
    const [first] = result.rows ?? [];
    if (columns.size === 0 || first === undefined) return result;
    const found = Object.keys(first).flatMap((key) => {
      const of = columns.get(bare(key));
      return of === undefined ? [] : [[key, of]];
    });
    const rows = result.rows.map((row) => {
      const read = { ...row };
      for (const [key, { fromDriver }] of found) if (read[key] !== null) read[key] = fromDriver(read[key]);
      return read;
    });
    return { ...result, rows };
  }
}

/** The scope of a query: tables by name, and the tables of columns without a table name. */
function scopeOf(query, known) {
  const named = new Map(known);
  for (const { name, expression } of query.with?.expressions ?? []) {
    named.set(nameOf(name.table), resultOf(expression, scopeOf(expression, named)));
  }
  const sources = [query.into, query.table, ...(query.from?.froms ?? []), ...(query.using?.tables ?? [])];
  const all = [...sources, ...(query.joins ?? []).map(({ table }) => table)].filter(Boolean);
  const own = all
    .flatMap((source) => (source.kind === 'ListNode' ? source.items : source))
    .map((source) => {
      const isAlias = source.kind === 'AliasNode';
      const node = isAlias ? source.node : source;
      const name = isAlias ? source.alias.name : node.kind === 'TableNode' ? nameOf(node) : undefined;
      return [name, node.kind === 'TableNode' ? named.get(nameOf(node)) : resultOf(node, scopeOf(node, named))];
    });
  for (const [name, columns = NO_COLUMNS] of own) if (name !== undefined) named.set(name, columns);
  return { named, own: own.map(([, columns = NO_COLUMNS]) => columns) };
}

function storageOf(node, { named, own }) {
  if (node.kind === 'ColumnNode') return own.find((columns) => columns.has(node.column.name))?.get(node.column.name);
  if (node.kind !== 'ReferenceNode' || node.column.kind !== 'ColumnNode') return undefined;
  if (node.table === undefined) return storageOf(node.column, { named, own });
  return named.get(nameOf(node.table))?.get(node.column.column.name);
}

/** The columns of ids in the result of a query. */
function resultOf(query, scope) {
  const selections = query.selections ?? query.returning?.selections ?? [];
  const entries = selections.flatMap(({ selection }) => {
    if (selection.kind === 'SelectAllNode') return scope.own.flatMap((columns) => [...columns]);
    if (selection.column?.kind === 'SelectAllNode') return [...(scope.named.get(nameOf(selection.table)) ?? [])];
    const isAlias = selection.kind === 'AliasNode';
    const of = storageOf(isAlias ? selection.node : selection, scope);
    if (of === undefined) return [];
    return [[isAlias ? selection.alias.name : (selection.column.column ?? selection.column).name, of]];
  });
  return new Map(entries);
}

/** A query, or a part of one, with converted values. */
function rewritten(node, outer) {
  if (Array.isArray(node)) return node.map((part) => rewritten(part, outer));
  // A value may be an object, but has no nodes of the query.
  if (!isNode(node) || VALUES.has(node.kind)) return node;
  const scope = QUERIES.has(node.kind) ? scopeOf(node, outer.named) : outer;
  const entries = Object.entries(node).map(([key, part]) => [key, rewritten(part, scope)]);
  const copy = Object.fromEntries(entries);
  switch (node.kind) {
    case 'BinaryOperationNode':
      if (!COMPARISONS.has(node.operator.operator)) return copy;
      copy.leftOperand = converted(copy.leftOperand, storageOf(node.rightOperand, scope));
      copy.rightOperand = converted(copy.rightOperand, storageOf(node.leftOperand, scope));
      return copy;
    case 'ColumnUpdateNode':
      copy.value = converted(copy.value, storageOf(node.column, scope));
      return copy;
    case 'InsertQueryNode':
      if (copy.values?.kind === 'ValuesNode') {
        const storages = copy.columns.map((column) => storageOf(column, scope));
        const values = copy.values.values.map((row) => ({
          ...row,
          values: row.values.map((value, i) => converted(value, storages[i])),
        }));
        copy.values = { ...copy.values, values };
      }
      return copy;
    default:
      return copy;
  }
}

/** Converts a value, or each of several, for a column, if it is a text or an id. */
function converted(value, of) {
  if (of === undefined) return value;
  if (!isNode(value)) return typeof value === 'string' || isId(value) ? of.toDriver(value) : value;
  switch (value.kind) {
    case 'ValueNode':
      return { ...value, value: converted(value.value, of) };
    case 'ValueListNode':
    case 'PrimitiveValueListNode':
      return { ...value, values: value.values.map((each) => converted(each, of)) };
    case 'AndNode':
      return { ...value, left: converted(value.left, of), right: converted(value.right, of) };
    case 'ParensNode':
      return { ...value, node: converted(value.node, of) };
    default:
      return value;
  }
}
