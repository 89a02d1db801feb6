/** Schemas of Zod 4 for the texts of ids. */
import type { IdSource, SourceText } from 'sortid';
import type { ZodType } from 'zod';

/**
 * A schema for the text of an id in any form of the format, or with the prefix of a type. Its
 * output is the canonical text, as in its JSON Schema. For an id object:
 * `zodId(Uuid7).transform(Uuid7.parse)`.
 *
 * @throws {SortidError} `unknown_format`
 */
export function zodId<const S extends IdSource>(of: S): ZodType<SourceText<S>, string>;
