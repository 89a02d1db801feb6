/** An extension of Prisma's client for ids. */
import type { Database, IdText, MadeFormat } from 'sortid';

/** The formats of the fields of each model, by the name of its property of the client. */
export interface IdModels {
  readonly [model: string]: { readonly [field: string]: MadeFormat };
}

/** An operation that makes rows. */
type Creation = (call: { args: any; query: (args: any) => Promise<any> }) => Promise<any>;

/** What `$extends` takes. */
export interface IdExtension<M extends IdModels> {
  readonly name: 'sortid';
  readonly query: {
    [Model in keyof M]: { create: Creation; createMany: Creation; createManyAndReturn: Creation; upsert: Creation };
  };
  readonly result: {
    [Model in keyof M]: {
      [Field in keyof M[Model] & string as `${Field}Text`]: {
        needs: { [Needed in Field]: true };
        compute: (row: { [Needed in Field]: any }) => IdText<M[Model][Field]>;
      };
    };
  };
}

/**
 * An extension for `$extends`: `create`, `createMany`, `createManyAndReturn` and `upsert` make the ids that their rows lack, not those
 * of nested rows, and the text of the id `id` is the field `idText`.
 *
 * @example
 * prisma.$extends(prismaIds('postgresql', { order: { id: 'uuid7' }, post: { id: 'tid' } }))
 * @throws {SortidError} `unknown_format`
 */
export function prismaIds<const M extends IdModels>(database: Database, models: M): IdExtension<M>;
