import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkOut, deliver, orderState, stockOf } from '../support/checkout.ts';
import { addParts } from '../support/parts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

/** A part with one of two units held, which is then deleted. */
async function heldAndDeleted() {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 2 }]);
  const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
  return { id, orderId };
}

async function restore() {
  await shop.database.owner.query("select restore_deleted_parts(now() - interval '1 hour')");
}

test('a part whose held unit was sold while it was deleted is restored without that unit', async () => {
  const { id, orderId } = await heldAndDeleted();
  await deliver(shop, orderId, 'paid');
  expect(await orderState(shop, orderId)).toMatchObject({
    status: 'completed',
    holds: [{ outcome: 'sold' }],
  });
  await restore();
  expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
});

test('units sold before the deletion are not subtracted twice', async () => {
  const [id = ''] = await addParts(shop.database.owner, [{ price: 40, stock_quantity: 2 }]);
  const { orderId } = await checkOut(shop, [{ id, amountCents: 4000 }]);
  await deliver(shop, orderId, 'paid');
  await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
  await restore();
  expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
});

test('a hold that ended without a payment while the part was deleted subtracts nothing', async () => {
  const { id, orderId } = await heldAndDeleted();
  await deliver(shop, orderId, 'expired');
  await restore();
  expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 0 });
});

test('a part is restored with its open holds, also after a second deletion', async () => {
  const { id, orderId } = await heldAndDeleted();
  await restore();
  expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 1 });
  await shop.database.owner.query('delete from parts_catalog where id = $1', [id]);
  await restore();
  expect(await stockOf(shop, id)).toEqual({ stock: 2, held: 1 });
  await deliver(shop, orderId, 'paid');
  expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
});

test('a payment during the restoration of its part subtracts its unit once', async () => {
  const { id, orderId } = await heldAndDeleted();
  const { owner } = shop.database;
  await owner.query('begin');
  await restore();
  const paid = deliver(shop, orderId, 'paid');
  await waitsForLock();
  await owner.query('commit');
  expect((await paid).status).toBe(200);
  expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
});

test('restoring a part waits while its payment is applied', async () => {
  const { id, orderId } = await heldAndDeleted();
  const { owner } = shop.database;
  const other = new pg.Client({ connectionString: shop.database.ownerUrl });
  await other.connect();
  await owner.query('begin');
  await owner.query("update stock_holds set outcome = 'sold', ended_at = now() where order_id = $1", [
    orderId,
  ]);
  await owner.query(
    "update orders set stock = 'sold', status = 'completed', payment_id = 'pi', paid_at = now() where id = $1",
    [orderId],
  );
  const restored = other.query("select restore_deleted_parts(now() - interval '1 hour')");
  await waitsForLock();
  await owner.query('commit');
  await restored;
  await other.end();
  expect(await stockOf(shop, id)).toEqual({ stock: 1, held: 0 });
});

/** Resolves when a connection waits for a lock of this test. */
async function waitsForLock() {
  const waiting = async () => {
    // pg_stat_activity is a snapshot within a transaction.
    await shop.database.owner.query('select pg_stat_clear_snapshot()');
    const { rowCount } = await shop.database.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount;
  };
  await expect.poll(waiting, { interval: 10, timeout: 10_000 }).toBeGreaterThan(0);
}
