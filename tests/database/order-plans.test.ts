import { type KyselyPlugin, type QueryId, type RootOperationNode, sql, type Transaction } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadDemoShop } from '#db/seed/load.ts';
import type { DB } from '#db/types.ts';
import { listOrders } from '#core/orders/list-orders.server.ts';
import { countViews } from '#core/orders/order-views.server.ts';
import { ordersList } from '#core/orders/orders-address.ts';
import { countWaiting } from '#desk/today/count-waiting.server.ts';
import { countOpenAlerts, readToDo } from '#desk/today/read-today.server.ts';
import { fillOrders } from '../support/fill-orders.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const ORDERS = 30_000;

/** A quarter of the orders: no list may read as many. */
const MAX_ROWS = 7_500;

const STAFF = '00000000-0000-4000-8000-00000000000d';
const timeZone = 'America/Los_Angeles';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await loadDemoShop(database.owner, { parts: 2_000, print: () => undefined });
  await fillOrders(database.owner, ORDERS);
  await database.owner.query(
    `insert into auth.users (id, name, email) values ('${STAFF}', 'Stan', 'stan@example.com');
     insert into user_roles values ('${STAFF}', 'staff');
     update orders set hold_reason = 'Asked' where progress = 'to_pack' and number % 4 = 0;`,
  );
}, 120_000);
afterAll(() => database[Symbol.asyncDispose]());

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}

interface Read {
  table: string;
  way: string;
  rows: number;
}

/** How the statements of a list read the tables of orders. */
async function readsOf(work: (transaction: Transaction<DB>) => Promise<unknown>): Promise<Read[]> {
  const reads: Read[] = [];
  await database.pools.as({ role: 'authenticated', userId: STAFF }, async (transaction) => {
    const statements: { node: RootOperationNode; queryId: QueryId }[] = [];
    const remember: KyselyPlugin = {
      transformQuery(statement) {
        statements.push(statement);
        return statement.node;
      },
      transformResult: async ({ result }) => result,
    };
    await work(transaction.withPlugin(remember) as Transaction<DB>);
    for (const { node, queryId } of statements) {
      const compiled = transaction.getExecutor().compileQuery(node, queryId);
      const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
        ...compiled,
        sql: `explain (analyze, format json) ${compiled.sql}`,
      });
      const walk = (plan: Plan) => {
        const rowsRead = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
        if (plan['Relation Name']) {
          reads.push({ table: plan['Relation Name'], way: plan['Node Type'], rows: rowsRead });
        }
        plan.Plans?.forEach(walk);
      };
      const [root] = rows[0]?.['QUERY PLAN'] ?? [];
      if (root) walk(root.Plan);
    }
  });
  return reads;
}

function expectFew(reads: Read[]) {
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(({ rows }) => rows > MAX_ROWS)).toEqual([]);
}

const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10);

test.each([
  'view=today',
  'view=to-ship',
  'view=overdue',
  'view=on-hold',
  'view=shipped',
  'view=problems',
  'view=all',
  'view=all&state=canceled',
  'view=all&state=partly_shipped',
  'view=shipped&state=delivered',
  'view=all&fulfillment=pickup',
  `view=all&from=${day(400)}&to=${day(370)}`,
  `view=shipped&from=${day(900)}&to=${day(900)}`,
  'view=all&q=brake',
  'view=all&q=james',
  'view=all&q=featherstonehaugh',
  'view=all&q=qqqq',
  'view=all&q=PY-12345',
  'view=shipped&q=zimmermann',
  'view=to-ship&q=brake',
  'view=problems&q=james',
  `view=all&from=${day(900)}&to=${day(870)}&q=brake`,
])(
  '%s reads few rows, by indexes, on its first and on a late page',
  async (search) => {
    const query = ordersList.read(new URLSearchParams(search));
    for (let page = 0; page < 8; page += 1) {
      let next: string | null = null;
      const reads = await readsOf(async (transaction) => {
        ({ next } = await listOrders(transaction, query, { timeZone }));
      });
      if (page === 0 || page === 7 || next === null) expectFew(reads);
      if (next === null) return;
      query.after = next;
    }
  },
  60_000,
);

test('the counts of the views stop at a thousand', async () => {
  const reads = await readsOf((transaction) => countViews(transaction, { timeZone }));
  expectFew(reads);
  const counts = await database.pools.as({ role: 'authenticated', userId: STAFF }, (transaction) =>
    countViews(transaction, { timeZone }),
  );
  expect(counts).toMatchObject({ all: 1_000, shipped: 1_000 });
  expect(Object.entries(counts).filter(([, count]) => count === 0)).toEqual([]);
});

test('Today and the counts of the side bar read few rows', async () => {
  const reads = await readsOf(async (transaction) => {
    await readToDo(transaction, { timeZone });
    await countOpenAlerts(transaction);
    await countWaiting(transaction, { timeZone });
  });
  expectFew(reads);
});

test('a search of rare words uses the index of words', async () => {
  // The body of find_order_numbers, as its owner runs it.
  const { rows } = await database.owner.query(
    `explain select number from (
       select number, words from order_search
       where words @@ '''featherstonehaugh'':*'::tsquery and (select is_staff()) offset 0
     ) as found`,
  );
  expect(JSON.stringify(rows)).toContain('order_search_words_idx');
});

const findJames = (userId: string) =>
  database.pools.as({ role: 'authenticated', userId }, (transaction) =>
    sql`select find_order_numbers('''james'':*', '''james'':*', 0, 1000000)`.execute(transaction),
  );

test('the search finds orders for staff only', async () => {
  expect((await findJames(STAFF)).rows.length).toBeGreaterThan(100);
  expect((await findJames('00000000-0000-4000-8000-00000000000b')).rows).toEqual([]);
});
