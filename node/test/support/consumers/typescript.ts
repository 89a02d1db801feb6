// A program in TypeScript, compiled with --strict against the installed package.
import {
  AnyId,
  AnyUuid,
  ERROR_CODES,
  Format,
  Generator,
  Id,
  IdType,
  OPTIONS,
  SortidError,
  Snowflake,
  Tid,
  Timeid,
  TypeId,
  Uuid4,
  Uuid7,
  between,
  convert,
  fields,
  findIds,
  idType,
  inspect,
  isId,
  isValid,
  parseColumn,
  prefixOf,
  storage,
  texts as textsOf,
  tid,
  tidText,
  times,
  timesAsync,
  uid11XidText,
  uuid7,
  uuid7Text,
  version,
  type Column,
  type ColumnAnswer,
  type ErrorCode,
  type FormatName,
  type GeneratorOptions,
  type IdClass,
  type IdRange,
  type IdReader,
  type IdText,
  type TextOf,
  type TypeIdText,
  type TypedId,
  type UuidKind,
} from 'sortid';
import { Lease, type LeaseConnect } from 'sortid/lease';
import { follow, freeze, type TestClock } from 'sortid/testing';
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { Temporal } from 'temporal-polyfill' with { 'resolution-mode': 'import' };

// A function returns an id, or its branded text. Other strings and texts of other formats are not accepted.
const made: Uuid7 = uuid7();
const versionOfUuid: number = made.version; // never null, unlike that of an `Id`
const a: IdText<'tid'> = tidText();
const text: string = a;
// @ts-expect-error an id is not a text
const notText: string = tid();
// @ts-expect-error a string is not known to be a tid
const b: IdText<'tid'> = 'text';
// @ts-expect-error a uuid7 cannot be a tid
const c: IdText<'tid'> = uuid7Text();
const d: IdText<'uuid7'> = AnyId.now('uuid7').toString();
const e: AnyId<'uuid7'> = AnyId.now(Format.named('uuid7'));
const xid: IdText<'uid11_xid'> = uid11XidText();
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
const id: AnyId<'tid'> = AnyId.parse('3jzfcijpj2z2a', 'tid');
const again: IdText<'tid'> = id.toString();
const timeid: AnyId<'timeid'> = id.convert('timeid');
const bounds: IdRange<AnyId<'uuid7'>> = AnyId.range(new Date(0), 1n, 'uuid7');
const min: IdText<'uuid7'> = bounds.min.toString();
const dynamic: AnyId = AnyId.parse(text, 'tid' as FormatName);
const widened: readonly AnyId[] = [id, AnyId.parse(text, 'tid' as 'tid' | 'timeid')];
const parsed: AnyId<'tid'> = AnyId.fromJSON(id.toJSON());
// @ts-expect-error there is no such format
AnyId.parse(text, 'uuid5');
// @ts-expect-error ids are not constructed
new Id();
// @ts-expect-error formats are a closed list
new Format();

// The classes of formats have incompatible types.
const typed: Tid = Tid.parse(text);
const json: IdText<'tid'> = typed.toJSON();
const clockId: bigint = typed.clockId;
const node: bigint = typed.node;
const noNode: bigint | null = made.node;
const typedRange: IdRange<Tid> = Tid.range(0, Date.now());
const converted: Timeid = typed.convert('timeid');
const any: Id[] = [typed, id, dynamic, new Generator('scru160').next()];
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
const dynamicAt: AnyId<'uuid7'>[] = [AnyId.at(0, 'uuid7'), AnyId.at(0, Uuid7)];
// @ts-expect-error the bits have no time
Uuid4.at(0);

