/** A plugin of Kysely for ids. */
import type { KyselyPlugin, PluginTransformQueryArgs, PluginTransformResultArgs } from 'kysely';
import type { Database, FormatLike, FormatName } from 'sortid';

/**
 * Lets a program have ids as texts: declare each column as `IdText`. Converts texts and ids that a query compares with columns of
 * ids, inserts or sets, and the columns of its result, also through aliases, subqueries and common table expressions. Leaves raw SQL,
 * `merge` and results of JSON functions as they are. Goes before a `CamelCasePlugin`, with the names in the program.
 *
 * @example
 * new IdPlugin('sqlite', { orders: { id: 'uuid7' }, posts: { id: 'tid', order_id: 'uuid7' } })
 */
export class IdPlugin implements KyselyPlugin {
  /** @throws {SortidError} `unknown_format` */
  constructor(
    database: Database,
    tables: { readonly [table: string]: { readonly [column: string]: FormatLike<FormatName> } },
  );
  transformQuery(args: PluginTransformQueryArgs): PluginTransformQueryArgs['node'];
  transformResult(args: PluginTransformResultArgs): Promise<PluginTransformResultArgs['result']>;
}
