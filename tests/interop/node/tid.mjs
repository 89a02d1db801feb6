import { COUNT, check, isNow, load, reads, sortid } from './harness.mjs';

const [{ TID }, tids] = await Promise.all(['@atproto/common-web', '@atcute/tid'].map(load));
const { AnyId, tidText } = sortid;

for (let i = 0; i < COUNT; i++) {
  const [micros, clock] = [1_721_407_246_480_310 + i * 7_919_000_003, (i * 37) % 1024];
  const fields = { timestamp_us: micros, clock_id: clock };
  reads('@atproto/common-web', TID.fromTime(micros, clock).toString(), 'tid', fields, BigInt(micros) * 1000n);
  reads('@atcute/tid', tids.create(micros, clock), 'tid', fields, BigInt(micros) * 1000n);
  const text = tidText();
  const [time, node] = ['timestamp_us', 'clock_id'].map((name) => Number(AnyId.parse(text, 'tid').field(name)));
  const theirs = tids.parse(text);
  check(`ours by @atcute/tid: ${text}`, theirs.timestamp === time && theirs.clockid === node && tids.validate(text));
  const atproto = TID.fromStr(text);
  check(`ours by @atproto/common-web: ${text}`, atproto.timestamp() === time && atproto.clockid() === node);
  check('now, @atproto/common-web', isNow(AnyId.parse(TID.nextStr(), 'tid').unixNs()));
}
