// A program in TypeScript, compiled with --strict against the installed package.
import {
  ERROR_CODES,
  Format,
  Generator,
  Id,
  OPTIONS,
  SortidError,
  convert,
  inspect,
  isValid,
  newId,
  refusals,
  tid,
  uuid7,
  version,
  type Bounds,
  type ErrorCode,
  type FormatName,
  type GeneratorOptions,
  type IdText,
  type Tid,
  type Uuid7,
} from 'sortid';

// Branded text: a string, but not every string, nor that of another format.
const a: Tid = tid();
const text: string = a;
// @ts-expect-error a string is not known to be a tid
const b: Tid = 'text';
// @ts-expect-error a uuid7 is no tid
const c: Tid = uuid7();
const d: IdText<'uuid7'> = newId('uuid7');
const e: Uuid7 = newId(Format.of('uuid7'));
declare const anything: unknown;
if (isValid(anything, 'tid')) {
  const known: Tid = anything;
  known.slice(1);
}

// What has a format keeps it.
const id: Id<'tid'> = Id.parse('3jzfcijpj2z2a', 'tid');
const again: Tid = id.toString();
const timeid: Id<'timeid'> = id.convert('timeid');
const bounds: Bounds<'uuid7'> = Format.of('uuid7').range(new Date(0), 1n);
const min: Uuid7 = bounds.min.toString();
const dynamic: Id = Id.parse(text, 'tid' as FormatName);
const parsed: Id<'tid'> = Id.fromJSON(id.toJSON());
// @ts-expect-error there is no such format
Id.parse(text, 'uuid4');
// @ts-expect-error ids are not constructed
new Id();
// @ts-expect-error formats are a closed list
new Format();

// Integers are bigints, and time is no number.
const int: bigint = id.toBigInt();
const field: bigint | undefined = id.fields()['clock_id'];
const seconds: bigint = id.timestamp().seconds;
const date: Date = id.date();
// @ts-expect-error an id of 64 bits is no number
Id.fromBigInt(1, 'tid');
// @ts-expect-error a time without a unit
Format.of('tid').minAt(1_700_000_000_000);
Format.of('tid').minAt({ seconds: 1n, nanos: 0 });

const options: GeneratorOptions = {
  clockId: 7,
  maxLeadMs: 20n,
  rollbackToleranceMs: 'unlimited',
  seed: new Uint8Array(32),
  stateFile: new URL('file:///var/lib/app/ids.state'),
};
const generator: Generator<'tid'> = new Generator('tid', options);
const one: Tid = generator.next();
const many: Tid[] = generator.take(3);
const later: Promise<Tid[]> = generator.takeAsync(3);
const filled: number = generator.fill(new BigUint64Array(3)) + generator.fill(Buffer.alloc(8));
const handle: bigint = generator.share();
const shared: Generator<'tid'> = Generator.shared<'tid'>(handle);
shared[Symbol.dispose]();
shared.close();
new Generator('tid', { stateFile: '/var/lib/app/ids.state' });
new Generator('tid', { stateFile: Buffer.from('/var/lib/app/ids.state') });
// @ts-expect-error not a path
new Generator('tid', { stateFile: 3 });
// @ts-expect-error the option is not spelled so
new Generator('tid', { clock_id: 7 });
// @ts-expect-error not among the choices
new Generator('tid', { clock: 'wall' });
// @ts-expect-error memory of other elements
generator.fill(new Float64Array(3));
// @ts-expect-error an id of another format
generator.nextAfter(Id.parse(text, 'uuid7'));
async function endless(): Promise<void> {
  for (const next of generator) {
    const made: Tid = next;
    void made;
    break;
  }
  for await (const next of generator) {
    const made: Tid = next;
    void made;
    break;
  }
}

try {
  convert(new Uint8Array(16), 'uuid1', 'uuid6').bytes.slice();
} catch (error) {
  if (error instanceof SortidError) {
    const code: ErrorCode = error.code;
    const offset: number | undefined = error.offset;
    // @ts-expect-error not among the codes
    if (error.code === 'no_such_code') throw error;
    const [path, errno]: (string | number | undefined)[] = [error.path, error.errno];
    console.log(code, offset, error.subject, error.filled, path, errno);
  }
}

const readings: string[] = inspect(text).map(({ format }) => format.name);
const reasons: ErrorCode[] = refusals(text).map(({ error }) => error.code);
const sentences: string[] = [
  ...ERROR_CODES.map(({ message }) => message),
  ...OPTIONS.map(({ summary }) => summary),
  version,
];

void [b, c, d, e, again, timeid, min, dynamic, parsed, int, field, seconds, date, one, many, later, filled, shared];
void [endless, readings, reasons, sentences];
