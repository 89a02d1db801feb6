// A program in TypeScript, compiled with --strict against the installed package.
import {
  AnyUuid,
  ERROR_CODES,
  Format,
  Generator,
  Id,
  OPTIONS,
  PrefixedId,
  SortidError,
  Tid,
  Timeid,
  Uuid4,
  Uuid7,
  between,
  convert,
  fields,
  formatColumn,
  findIds,
  inspect,
  isValid,
  newId,
  newIdAt,
  parseColumn,
  prefixOf,
  prefixedType,
  refusals,
  tid,
  times,
  timesAsync,
  uid11Xid,
  uid11_xid,
  uuid7,
  uuid7At,
  version,
  type AnyId,
  type AnyPrefixed,
  type Column,
  type ColumnAnswer,
  type ErrorCode,
  type FormatName,
  type GeneratorOptions,
  type IdRange,
  type IdText,
  type PrefixedText,
  type TypedId,
  type Prefixed,
  type UuidKind,
} from 'sortid';
import { Lease, type LeaseConnect } from 'sortid/lease';
import { follow, freeze, type TestClock } from 'sortid/testing';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Temporal } from 'temporal-polyfill' with { 'resolution-mode': 'import' };

// Branded text is a string, but other strings and texts of other formats are not accepted.
const a: IdText<'tid'> = tid();
const text: string = a;
// @ts-expect-error a string is not known to be a tid
const b: IdText<'tid'> = 'text';
// @ts-expect-error a uuid7 cannot be a tid
const c: IdText<'tid'> = uuid7();
const d: IdText<'uuid7'> = newId('uuid7');
const e: IdText<'uuid7'> = newId(Format.named('uuid7'));
const xids: IdText<'uid11_xid'>[] = [uid11Xid(), uid11_xid()];
declare const anything: unknown;
if (isValid(anything, 'tid')) {
  const known: IdText<'tid'> = anything;
  known.slice(1);
}
if (Tid.isValid(anything)) {
  const known: IdText<'tid'> = anything;
  known.slice(1);
}

// Methods preserve the format of the type.
const id: Id<'tid'> = Id.parse('3jzfcijpj2z2a', 'tid');
const again: IdText<'tid'> = id.toString();
const timeid: Id<'timeid'> = id.convert('timeid');
const bounds: IdRange<Id<'uuid7'>> = Id.range(new Date(0), 1n, 'uuid7');
const min: IdText<'uuid7'> = bounds.min.toString();
const dynamic: Id = Id.parse(text, 'tid' as FormatName);
const widened: readonly Id[] = [id, Id.parse(text, 'tid' as 'tid' | 'timeid')];
const parsed: Id<'tid'> = Id.fromJSON(id.toJSON());
// @ts-expect-error there is no such format
Id.parse(text, 'uuid5');
// @ts-expect-error ids are not constructed
new Id();
// @ts-expect-error formats are a closed list
new Format();

// The classes of formats have incompatible types.
const typed: Tid = Tid.parse(text);
const json: IdText<'tid'> = typed.toJSON();
const clockId: bigint = typed.clockId;
const typedRange: IdRange<Tid> = Tid.range(0, Date.now());
const converted: Timeid = typed.convert('timeid');
const any: AnyId[] = [typed, id, dynamic, new Generator('scru160').nextId()];
const anyTyped: TypedId = Uuid7.now();
const tids: Tid[] = [text].map(Tid.parse).toSorted(Tid.compare);
// @ts-expect-error an id of another format
const wrong: Tid = Uuid7.now();
// @ts-expect-error a dynamic id is not a typed one, as its JSON is different
const untyped: Tid = id;
// @ts-expect-error the field is of another format
Uuid7.now().clockId;
// @ts-expect-error the format has no such field
typed.field('node');
// @ts-expect-error the format has no such field
Tid.fromFields({ node: 1 });
// @ts-expect-error ids are not constructed
new Tid();
if (anything instanceof Tid) {
  const known: Tid = anything;
  void known;
}

