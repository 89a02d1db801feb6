/** A Kysely plugin for ids. */
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import type { Database, IdSource } from 'sortid';

/**
 * Converts texts and ids that a query compares with id columns, inserts or sets, and converts id
 * columns of results to texts. Follows aliases, subqueries and common table expressions, but not
 * raw SQL, `merge` and results of JSON functions. Declare the columns as `IdText`, or
 * `TypeIdText` for declared types.
 * Pass the plugin before a `CamelCasePlugin`, with the program's names.
 *
 * @example
 * new IdPlugin('sqlite', { orders: { id: 'uuid7' }, posts: { id: 'tid', order_id: 'uuid7' } })
 */
export class IdPlugin implements KyselyPlugin {
  /** @throws {SortidError} `unknown_format` */
  constructor(database: Database, tables: { readonly [table: string]: { readonly [column: string]: IdSource } });
  transformQuery(args: PluginTransformQueryArgs): PluginTransformQueryArgs['node'];
  transformResult(args: PluginTransformResultArgs): Promise<PluginTransformResultArgs['result']>;
}
