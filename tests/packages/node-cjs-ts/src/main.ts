// A user's program with the package from npm: a table's key, its bounds, and JSON input.
import { Generator, AnyId, Tid, Uuid7, type IdRange, type IdText, tidText } from 'sortid';
import { strict as assert } from 'node:assert';

interface Post {
  readonly key: Tid;
  readonly author: Uuid7;
}

// Infers the output type of a schema as frameworks do.
type Output<S extends { '~standard': { types?: { output: unknown } | undefined } }> = NonNullable<
  S['~standard']['types']
>['output'];

function read(key: unknown): Tid {
  const result = Tid['~standard'].validate(key);
  if (result.issues) throw new Error(result.issues[0]?.message);
  const value: Output<typeof Tid> = result.value;
  return value;
}

const text: IdText<'tid'> = tidText();
const post: Post = { key: read(text), author: Uuid7.now() };
// @ts-expect-error the key of another table
const wrong: Post = { key: post.author, author: post.author };
assert.notEqual(wrong.key, post.key);
assert.deepEqual(JSON.parse(JSON.stringify(post)), { key: text, author: String(post.author) });
assert.throws(() => read(7), /a string is expected/);

const today: IdRange<Tid> = Tid.range(Date.now() - 1000, Date.now() + 1000);
assert.ok(today.contains(post.key) && today.min.node === 0n && today.max.node === 1023n);

const generator: Generator<'tid'> = new Generator('tid', { clock: 'manual', node: 6 });
const made: Tid = generator.nextAt(new Date('2023-06-30T15:03:01.887Z'));
assert.ok(made.equals(Tid.fromFields({ timestamp_us: 1688137381887000, clock_id: 6 })));

const dynamic: AnyId = AnyId.parse('3jzfcijpj2z2a', process.argv.length > 99 ? 'timeid' : 'tid');
const micros: bigint | undefined = dynamic.fields()['timestamp_us'];
assert.equal(micros, 1688137381887007n);
assert.ok(dynamic.equals(Tid.parse('3jzfcijpj2z2a')));
