// Schemas of Zod 4 for the texts of ids.
import { Format } from 'sortid';
import { z } from 'zod';

/** The Standard Schema of a format or a declared type, and its conversion to canonical text. */
function textOf(of) {
  if (typeof of !== 'object' || of instanceof Format) {
    const schema = Format.named(of)['~standard'];
    return { schema, canonical: (value) => value };
  }
  return { schema: of['~standard'], canonical: String };
}

export function zodId(of) {
  const { schema, canonical } = textOf(of);
  const check = z.check((payload) => {
    const { value, issues } = schema.validate(payload.value);
    if (issues === undefined) payload.value = canonical(value);
    else for (const { message } of issues) payload.issues.push({ code: 'custom', message, input: payload.value });
  });
  return z.string().check(check).meta(schema.jsonSchema.output());
}
