// The package generates push ids as database keys; this database is offline and sends nothing.
import { check, inOrder, instants, isNow, load, ours, reads, sortid, standing } from './harness.mjs';

const { deleteApp, initializeApp } = await load('@firebase/app');
const { getDatabase, goOffline, onValue, push, ref, set } = await load('@firebase/database');
const { AnyId, Id } = sortid;

const app = initializeApp({ databaseURL: 'http://localhost:1?ns=outside' });
const database = getDatabase(app);
goOffline(database);

const list = ref(database, 'list');
const run = instants().flatMap((millis) => {
  // The second id of a millisecond increments the first.
  const keys = standing(millis, () => [push(list).key, push(list).key]);
  return keys.map((key) =>
    reads('@firebase/database', key, 'push_id', { timestamp_ms: millis }, BigInt(millis) * 1_000_000n),
  );
});
inOrder('@firebase/database', run, Id.compare);

/** Returns the keys in the database's order. */
function sorted(keys) {
  const place = push(ref(database, 'kept'));
  let seen = [];
  onValue(place, (snapshot) => {
    seen = [];
    snapshot.forEach((child) => {
      seen.push(child.key);
    });
  });
  // An offline write never settles, so it is not awaited.
  void set(place, Object.fromEntries(keys.map((key) => [key, true])));
  return new Promise((done) => {
    setTimeout(() => done(seen), 0);
  });
}
const made = ours('push_id').map(String);
const seen = await sorted(made.toReversed());
check('ours in the order of a database', made.length === seen.length && made.every((key, i) => key === seen[i]));
for (const key of made)
  check(`ours: ${key}`, ref(database, `list/${key}`).key === key && isNow(AnyId.parse(key, 'push_id').unixNs()));
const theirs = run.map(String);
const ordered = await sorted(theirs.toReversed());
check(
  'theirs in the order of a database',
  ordered.every((key, i) => key === theirs[i]),
);
await deleteApp(app);
