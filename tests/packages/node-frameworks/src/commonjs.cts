// The sub-paths through require.
import assert = require('node:assert/strict');
import zod = require('zod');
import { pgTable } from 'drizzle-orm/pg-core';
import { uuid7Text } from 'sortid';
import { pgId } from 'sortid/drizzle';
import { prismaIds } from 'sortid/prisma';
import { idColumn } from 'sortid/typeorm';
import { zodId } from 'sortid/zod';

const text = uuid7Text();
assert.equal(zod.z.object({ id: zodId('uuid7') }).parse({ id: text }).id, text);
assert.ok(pgTable('x', { id: pgId('uuid7') }).id.notNull === false);
assert.equal(idColumn('uuid7', 'postgres').type, 'uuid');
assert.equal(idColumn('uuid7', 'mysql').length, 16);
assert.ok(prismaIds('sqlite', { order: { id: 'uuid7' } }).query.order);
