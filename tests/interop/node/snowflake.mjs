import { check, inOrder, instants, isNow, load, ours, reads, refused, sortid, standing } from './harness.mjs';

const { DiscordSnowflake, Snowflake } = await load('@sapphire/snowflake');
const { Id } = sortid;
const twitter = new Snowflake(1_288_834_974_657n);

/** The package names the datacenter `worker` and the worker `process`. */
const parts = (worker, increment) => ({ workerId: worker >> 5n, processId: worker & 31n, increment });
const nanos = (millis) => BigInt(millis) * 1_000_000n;

const runs = { snowflake: [], flake_idgen: [] };
instants().forEach((millis, i) => {
  const [machine, sequence] = [BigInt((i * 37) % 1024), BigInt((i * 997) % 4096)];
  const parameters = { timestamp: millis, ...parts(machine, sequence) };
  const fields = { datacenter: machine >> 5n, worker: machine & 31n };
  const text = `${twitter.generate(parameters)}`;
  runs.snowflake.push(reads('@sapphire/snowflake', text, 'snowflake', { ...fields, sequence }, nanos(millis)));
  // Discord's snowflakes have 42 bits of time, as `flake_idgen` has.
  const discord = `${DiscordSnowflake.generate(parameters)}`;
  const epoch = { epochUnixMs: DiscordSnowflake.epoch };
  const counter = { ...fields, counter: sequence };
  runs.flake_idgen.push(reads('@sapphire/snowflake, Discord', discord, 'flake_idgen', counter, nanos(millis), epoch));
});
for (const run of Object.values(runs)) inOrder('@sapphire/snowflake', run, Id.compare);
for (const now of instants()) {
  const text = `${standing(now, () => twitter.generate())}`;
  reads('@sapphire/snowflake, now', text, 'snowflake', {}, nanos(now));
}

const made = ours('snowflake');
for (const id of made) {
  const theirs = twitter.deconstruct(`${id}`);
  const [datacenter, worker, sequence] = ['datacenter', 'worker', 'sequence'].map((name) => id.field(name));
  const same = theirs.workerId === datacenter && theirs.processId === worker && theirs.increment === sequence;
  check(`ours by @sapphire/snowflake: ${id}`, same && nanos(theirs.timestamp) === id.unixNs() && isNow(id.unixNs()));
}
inOrder('ours by @sapphire/snowflake', made.map(String), Snowflake.compare);

// The package checks neither the first nor the last tick.
const early = `${twitter.generate({ timestamp: 1_288_834_974_656n })}`;
refused('@sapphire/snowflake', early, 'snowflake', 'invalid_character', 0);
const late = `${twitter.generate({ timestamp: 1_288_834_974_657n + 2n ** 41n })}`;
refused('@sapphire/snowflake', late, 'snowflake', 'out_of_range');
for (const [text, code, offset] of [
  ['9223372036854775808', 'out_of_range', undefined],
  ['0777150623882019211', 'invalid_character', 0],
  ['+1777150623882019', 'invalid_character', 0],
  ['0x18a9c80d2d001000', 'invalid_character', 1],
  [' 1777150623882019', 'invalid_character', 0],
  ['18446744073709551616', 'invalid_length', 20],
]) {
  check(`@sapphire/snowflake takes ${text}`, twitter.deconstruct(text).id === BigInt(text));
  refused('@sapphire/snowflake', text, 'snowflake', code, offset);
}
