// TypeORM on SQLite in WebAssembly: id keys, compared with the package `uuid` in a text column.
import assert from 'node:assert/strict';
import { BeforeInsert, Column, DataSource, Entity, MoreThanOrEqual, PrimaryColumn } from 'typeorm';
import { Uuid7, idType, isValid, uuid7Text, type IdText, type TypeIdText } from 'sortid';
import { PrimaryIdColumn, idColumn } from 'sortid/typeorm';
import { v7 } from 'uuid';

@Entity()
class Theirs {
  @PrimaryColumn('text')
  id!: string;

  @Column('text')
  name!: string;

  @BeforeInsert()
  makeId() {
    this.id ??= v7();
  }
}

@Entity()
class Ours {
  @PrimaryIdColumn('uuid7', 'sqljs')
  id!: IdText<'uuid7'>;

  @Column('text')
  name!: string;

  @Column(idColumn(Uuid7, 'sqlite', { nullable: true }))
  parent!: IdText<'uuid7'> | null;
}

const orders = idType('order');

@Entity()
class Order {
  @PrimaryIdColumn(orders, 'sqljs')
  id!: TypeIdText<'order', 'any_uuid'>;
}

const source = new DataSource({ type: 'sqljs', entities: [Theirs, Ours, Order], synchronize: true });
await source.initialize();
for (const entity of [Theirs, Ours]) {
  const repository = source.getRepository<Theirs | Ours>(entity);
  const made = await repository.save(repository.create({ name: 'a' }));
  assert.ok(isValid(made.id, 'uuid7'));
  assert.deepEqual(await repository.findOneByOrFail({ id: made.id }), made);
}
const ours = source.getRepository(Ours);
const [first] = await ours.find();
assert.ok(first !== undefined && first.parent === null);
const child = await ours.save(ours.create({ name: 'b', parent: first.id }));
assert.deepEqual(await ours.findBy({ parent: first.id }), [child]);
const { min } = Uuid7.range(Date.now() - 3_600_000, null);
assert.equal((await ours.findBy({ id: MoreThanOrEqual(min.toString()) })).length, 2);
const own = uuid7Text();
assert.equal((await ours.save(ours.create({ id: own, name: 'c' }))).id, own);
assert.deepEqual(await source.query('select distinct typeof(id) as kind from ours'), [{ kind: 'blob' }]);
const order = await source.getRepository(Order).save(new Order());
assert.ok(orders.isValid(order.id));
assert.deepEqual(await source.getRepository(Order).findOneByOrFail({ id: order.id }), order);
await source.destroy();