// Formats that are only parsed.
const kind: UuidKind | null = AnyUuid.parse(text).kind;
const none: null = typed.kind;
// @ts-expect-error an any_uuid cannot be generated
AnyUuid.now();

// At a time, if the format has one.
const at: Uuid7 = Uuid7.at(new Date(0));
const textsAt: IdText<'uuid7'>[] = [uuid7At(0n), newIdAt(0, 'uuid7'), newIdAt(0, Uuid7)];
// @ts-expect-error the bits have no time
Uuid4.at(0);

// The type of a prefixed text contains its prefix and format.
const orders = prefixedType('order', 'uuid7');
const users = prefixedType('user', 'uuid7');
const made: PrefixedText<'order', 'uuid7'> = orders.new();
const begins: `order_${string}` = made;
const branded: IdText<'uuid7'> = made;
// @ts-expect-error a string may not be an id of an order
const unknown: PrefixedText<'order', 'uuid7'> = 'order_01h455vb4pex5vsknk084sn02q';
// @ts-expect-error an id of a user is not one of an order
const another: PrefixedText<'order', 'uuid7'> = users.new();
// @ts-expect-error a text of another format
const otherwise: PrefixedText<'order', 'uuid7'> = prefixedType('order', 'uuid4').new();
const bare: PrefixedText<'', 'uuid7'> = prefixedType('', 'uuid7').new();
if (orders.isValid(anything)) {
  const is: PrefixedText<'order', 'uuid7'> = anything;
  is.slice(1);
}
const order: Prefixed<'order', 'uuid7'> = orders.parse(text);
const insideOrder: Uuid7 = order.id;
const told: `order_${string}` = order.toJSON();
const window_: Prefixed<'order', 'uuid7'> = orders.range(0, 1).min;
const anyPrefixed: AnyPrefixed[] = [order, PrefixedId.parse(text, 'tid'), users.from(Uuid7.now())];
const prefixedId: Id<'tid'> = PrefixedId.parse(text, 'tid', 'order').id;
const ofOrder: 'order' = PrefixedId.from(id, 'order').prefix;
const prefixedSchema: StandardSchemaV1.InferOutput<typeof orders> = order;
const prefixedJson: StandardSchemaV1<unknown, PrefixedId> = PrefixedId as StandardSchemaV1<unknown, PrefixedId>;
[order].toSorted(orders.compare);
// @ts-expect-error ids of two prefixes have different types
orders.compare(order, users.parse(text));
// @ts-expect-error an id with another prefix
orders.from(users.parse(text));
// @ts-expect-error an id of another format
orders.from(typed);
// @ts-expect-error texts of this format may contain the separator
prefixedType('order', 'push_id');
const typeIds = prefixedType('order');
const typeId: PrefixedText<'order', 'any_uuid'> = typeIds.new();
const insideTypeId: AnyUuid = typeIds.from(Uuid7.now()).id;
const dated: Date = typeIds.now().date();
// @ts-expect-error prefixed ids are not constructed
new PrefixedId();
const prefix: string = prefixOf(text);

// Schemas for other libraries.
const toId: StandardSchemaV1<unknown, Tid> = Tid as StandardSchemaV1<unknown, Tid>;
const schema: StandardSchemaV1<string | AnyId<'tid'>, Tid> = Tid;
const output: StandardSchemaV1.InferOutput<typeof Tid> = typed;
const ofText: StandardSchemaV1<string, IdText<'uuid7'>> = Format.named('uuid7');
const jsonSchemas: StandardJSONSchemaV1[] = [Tid, orders, Format.named('uuid7')];
const ofJson: StandardSchemaV1<{ format: FormatName; text: string } | AnyId, Id> = Id;

