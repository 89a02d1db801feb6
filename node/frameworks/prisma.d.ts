/** A Prisma client extension for ids. */
import type { Database, FormatLike, GeneratedFormat, IdSource, IdType, SourceText } from 'sortid';

/** The formats or declared types of id fields, by model (its property of the client) and field. */
export interface IdModels<Source extends IdSource = IdSource> {
  readonly [model: string]: { readonly [field: string]: Source };
}

/** The fields whose ids are generated. */
export type KeyModels = IdModels<FormatLike<GeneratedFormat> | IdType>;

/** An operation that creates rows. */
type Creation = (call: { args: any; query: (args: any) => Promise<any> }) => Promise<any>;

/** The added fields: the text of each id. */
type Texts<Fields, Absent> = {
  [Field in keyof Fields & string as `${Field}Text`]: {
    needs: { [Needed in Field]: true };
    compute: (row: { [Needed in Field]: any }) => SourceText<Fields[Field]> | Absent;
  };
};

/** The argument of `$extends`. */
export interface IdExtension<Keys extends KeyModels, Others extends IdModels> {
  readonly name: 'sortid';
  readonly query: {
    [Model in keyof Keys]: { create: Creation; createMany: Creation; createManyAndReturn: Creation; upsert: Creation };
  };
  readonly result: {
    [Model in keyof Keys | keyof Others]: Texts<Model extends keyof Keys ? Keys[Model] : {}, never> &
      Texts<Model extends keyof Others ? Others[Model] : {}, null>;
  };
}

/**
 * An extension for `$extends`. `create`, `createMany`, `createManyAndReturn` and `upsert` generate
 * missing keys, but not those of nested rows. The field `idText` is the text of the key `id`;
 * fields in `others` also get one.
 *
 * @example
 * prisma.$extends(prismaIds('postgresql', { order: { id: 'uuid7' } }, { order: { customerId: 'ulid' } }))
 * @throws {SortidError} `unknown_format`
 */
export function prismaIds<const Keys extends KeyModels, const Others extends IdModels = {}>(
  database: Database,
  keys: Keys,
  others?: Others,
): IdExtension<Keys, Others>;
