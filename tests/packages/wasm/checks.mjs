// Checks of the package without native code: names, and whether each holds.

const refusalOf = (run) => {
  try {
    run();
  } catch (error) {
    return error.code;
  }
  return undefined;
};

/** Runs with a replaced clock. */
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

/** With a frozen clock: checks that ids ascend until the counter is exhausted. */
function frozen({ Generator }) {
  const generator = new Generator('tid', { maxLeadMs: 2, node: 1 });
  const ms = Date.now();
  return withClock(
    () => ms,
    () => {
      const texts = [];
      const code = refusalOf(() => {
        for (;;) texts.push(generator.nextText());
      });
      return code === 'counter_exhausted' && texts.length === 2001 && ascends(texts);
    },
  );
}

export function checks(sortid) {
  const { Generator, AnyId, SortidError, Tid, Uuid7, inspect, isValid, tidText, times, ulidText, uuid7Text } = sortid;
  const id = Tid.parse('3jzfcijpj2z2a');
  const before = Date.now();
  const made = Uuid7.now();
  const columns = times(['3jzfcijpj2z2a', null], 'tid');
  const manual = new Generator('tid', { clock: 'manual', node: 6 });
  return {
    'new ids are valid': isValid(tidText(), 'tid') && isValid(ulidText(), 'ulid'),
    'new ids are in order': ascends(Array.from({ length: 5000 }, () => tidText())) && uuid7Text() < uuid7Text(),
    'ids have the current time': made.date() >= before && made.date() <= Date.now() + 10,
    'parse reads an id': id.date().toISOString() === '2023-06-30T15:03:01.887Z' && id.node === 6n,
    'parse rejects an invalid id': refusalOf(() => Tid.parse('3jzfcijpj2z21')) === 'invalid_character',
    'an error has its class': (() => {
      try {
        return Boolean(AnyId.parse('x', 'tid'));
      } catch (error) {
        return error instanceof SortidError && error.offset === 1;
      }
    })(),
    'readings are ranked': inspect('017f22e2-79b0-7cc3-98c4-dc0c0c07398f').readings[0].id.format.name === 'uuid7',
    'columns are read': columns[0] === 1688137381887 && columns[1] === null,
    'nextAt uses the given time': String(manual.nextAt(1688137381887007000n)) === '3jzfcijpj2z2a',
    'many are made':
      new Generator('uuid7').fill(new Uint8Array(1600)) === 100 && ascends(new Generator('ulid').nextTexts(500)),
    'a frozen clock does not block the generator': frozen(sortid),
    'a state file is an error': refusalOf(() => new Generator('tid', { stateFile: '/ids' })) === 'store_io',
    'share is an error': refusalOf(() => manual.share()) === 'not_applicable',
  };
}

/** The results as lines of a test's output. */
export const lines = (checked) =>
  Object.entries(checked).map(([name, holds]) => (holds ? `ok ${name}` : `not ok ${name}: the check failed`));