// Integers are bigints.
const int: bigint = id.toBigInt();
const next: bigint = new Generator('tid').nextBigInt();
const field: bigint = id.fields().clock_id;
const dynamicField: bigint | undefined = dynamic.fields()['clock_id'];
const seconds: bigint = id.timestamp().seconds;
const date: Date = id.date();
// @ts-expect-error a 64-bit integer is not a number
Id.fromBigInt(1, 'tid');
declare const instant: Temporal.Instant;
declare const zoned: Temporal.ZonedDateTime;
for (const time of [new Date(), Date.now(), 1n, { seconds: 1n, nanos: 0 }, instant, zoned]) Tid.minAt(time);
// @ts-expect-error a text may lack a time zone
Tid.minAt('2024-07-19');
declare const plain: Temporal.PlainDateTime;
// @ts-expect-error a time without a zone is not an instant
Tid.minAt(plain);

const options: GeneratorOptions = {
  clockId: 7,
  maxLeadMs: 20n,
  rollbackToleranceMs: 'unlimited',
  seed: new Uint8Array(32),
  stateFile: new URL('file:///var/lib/app/ids.state'),
};
const generator: Generator<'tid'> = new Generator('tid', options);
const one: IdText<'tid'> = generator.next();
const nextId: Tid = generator.nextId();
const many: IdText<'tid'>[] = generator.nextTexts(3);
const later: Promise<IdText<'tid'>[]> = generator.nextTextsAsync(3);
const filled: number = generator.fill(new BigUint64Array(3)) + generator.fill(Buffer.alloc(8));
const handle: bigint = generator.share();
const shared: Generator<'tid'> = Generator.shared<'tid'>(handle);
shared[Symbol.dispose]();
shared.close();
new Generator('tid', { stateFile: '/var/lib/app/ids.state' });
new Generator('tid', { stateFile: Buffer.from('/var/lib/app/ids.state') });
// @ts-expect-error not a path
new Generator('tid', { stateFile: 3 });
// @ts-expect-error a misspelled option
new Generator('tid', { clock_id: 7 });
// @ts-expect-error not one of the choices
new Generator('tid', { clock: 'wall' });
new Generator('snowflake', { epoch: 'discord' });
// @ts-expect-error an option of another format
new Generator('tid', { machine: 3 });
// @ts-expect-error an option of another format, given a class
new Generator(Tid, { machine: 3 });
const ofClass: Generator<'tid'> = new Generator(Tid, { clockId: 3 });
const name: FormatName = 'tid' as FormatName;
new Generator(name, { machine: 3 });
const ofClassText: IdText<'tid'> = newId(Tid);
const ranges: bigint[] = [Tid.range(new Date(), null).min.toBigInt(), Tid.range(undefined, 7).max.toBigInt()];
const about: [number, number | null, string, string] = [id.unixMs(), id.version, id.toHex(), orders.pattern];
void [ofClass, ofClassText, ranges, about];
// @ts-expect-error not an epoch's name
id.date({ epoch: 'tiktok' });
// @ts-expect-error memory of other elements
generator.fill(new Float64Array(3));
// @ts-expect-error an id of another format
generator.nextAfter(Id.parse(text, 'uuid7'));
async function endless(): Promise<void> {
  // @ts-expect-error a generator is not an iterator, as its next returns an id
  for (const none of generator) void none;
  for (const made of generator.texts()) {
    const known: IdText<'tid'> = made;
    void known;
    break;
  }
  for await (const made of generator.texts()) {
    const known: IdText<'tid'> = made;
    void known;
    break;
  }
}

