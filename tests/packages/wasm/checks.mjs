// What a program finds of the package if no native code runs: the name of each check, and whether it holds.

const refusalOf = (run) => {
  try {
    run();
  } catch (error) {
    return error.code;
  }
  return undefined;
};

/** Runs with a clock of its own. */
function withClock(now, run) {
  const system = Date.now;
  Date.now = now;
  try {
    return run();
  } finally {
    Date.now = system;
  }
}

const ascends = (texts) => texts.every((text, i) => i === 0 || texts[i - 1] < text);

/** With a frozen clock: ids in order until the counter is exhausted. */
function frozen({ Generator }) {
  const generator = new Generator('tid', { maxLeadMs: 2, clockId: 1 });
  const ms = Date.now();
  return withClock(
    () => ms,
    () => {
      const texts = [];
      const code = refusalOf(() => {
        for (;;) texts.push(generator.next());
      });
      return code === 'counter_exhausted' && texts.length === 2001 && ascends(texts);
    },
  );
}

export function checks(sortid) {
  const { Generator, Id, SortidError, Tid, Uuid7, inspect, isValid, tid, times, ulid, uuid7 } = sortid;
  const id = Tid.parse('3jzfcijpj2z2a');
  const before = Date.now();
  const made = Uuid7.now();
  const columns = times(['3jzfcijpj2z2a', null], 'tid');
  const manual = new Generator('tid', { clock: 'manual', clockId: 6 });
  return {
    'new ids are valid': isValid(tid(), 'tid') && isValid(ulid(), 'ulid'),
    'new ids are in order': ascends(Array.from({ length: 5000 }, () => tid())) && uuid7() < uuid7(),
    'ids are of their time': made.date() >= before && made.date() <= Date.now() + 10,
    'an id is read': id.date().toISOString() === '2023-06-30T15:03:01.887Z' && id.clockId === 6n,
    'what is none is refused': refusalOf(() => Tid.parse('3jzfcijpj2z21')) === 'invalid_character',
    'a refusal is of its class': (() => {
      try {
        return Boolean(Id.parse('x', 'tid'));
      } catch (error) {
        return error instanceof SortidError && error.offset === 1;
      }
    })(),
    'readings are ranked': inspect('017f22e2-79b0-7cc3-98c4-dc0c0c07398f')[0].id.format.name === 'uuid7',
    'columns are read': columns[0] === 1688137381887 && columns[1] === null,
    'a given time is taken': manual.nextAt(1688137381887007000n) === '3jzfcijpj2z2a',
    'many are made':
      new Generator('uuid7').fill(new Uint8Array(1600)) === 100 && ascends(new Generator('ulid').nextTexts(500)),
    'a frozen clock is outrun, and not waited for': frozen(sortid),
    'there are no files': refusalOf(() => new Generator('tid', { stateFile: '/ids' })) === 'store_io',
    'there are no threads': refusalOf(() => manual.share()) === 'not_applicable',
  };
}

/** The lines of a door. */
export const lines = (checked) =>
  Object.entries(checked).map(([name, holds]) => (holds ? `ok ${name}` : `not ok ${name}: it does not hold`));
