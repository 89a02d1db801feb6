// Tests the SQLite extension with better-sqlite3 and Node's own module: `check.mjs EXTENSION`.

import { DatabaseSync } from 'node:sqlite';

import Database from 'better-sqlite3';

const extension = process.argv[2];
const hosts = {
  'better-sqlite3': () => new Database(':memory:'),
  'node:sqlite': () => new DatabaseSync(':memory:', { allowExtension: true }),
};

const checks = {
  'a default and a range': (database) => {
    database.exec(`CREATE TABLE t (
      id TEXT PRIMARY KEY NOT NULL DEFAULT (sortid_new('uuid7')),
      made INTEGER AS (sortid_time(id, 'uuid7')),
      v INTEGER
    ) STRICT, WITHOUT ROWID`);
    const insert = database.prepare('INSERT INTO t (v) VALUES (?) RETURNING id');
    const ids = Array.from({ length: 100 }, (_, n) => insert.get(n).id);
    const { first, last } = database.prepare('SELECT min(made) AS first, max(made) AS last FROM t').get();
    const sql = "SELECT count(*) AS n FROM t WHERE id BETWEEN sortid_min('uuid7', ?) AND sortid_max('uuid7', ?)";
    const { n } = database.prepare(sql).get(first, last);
    const now = database.prepare("SELECT sortid_min('uuid7', ?) <= ? AS later").get(Date.now() - 60_000, ids[0]);
    return (
      now.later === 1 && n === 100 && new Set(ids).size === 100 && ids.every((id, at) => at === 0 || ids[at - 1] < id)
    );
  },
  'a search by the key': (database) => {
    const bounds = "id >= sortid_min('uuid7', 1) AND id < sortid_min('uuid7', 2)";
    const { detail } = database.prepare(`EXPLAIN QUERY PLAN SELECT v FROM t WHERE ${bounds}`).get();
    return detail === 'SEARCH t USING PRIMARY KEY (id>? AND id<?)';
  },
  'bytes and integers': (database) => {
    const sql = "SELECT sortid_blob(?, 'tid') AS data, CAST(sortid_int(?, 'tid') AS TEXT) AS number";
    const { data, number } = database.prepare(sql).get('3jzfcijpj2z2a', '3jzfcijpj2z2a');
    return Buffer.from(data).readBigUInt64BE() === 0x17fd6873eaf07c06n && number === '1728652679052295174';
  },
  'an error with its code': (database) => {
    try {
      database.prepare("SELECT sortid_time('3jzfcijpj2z21', 'tid')").get();
    } catch (error) {
      return /^invalid_character: .* at byte 12$/.test(error.message);
    }
    return false;
  },
};

for (const [host, open] of Object.entries(hosts)) {
  const database = open();
  database.loadExtension(extension);
  for (const [name, check] of Object.entries(checks)) {
    const good = check(database);
    console.log(`${good ? 'ok' : 'not ok'} ${host}: ${name}`);
    if (!good) process.exitCode = 1;
  }
  database.close();
}