// Columns: the answer has the type of the column, or the requested one.
const ms: (number | null)[] = times([text, null], 'tid');
const ns: (bigint | null)[] = times([1n], 'tid', { unit: 'ns', epoch: undefined });
const inMemory: ColumnAnswer<BigInt64Array> = times(new BigUint64Array(3), 'tid', { errors: 'null' });
const asArray: (bigint | null)[] = times(new Uint8Array(8), 'tid', { as: 'array', unit: 'us' });
const asMemory: Promise<ColumnAnswer<BigInt64Array>> = timesAsync([typed, null], 'tid', { as: 'memory' });
const texts: (IdText<'tid'> | null)[] = formatColumn([1n], 'tid');
const bytes: Uint8Array = formatColumn({ ints: new BigInt64Array(3), validity: null }, 'tid').values;
const clockIds: (bigint | null)[] = fields([text], 'tid', ['clock_id']).clock_id;
const perhaps: (bigint | null)[] | undefined = fields([text], 'tid').clock_id;
const inside: Uint8Array = between({ texts: bytes, offsets: new Int32Array(1) }, 'tid', 0, Date.now()).values;
const parsedColumn: (bigint | Uint8Array | null)[] = parseColumn(['text' as string | null], 'ulid');
const column: Column = bytes;
const ofColumn = times(column, 'tid');
if (Array.isArray(ofColumn)) ofColumn.at(0);
// @ts-expect-error the elements of an array have one type
times([text, 1n], 'tid');
// @ts-expect-error missing rows are null
times([undefined], 'tid');
// @ts-expect-error ids of another format
times([Uuid7.now()], 'tid');
// @ts-expect-error an unknown unit
times([text], 'tid', { unit: 'minutes' });
// @ts-expect-error the format has no such field
fields([text], 'tid', ['node']);
// @ts-expect-error memory of other elements
times(new Float64Array(3), 'tid');

try {
  convert(new Uint8Array(16), 'uuid1', 'uuid6').bytes.slice();
} catch (error) {
  if (error instanceof SortidError) {
    const code: ErrorCode = error.code;
    const offset: number | undefined = error.offset;
    // @ts-expect-error not one of the codes
    if (error.code === 'no_such_code') throw error;
    const [path, errno]: (string | number | undefined)[] = [error.path, error.errno];
    console.log(code, offset, error.subject, error.made, error.row, path, errno);
  }
}

const successor: Tid = Tid.now().successor();
console.log(successor, Id.from(successor).predecessor());
const nil: AnyUuid = AnyUuid.NIL;
console.log(nil, AnyUuid.MAX);
const places: [number, number][] = findIds(text, ['tid', Uuid7]).map(({ start, end }) => [start, end]);
console.log(places);
const readings: string[] = inspect(text).map(({ id, epoch }) => epoch ?? id.format.name);
const reasons: ErrorCode[] = refusals(text).map(({ error }) => error.code);
const sentences: string[] = [
  ...ERROR_CODES.map(({ message }) => message),
  ...OPTIONS.map(({ summary }) => summary),
  version,
];

void [
  b,
  c,
  d,
  e,
  xids,
  again,
  timeid,
  min,
  dynamic,
  parsed,
  int,
  field,
  seconds,
  date,
  one,
  many,
  later,
  filled,
  shared,
];
void [
  json,
  widened,
  clockId,
  typedRange,
  converted,
  any,
  anyTyped,
  tids,
  wrong,
  untyped,
  toId,
  schema,
  output,
  ofText,
  ofJson,
];
void [
  kind,
  none,
  begins,
  branded,
  unknown,
  another,
  otherwise,
  bare,
  insideOrder,
  told,
  window_,
  anyPrefixed,
  prefixedId,
];
void [ofOrder, prefixedSchema, prefixedJson, prefix];
void [ms, ns, inMemory, asArray, asMemory, texts, clockIds, perhaps, inside, parsedColumn];
void [at, textsAt];
void [next, nextId, dynamicField, endless, readings, reasons, sentences];

/** Only compiled: other tests run it. */
export function tested(): void {
  using clock: TestClock = freeze(new Date(0), { seed: new Uint8Array(32) });
  clock.set(1n);
  clock.advance(1);
  follow().restore();
  // @ts-expect-error a text may lack a time zone
  freeze('2026-01-01');
}

/** Only compiled: it needs a server. */
export async function kept(connection: LeaseConnect): Promise<bigint | undefined> {
  await using lease = new Lease('/run/orders/tid', 'orders', 'tid', connection, { waitMs: 1000, epochUnixMs: 0 });
  await lease.start();
  return lease.node;
}
