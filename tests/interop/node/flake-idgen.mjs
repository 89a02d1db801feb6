import { check, inOrder, instants, load, ours, reads, sortid, standing } from './harness.mjs';

const { default: FlakeId } = await load('flake-idgen');
const { Generator, AnyId, Id } = sortid;
const nanos = (millis) => BigInt(millis) * 1_000_000n;

instants().forEach((millis, i) => {
  const [datacenter, worker] = [i % 32, (i * 7) % 32];
  const generator = new FlakeId({ datacenter, worker });
  const run = standing(millis, () => Array.from({ length: 3 }, () => generator.next())).map((theirs, counter) => {
    const fields = { timestamp_ms: millis, datacenter, worker, counter };
    const id = reads('flake-idgen', `${theirs.readBigUInt64BE()}`, 'flake_idgen', fields, nanos(millis));
    check(`the bytes of flake-idgen ${id}`, theirs.equals(id.toBytes()));
    check(`its README's text of ${id}`, AnyId.parse(`0x${theirs.toString('hex')}`, 'flake_idgen').equals(id));
    return id;
  });
  inOrder('flake-idgen', run, Id.compare);

  // The package has no parser: compares its generator with ours for the same fields.
  const mine = new Generator('flake_idgen', { datacenter, worker, clock: 'manual' }).nextAt(nanos(millis));
  check(`flake-idgen generates the same id: ${mine}`, mine.equals(run[0]));

  const epoch = 1_388_534_400_000;
  const later = standing(millis, () => new FlakeId({ id: 295, epoch }).next());
  const own = { timestamp_ms: millis - epoch, datacenter: 9, worker: 7 };
  reads('flake-idgen of 2014', `${later.readBigUInt64BE()}`, 'flake_idgen', own, nanos(millis), { epochUnixMs: epoch });
});
inOrder(
  'our ids as bytes of flake-idgen',
  ours('flake_idgen').map((id) => id.toBytes()),
  Buffer.compare,
);

// Its time wraps in 2109, and a generator id that exceeds its bits is truncated.
const wrapped = standing(2 ** 42 + 5, () => new FlakeId({ id: 1024 + 5 }).next());
reads(
  'flake-idgen',
  `${wrapped.readBigUInt64BE()}`,
  'flake_idgen',
  { timestamp_ms: 5, datacenter: 0, worker: 5 },
  nanos(5),
);
for (const [code, wish] of [
  ['timestamp_out_of_range', () => AnyId.minAt(nanos(2 ** 42 + 5), 'flake_idgen')],
  ['invalid_option', () => new Generator('flake_idgen', { node: 1024 + 5 })],
]) {
  let error;
  try {
    wish();
  } catch (thrown) {
    error = thrown;
  }
  check(`${code}: ${error?.code}`, error?.code === code);
}
