// Pairs of values, and a check that a comparer distinguishes unequal ones and equates equal ones.
import assert from 'node:assert';
import * as sortid from 'sortid';

export type Compare = (a: unknown, b: unknown) => boolean;

/** Whether an assertion holds. */
export const passes =
  (assertion: (a: unknown, b: unknown) => unknown): Compare =>
  (a, b) => {
    try {
      assertion(a, b);
      return true;
    } catch {
      return false;
    }
  };

/** Two equal values of each kind, and unequal ones. */
function valuesOf({ AnyId, AnyUuid, Format, Generator, Snowflake, Uuid7, idType }: typeof sortid) {
  const [orders, users] = [idType('order'), idType('user')];
  const messages = idType(Snowflake, { epoch: 'discord' });
  const id = Uuid7.now();
  const order = orders.now();
  const [epoch, year] = [new Date(0), new Date('2024-01-01')];
  const made = Format.all.filter(({ canGenerate }) => canGenerate);
  const typed = made.map(({ name }) => {
    const [text, other] = [String(AnyId.now(name)), String(AnyId.now(name))];
    const again = () => AnyId.parse(text, name);
    return [name, again(), again(), AnyId.parse(other, name)] as const;
  });
  const [generator, like] = [new Generator('tid'), new Generator('tid')];
  return [
    ...typed,
    ['class', id, Uuid7.parse(String(id)), Uuid7.now(), AnyUuid.parse(String(id))],
    ['declared', order, orders.parse(String(order)), orders.now(), users.from(order.id)],
    ['without prefix', messages.from(9n), messages.from(9n), messages.from(8n), Snowflake.from(9n)],
    ['range', Uuid7.range(epoch, year), Uuid7.range(epoch, year), Uuid7.range(epoch, null)],
    ['range of a type', orders.range(epoch, null), orders.range(epoch, null), orders.range(year, null)],
    ['timestamp', id.timestamp(), Uuid7.from(id).timestamp(), Uuid7.minAt(0).timestamp()],
    ['fields', id.fields(), Uuid7.from(id).fields(), Uuid7.now().fields()],
    ['format', Format.named('tid'), Format.named('tid'), Format.named('ulid')],
    ['generator', generator, generator, like],
  ] as const;
}

const packages: Record<string, typeof sortid> = { sortid };
try {
  packages['sortid/wasm'] = await import('sortid/wasm');
} catch {
  // The package was built without this module.
}

/** Checks comparers with every kind of value of each package. */
export function check(comparers: Record<string, Compare>) {
  let count = 0;
  for (const [from, module] of Object.entries(packages)) {
    for (const [kind, value, equal, ...others] of valuesOf(module)) {
      for (const [name, isEqual] of Object.entries(comparers)) {
        const about = `${from}, ${kind}: ${name}`;
        assert.ok(isEqual(value, equal), about);
        assert.ok(isEqual({ key: [value] }, { key: [equal] }), about);
        for (const other of others) {
          assert.ok(!isEqual(value, other) && !isEqual(other, value), about);
          assert.ok(!isEqual({ key: [value] }, { key: [other] }), about);
          count++;
        }
      }
    }
  }
  console.log(`${Object.keys(comparers).length} comparers, ${count} pairs`);
}

/** Checks that the message of a failed assertion shows the texts of both ids. */
export function checkMessage(assertion: (a: unknown, b: unknown) => unknown) {
  const [a, b] = [sortid.Uuid7.now(), sortid.Uuid7.now()];
  assert.throws(
    () => assertion(a, b),
    ({ message }: Error) => [a, b].every((id) => message.includes(String(id))),
  );
}
