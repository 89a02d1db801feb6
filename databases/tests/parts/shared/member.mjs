// The Node member: `create TABLES`, `intrude TABLES`, `insert TABLES TURN TURNS`, `read TABLES`. It
// prints JSON.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AnyId, storage } from 'sortid';

const [command, owner, ...rest] = process.argv.slice(2);
const database = process.env.SORTID_DATABASE;
const samples = JSON.parse(readFileSync(process.env.SORTID_SAMPLE, 'utf8'));

/** Returns a function that runs a statement and returns the values of its only column. */
async function connected() {
  if (database === 'sqlite') {
    const { DatabaseSync } = await import('node:sqlite');
    const file = new DatabaseSync(path.join(process.env.SORTID_DATABASE_DIR, 'shared'));
    return async (sql, ...parameters) => {
      const statement = file.prepare(sql);
      statement.setReadBigInts(true);
      return statement.all(...parameters).map(({ id }) => id);
    };
  }
  const { default: pg } = await import('pg');
  const client = new pg.Client();
  await client.connect();
  return async (sql, ...parameters) => {
    const { rows } = await client.query(sql.replace('?', '$1'), parameters);
    return rows.map(({ id }) => id);
  };
}

const run = await connected();

/** Returns the values that a table accepts. */
async function acceptedValues(table, values) {
  const accepted = [];
  for (const value of values) {
    try {
      await run(`insert into ${table} values (?)`, value);
      accepted.push(String(value));
    } catch (error) {
      if (error.code === undefined) throw error;
    }
  }
  return accepted;
}

const commands = {
  async create({ check, sqlType }, table) {
    const condition = check('id');
    const also = condition === undefined ? '' : `, check (${condition})`;
    await run(`create table ${table} (id ${sqlType} not null primary key${also})`);
  },
  async intrude({ kind, format }, table, ids) {
    const bytes = AnyId.parse(ids[0], format).toBytes();
    const wrong = [bytes.subarray(1), 1.5];
    // pg sends bytes to PostgreSQL in binary format, in which they are an id of every kind.
    if (kind !== 'bytes' && database === 'sqlite') wrong.push(bytes);
    // Integer columns accept decimal digits, and PostgreSQL's `uuid` accepts hexadecimal ones.
    const isUuid = kind === 'uuid' && ids[0].replaceAll('-', '') === Buffer.from(bytes).toString('hex');
    if (!isUuid && !/^\d+$/.test(ids[0])) wrong.push(ids[0]);
    return acceptedValues(table, wrong);
  },
  async insert({ toDriver }, table, ids) {
    const [turn, turns] = rest.map(Number);
    for (const id of ids.filter((_, nth) => nth % turns === turn)) {
      await run(`insert into ${table} values (?)`, toDriver(id));
    }
  },
  async read({ format, fromDriver, toDriver }, table, ids) {
    const rows = (await run(`select id from ${table} order by id`)).map(fromDriver);
    let found = 0;
    for (const id of ids) {
      const own = toDriver(id);
      // pg can bind an id object if its text is the column's value.
      const parameter = database === 'postgresql' && String(own) === id ? AnyId.parse(id, format) : own;
      found += (await run(`select id from ${table} where id = ?`, parameter)).length;
    }
    return { rows, found };
  },
};

const answers = {};
for (const [name, ids] of Object.entries(samples)) {
  try {
    answers[name] = (await commands[command](storage(name, database), `${owner}_${name}`, ids)) ?? null;
  } catch (error) {
    answers[name] = { error: String(error) };
    console.error(`${command} ${owner} ${name}: ${error}`);
  }
}
console.log(JSON.stringify(answers));
process.exit();