// Generic code: a repository of the ids of any class or declared type.
class Repository<T extends Id> {
  readonly #rows = new Map<string, T>();
  constructor(readonly ids: IdClass<T>) {}
  create(): T {
    const id = this.ids.now();
    this.#rows.set(id.toString(), id);
    return id;
  }
  find(text: string): T | null {
    return this.ids.tryParse(text) && this.ids.from(this.ids.parse(text).toBigInt());
  }
  since(time: Date): IdRange<T> {
    return this.ids.range(time, null);
  }
  sorted(): T[] {
    return [...this.#rows.values()].toSorted(this.ids.compare);
  }
}
const created: Uuid7 = new Repository(Uuid7).create();
const createdOrder: TypeId<'order', 'any_uuid'> = new Repository(idType('order')).create();
const found: Snowflake | null = new Repository<Snowflake>(Snowflake).find(text);
// @ts-expect-error an any_uuid is never generated
new Repository(AnyUuid);
const readers: IdReader[] = [Uuid7, AnyUuid, idType('order'), idType('snowflake', { epoch: 'discord' })];
const classes: IdClass[] = [Uuid7, Tid, idType('order')];
function textOf<T extends Id>(reader: IdReader<T>, given: unknown): TextOf<T> | undefined {
  return reader.isValid(given) ? given : undefined;
}
const ofReader: IdText<'tid'> | undefined = textOf(Tid, text);
const base: Id = created;
if (isId(anything)) anything.format satisfies Format;
if (anything instanceof Id) anything.toBytes();
const maybe: Tid | null = Tid.tryParse(anything);
const [least, most] = Tid.range(0, 1);
const ends: (Tid | undefined)[] = [least, most, Tid.from(1n)];
void [created, createdOrder, found, readers, classes, ofReader, base, maybe, ends];

// The type of a declared text contains its prefix and format.
const orders = idType('order', 'uuid7');
const users = idType('user', 'uuid7');
const orderText: TypeIdText<'order', 'uuid7'> = orders.nowText();
const begins: `order_${string}` = orderText;
const branded: IdText<'uuid7'> = orderText;
// @ts-expect-error a string may not be an id of an order
const unknown: TypeIdText<'order', 'uuid7'> = 'order_01h455vb4pex5vsknk084sn02q';
// @ts-expect-error an id of a user is not one of an order
const another: TypeIdText<'order', 'uuid7'> = users.nowText();
// @ts-expect-error a text of another format
const otherwise: TypeIdText<'order', 'uuid7'> = idType('order', 'uuid4').nowText();
const bare: TypeIdText<'', 'uuid7'> = idType('', 'uuid7').nowText();
if (orders.isValid(anything)) {
  const is: TypeIdText<'order', 'uuid7'> = anything;
  is.slice(1);
}
const order: TypeId<'order', 'uuid7'> = orders.parse(text);
const insideOrder: Uuid7 = order.id;
const told: `order_${string}` = order.toJSON();
const window_: TypeId<'order', 'uuid7'> = orders.range(0, 1).min;
const anyTypeIds: TypeId[] = [order, TypeId.parse(text, 'tid'), users.from(Uuid7.now())];
const anyTypes: IdType[] = [orders, users, idType('snowflake', { epoch: 'discord' })];
const insideTid: Tid = TypeId.parse(text, 'tid', 'order').id;
const ofOrder: 'order' = TypeId.from(id, 'order').prefix;
const orderSchema: StandardSchemaV1.InferOutput<typeof orders> = order;
[order].toSorted(orders.compare);
// @ts-expect-error ids of two prefixes have different types
orders.compare(order, users.parse(text));
// @ts-expect-error an id with another prefix
orders.from(users.parse(text));
// @ts-expect-error an id of another format
orders.from(typed);
// @ts-expect-error texts of this format may contain the separator
idType('order', 'push_id');
const typeIds = idType('order');
const typeId: TypeIdText<'order', 'any_uuid'> = typeIds.nowText();
const insideTypeId: AnyUuid = typeIds.from(Uuid7.now()).id;
const dated: Date = typeIds.now().date();
const messages: IdType<null, 'snowflake'> = idType(Snowflake, { epoch: 'discord' });
const message: IdText<'snowflake'> = messages.now().toString();
// @ts-expect-error an option of generators alone
idType('snowflake', { clock: 'manual' });
// @ts-expect-error ids are not constructed
new TypeId();
const ofType: TypeId<'order', 'uuid7'> = new Generator(orders, { maxLeadMs: 20 }).next();
const ofTypeText: `order_${string}` = new Generator(orders).nextText();
const fromColumn: `order_${string}` = storage(orders, 'postgresql').fromDriver('');
const prefix: string = prefixOf(text);
void [notText, made, versionOfUuid, node, noNode, ofType, ofTypeText, fromColumn, message, anyTypes, insideTid];

// Schemas for other libraries.
const toId: StandardSchemaV1<unknown, Tid> = Tid as StandardSchemaV1<unknown, Tid>;
const schema: StandardSchemaV1<string | Id<'tid'>, Tid> = Tid;
const output: StandardSchemaV1.InferOutput<typeof Tid> = typed;
const ofText: StandardSchemaV1<string, IdText<'uuid7'>> = Format.named('uuid7');
const jsonSchemas: StandardJSONSchemaV1[] = [Tid, orders, Format.named('uuid7')];
const ofJson: StandardSchemaV1<{ format: FormatName; text: string } | Id, Id> = AnyId;

// Integers are bigints.
const int: bigint = id.toBigInt();
const next: bigint = new Generator('tid').nextBigInt();
const field: bigint = id.fields().clock_id;
const dynamicField: bigint | undefined = dynamic.fields()['clock_id'];
const seconds: bigint = id.timestamp().seconds;
const date: Date = id.date();
// @ts-expect-error a 64-bit integer is not a number
AnyId.fromBigInt(1, 'tid');
declare const instant: Temporal.Instant;
declare const zoned: Temporal.ZonedDateTime;
for (const time of [new Date(), Date.now(), 1n, { seconds: 1n, nanos: 0 }, instant, zoned]) Tid.minAt(time);
// @ts-expect-error a text may lack a time zone
Tid.minAt('2024-07-19');
declare const plain: Temporal.PlainDateTime;
// @ts-expect-error a time without a zone is not an instant
Tid.minAt(plain);

const options: GeneratorOptions = {
  node: 7,
  maxLeadMs: 20n,
  rollbackToleranceMs: 'unlimited',
  seed: new Uint8Array(32),
  stateFile: new URL('file:///var/lib/app/ids.state'),
};
const generator: Generator<'tid'> = new Generator('tid', options);
const one: IdText<'tid'> = generator.nextText();
const nextId: Tid = generator.next();
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
new Generator('tid', { datacenter: 3 });
// @ts-expect-error an option of another format, given a class
new Generator(Tid, { datacenter: 3 });
const ofClass: Generator<'tid'> = new Generator(Tid, { node: 3 });
const name: FormatName = 'tid' as FormatName;
new Generator(name, { node: 3 });
const ofClassText: IdText<'tid'> = AnyId.now(Tid).toString();
const ranges: bigint[] = [Tid.range(new Date(), null).min.toBigInt(), Tid.range(undefined, 7).max.toBigInt()];
const about: [number, number | null, string, string | null] = [id.unixMs(), id.version, id.toHex(), orders.pattern];
void [ofClass, ofClassText, ranges, about];
// @ts-expect-error not an epoch's name
id.date({ epoch: 'tiktok' });
// @ts-expect-error memory of other elements
generator.fill(new Float64Array(3));
// @ts-expect-error an id of another format
generator.nextAfter(AnyId.parse(text, 'uuid7'));
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
const inMemory: ColumnAnswer<BigInt64Array> = times(new BigUint64Array(3), 'tid', { onInvalid: 'null' });
const asArray: (bigint | null)[] = times(new Uint8Array(8), 'tid', { as: 'array', unit: 'us' });
const asMemory: Promise<ColumnAnswer<BigInt64Array>> = timesAsync([typed, null], 'tid', { as: 'memory' });
const texts: (IdText<'tid'> | null)[] = textsOf([1n], 'tid');
const bytes: Uint8Array = textsOf({ ints: new BigInt64Array(3), validity: null }, 'tid').values;
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
console.log(successor, AnyId.from(successor).predecessor());
const nil: AnyUuid = AnyUuid.NIL;
console.log(nil, AnyUuid.MAX);
const places: [number, number][] = findIds(text, ['tid', Uuid7]).map(({ start, end }) => [start, end]);
console.log(places);
const readings: string[] = inspect(text).readings.map(({ id, epoch }) => epoch ?? id.format.name);
const reasons: ErrorCode[] = inspect(text).errors.map(({ error }) => error.code);
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
  xid,
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
  anyTypeIds,
  typeId,
  insideTypeId,
  dated,
];
void [ofOrder, orderSchema, prefix];
void [ms, ns, inMemory, asArray, asMemory, texts, clockIds, perhaps, inside, parsedColumn];
void [at, dynamicAt];
void [next, nextId, dynamicField, endless, readings, reasons, sentences];

/** Only compiled: other tests run it. */
export function tested(): void {
  using clock: TestClock = freeze(new Date(0), { seed: new Uint8Array(32) });
  clock.set(1n);
  clock.advance(1);
  clock.set('2026-01-01T00:00:00Z');
  freeze('2026-01-01').restore();
  follow().restore();
  // @ts-expect-error no time
  freeze(null);
}

/** Only compiled: it needs a server. */
export async function kept(connection: LeaseConnect): Promise<bigint | undefined> {
  await using lease = new Lease('/run/orders/tid', 'orders', 'tid', connection, { waitMs: 1000, epochUnixMs: 0 });
  await lease.start();
  return lease.node;
}
