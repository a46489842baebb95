import pg from 'pg';
import { afterAll, beforeAll, expect } from 'vitest';
import { loadDemoShop } from '#db/seed/load.ts';
import { inLong } from '../support/in-long.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

/** Half of the parts change at once: a plan for many parts may cost at most this many times one for few. */
const PARTS = 20_000;
const MANY = PARTS / 2;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoShop(database.owner, { parts: PARTS, print: () => undefined });
  await database.owner.query('vacuum analyze');
}, 120_000);
afterAll(() => database[Symbol.asyncDispose]());

interface Connection {
  /** The fastest change of one part, in milliseconds. */
  one(): Promise<number>;
  /** The duration of the change of many parts. */
  many(): Promise<number>;
}

/** Runs changes on one connection, and rolls them back. */
async function onConnection(change: string, work: (connection: Connection) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  const time = async (parts: number) => {
    await client.query('begin');
    const begun = performance.now();
    await client.query(
      `update parts_catalog set ${change} where id = any (array(select id from parts_catalog order by id limit ${parts}))`,
    );
    const took = performance.now() - begun;
    await client.query('rollback');
    return took;
  };
  try {
    await work({
      async one() {
        const times = [];
        for (let round = 0; round < 12; round += 1) times.push(await time(1));
        return Math.min(...times);
      },
      many: () => time(MANY),
    });
  } finally {
    await client.end();
  }
}

inLong.each([
  ['a description', "description = coalesce(description, '') || ' again'"],
  ['a price', 'price = coalesce(price, 0) + 1'],
  [
    'the stock',
    'stock_quantity = case when stock_quantity > stock_held then stock_held else stock_held + 1 end',
  ],
])(
  'what a change of %s costs does not depend on what its connection changed before',
  async (_, change) => {
    const few: number[] = [];
    const many: number[] = [];
    await onConnection(change, async (connection) => {
      few.push(await connection.one());
      many.push(await connection.many());
    });
    await onConnection(change, async (connection) => {
      many.push(await connection.many());
      few.push(await connection.one());
    });
    const [oneFirst = 0, oneAfterMany = 0] = few;
    const [manyAfterOne = 0, manyFirst = 0] = many;
    expect(oneAfterMany / oneFirst).toBeLessThan(2.5);
    expect(manyAfterOne / manyFirst).toBeLessThan(2.5);
  },
  120_000,
);
