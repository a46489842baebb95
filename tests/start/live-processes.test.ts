import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { partTopic } from '#core/live/live.ts';
import { openLive } from '../support/live.ts';
import { addParts } from '../support/parts.ts';
import { runShop, type ShopProcess } from '../support/run-shop.ts';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
/** Two processes of one shop. */
let shops: ShopProcess[];
let addresses: string[];
let id: string;

beforeAll(async () => {
  database = await createTestDatabase();
  shops = [0, 1].map(() => runShop({ DATABASE_URL: database.ownerUrl, AUTH_SECRET: TEST_SECRET }));
  addresses = await Promise.all(shops.map((shop) => shop.ready()));
});
afterAll(async () => {
  await Promise.all(shops.map((shop) => shop.kill('SIGTERM')));
  await database[Symbol.asyncDispose]();
});
beforeEach(async () => {
  [id = ''] = await addParts(database.owner, [{ price: 1_000, vehicle_make: 'Saab' }]);
});

const setPrice = (price: number) =>
  database.owner.query('update parts_catalog set price = $1 where id = $2', [price, id]);

test('a change has the same number in both processes', async () => {
  const topics = [partTopic(id), 'list:Saab'];
  using first = await openLive(addresses[0] ?? '', topics);
  using second = await openLive(addresses[1] ?? '', topics);
  const bothHear = (accepts: Parameters<typeof first.next>[0]) =>
    Promise.all([first, second].map((client) => client.next(accepts)));
  await bothHear(() => true);
  for (let price = 1; price <= 10; price += 1) {
    await setPrice(price);
    // A process that is late reads the new price with an earlier change, and tells it once.
    await bothHear(({ parts }) => parts?.[id]?.priceCents === price * 100);
    await addParts(database.owner, [{ vehicle_make: 'Saab' }]);
    const { rows } = await database.owner.query(
      "select max(number)::int as newest from live_changes where 'list:Saab' = any (topics)",
    );
    // A message may tell later changes, too.
    await bothHear(
      ({ changed, number }) => number >= rows[0].newest && changed?.includes('list:Saab') === true,
    );
  }
});

test('after its process is killed, a client resumes at the other one', async () => {
  const topics = [partTopic(id), 'list:Saab', 'list:Volvo'];
  using client = await openLive(addresses[0] ?? '', topics);
  await client.next();
  await setPrice(20);
  const { number } = await client.next(({ parts }) => parts?.[id]?.priceCents === 2_000);
  await shops[0]?.kill('SIGKILL');
  await client.ended;
  using witness = await openLive(addresses[1] ?? '', topics);
  await setPrice(30);
  await addParts(database.owner, [{ vehicle_make: 'Saab' }]);
  await witness.next(({ changed }) => changed?.includes('list:Saab') ?? false);

  using resumed = await openLive(addresses[1] ?? '', topics, { after: number });
  const changed = new Set<string>();
  let price: number | null | undefined;
  while (price !== 3_000 || changed.size === 0) {
    const message = await resumed.next();
    expect(message.reload).toBeUndefined();
    price = message.parts?.[id]?.priceCents ?? price;
    for (const topic of message.changed ?? []) changed.add(topic);
  }
  expect([...changed]).toEqual(['list:Saab']);
});
