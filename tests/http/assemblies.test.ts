import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkOut, deliver, orderState } from '../support/checkout.ts';
import { textOf } from '../support/html.ts';
import { orderNumber, removeOrders, stockOfParts } from '../support/orders.ts';
import { addParts } from '../support/parts.ts';
import { readOutcome } from '../support/read-outcome.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a password for the yard';
const CAR = '00000000-0000-4000-8000-0000000000c1';

let shop: TestShop;
let staff: string;
let other: pg.Client;

beforeAll(async () => {
  shop = await createTestShop();
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  staff = await shop.signIn('sam@example.com', PASSWORD);
  other = new pg.Client({ connectionString: shop.database.ownerUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await shop[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await removeOrders(shop.database.owner);
  await query(
    'delete from yard_vehicles; delete from hidden_parts; delete from part_private_facts; delete from piece_claims',
  );
  await query(
    `insert into yard_vehicles (id, stock_number, no_vin_reason, title_kind) values ('${CAR}', 'Y-1', 'Burnt', 'junk')`,
  );
});

const query = async (text: string, values: unknown[] = []) =>
  (await shop.database.owner.query(text, values)).rows as Record<string, unknown>[];

interface Added {
  /** The id begins with it, so that a test decides which part is locked first. */
  first?: string;
  car?: string | null;
}

/** Adds a part of the car for $40. */
async function addPart(name: string, { first = 'a', car = 'Y-1' }: Added = {}): Promise<string> {
  const id = `${first}${randomUUID().slice(1)}`;
  await addParts(shop.database.owner, [{ id, part_name: name, price: 40, stock_quantity: 1 }]);
  await query('insert into part_private_facts (part_id, donor_stock_number) values ($1, $2)', [id, car]);
  return id;
}

async function send(screen: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await shop.request(`${screen}.data`, {
    method: 'POST',
    headers: { cookie: staff, Origin: 'http://shop.test' },
    body,
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

const savePieces = (part: string, pieces: string[], was: string[] = []) =>
  send(`/admin/vehicles/${CAR}`, {
    intent: 'pieces',
    part,
    was: was.join(' '),
    ...Object.fromEntries(pieces.map((id) => [`piece:${id}`, 'on'])),
  });

async function choosePieces(part: string, pieces: string[]): Promise<void> {
  expect(await savePieces(part, pieces)).toMatchObject({ done: true });
}

const names: Record<string, string> = {};

async function addClip({ clipFirst = 'a', hoodFirst = 'b' } = {}) {
  const clip = await addPart('Front Clip', { first: clipFirst });
  const hood = await addPart('Hood', { first: hoodFirst });
  const fender = await addPart('Left Fender', { first: 'd' });
  Object.assign(names, { [clip]: 'Front Clip', [hood]: 'Hood', [fender]: 'Left Fender' });
  await choosePieces(clip, [hood, fender]);
  return { clip, hood, fender };
}

const buy = (...ids: string[]) =>
  checkOut(
    shop,
    ids.map((id) => ({ id, name: names[id] ?? 'Part', amountCents: 40_00 })),
  );

/** Units that shoppers can buy of each part. */
async function free(...ids: string[]): Promise<number[]> {
  await shop.runJobs();
  return (await stockOfParts(shop.database.owner, ids)).map(({ stock, held }) => stock - held);
}

async function cancel(orderId: string): Promise<void> {
  expect((await deliver(shop, orderId, 'expired')).status).toBe(200);
}

const OUT = (name: string) => ({ error: `${name} is out of stock` });

describe('an assembly and its pieces', () => {
  test('whoever buys the assembly has its pieces, and they come back when its hold ends', async () => {
    const { clip, hood, fender } = await addClip();
    const { orderId } = await buy(clip);
    expect((await buy(hood)).body).toMatchObject(OUT('Hood'));
    expect(await free(clip, hood, fender)).toEqual([0, 0, 0]);
    await cancel(orderId);
    expect(await free(clip, hood, fender)).toEqual([1, 1, 1]);
    expect((await buy(hood)).body.error).toBeUndefined();
  });

  test('whoever buys a piece leaves the other pieces, and no assembly', async () => {
    const { clip, hood, fender } = await addClip();
    const { orderId } = await buy(hood);
    expect((await buy(clip)).body).toMatchObject(OUT('Front Clip'));
    expect(await free(clip, hood, fender)).toEqual([0, 0, 1]);
    expect((await buy(fender)).body.error).toBeUndefined();
    await cancel(orderId);
    // The fender is still held.
    expect(await free(clip, hood, fender)).toEqual([0, 1, 0]);
  });

  test('two assemblies with one hood: only one of them is sold', async () => {
    const { clip, hood, fender } = await addClip();
    const nose = await addPart('Nose');
    names[nose] = 'Nose';
    await choosePieces(nose, [hood]);
    const { orderId } = await buy(nose);
    expect((await buy(clip)).body).toMatchObject(OUT('Front Clip'));
    expect(await free(clip, nose, hood, fender)).toEqual([0, 0, 0, 1]);
    await cancel(orderId);
    expect(await free(clip, nose, hood, fender)).toEqual([1, 1, 1, 1]);
  });

  test('one cart can’t have both', async () => {
    const { clip, hood } = await addClip();
    expect((await buy(clip, hood)).body.error).toBe(
      'Front Clip and Hood include the same part. Only one of them can be bought',
    );
    expect(await query('select from orders')).toEqual([]);
  });

  test('a browser that chooses the hood instead of the clip gets it', async () => {
    const { clip, hood } = await addClip();
    const { cookie } = await buy(clip);
    await shop.runJobs();
    const changed = await checkOut(shop, [{ id: hood, name: 'Hood', amountCents: 40_00 }], { cookie });
    expect(changed.body.error).toBeUndefined();
    expect(await free(clip, hood)).toEqual([0, 0]);
  });
});

describe('after a sale', () => {
  async function sell(...parts: string[]) {
    const { orderId } = await buy(...parts);
    expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
    const page = `/admin/orders/${await orderNumber(shop.database.owner, orderId)}`;
    const lines = await query('select id, part_id from order_lines where order_id = $1', [orderId]);
    const lineOf = (part: string) => String(lines.find(({ part_id: id }) => id === part)?.['id']);
    return { orderId, page, lineOf };
  }

  test('its pieces come back only when the assembly is back in stock', async () => {
    const { clip, hood, fender } = await addClip();
    const lamp = await addPart('Lamp');
    names[lamp] = 'Lamp';
    const { page, lineOf } = await sell(clip, lamp);
    expect(await free(clip, hood, fender, lamp)).toEqual([0, 0, 0, 0]);
    const canceled = await send(page, { intent: 'cancel', [`restock:${lineOf(lamp)}`]: 'on' });
    expect(canceled).toMatchObject({ done: true });
    expect(await free(clip, hood, fender, lamp)).toEqual([0, 0, 0, 1]);
    const settled = { intent: 'set-aside', as: 'restocked', [`units:${lineOf(clip)}`]: '1' };
    expect(await send(page, settled)).toMatchObject({ done: true, message: 'Back in stock' });
    expect(await free(clip, hood, fender, lamp)).toEqual([1, 1, 1, 1]);
    expect(await query('select from piece_claims union all select from claimed_stock')).toEqual([]);
  });

  test('an assembly that comes back is out of stock if a piece was taken off meanwhile', async () => {
    const { clip, hood, fender } = await addClip();
    await query('update parts_catalog set stock_quantity = 0 where id = $1', [clip]);
    expect(await free(clip, hood, fender)).toEqual([0, 0, 0]);
    // Staff say that the hood is no part of it any more.
    expect(await savePieces(clip, [fender], [hood, fender])).toMatchObject({ done: true });
    expect(await free(clip, hood, fender)).toEqual([0, 1, 0]);
    await query('update parts_catalog set stock_quantity = 0 where id = $1', [hood]);
    await query('update parts_catalog set stock_quantity = 1 where id = $1', [clip]);
    expect(await free(clip, hood, fender)).toEqual([1, 0, 1]);
  });

  test('a person or a file may enter 0 for the assembly and its pieces at once, and 1 again', async () => {
    const { clip, hood, fender } = await addClip();
    const enter = (stock: number) =>
      query('update parts_catalog set stock_quantity = $1 where id = any ($2)', [
        stock,
        [clip, hood, fender],
      ]);
    await enter(0);
    expect(await free(clip, hood, fender)).toEqual([0, 0, 0]);
    await enter(1);
    expect(await free(clip, hood, fender)).toEqual([1, 1, 1]);
    expect(await query('select from piece_claims union all select from claimed_stock')).toEqual([]);
    const { orderId } = await buy(hood);
    await query('update parts_catalog set stock_quantity = 0 where id = $1', [clip]);
    await cancel(orderId);
    expect((await free(hood, fender))[0]).toBe(1);
  });

  test('nobody sells a piece of a sold assembly by entering stock, and a draft of the assembly gives it back', async () => {
    const { clip, hood } = await addClip();
    await sell(clip);
    await shop.runJobs();
    await query('update parts_catalog set stock_quantity = 1 where id = $1', [hood]);
    expect((await buy(hood)).body).toMatchObject(OUT('Hood'));
    expect(await free(hood)).toEqual([0]);
    await query(`select move_to_hidden_parts(array['${clip}']::uuid[])`);
    expect(await free(hood)).toEqual([0]);
    await query('update hidden_parts set stock_quantity = 1 where id = $1', [clip]);
    expect(await free(hood)).toEqual([1]);
  });

  test('a payment that is late does not sell a clip whose hood is sold', async () => {
    const { clip, hood } = await addClip();
    const { orderId } = await buy(clip);
    await cancel(orderId);
    await sell(hood);
    expect((await deliver(shop, orderId, 'paid')).status).toBe(200);
    expect(await orderState(shop, orderId)).toMatchObject({ status: 'canceled' });
    expect(await query('select part_id from piece_claims')).toEqual([{ part_id: hood }]);
  });

  test('the order and the pull list say what comes with it', async () => {
    const { clip } = await addClip();
    await query("update part_private_facts set yard_state = 'on_car'");
    const { page } = await sell(clip);
    const printed = page.replace('/admin/orders/', '/admin/orders-print?kind=pulls&orders=');
    for (const path of [page, '/admin/orders/pull', printed]) {
      const response = await shop.request(path, { headers: { cookie: staff } });
      expect(textOf(await response.text())).toContain('With Hood, Left Fender');
    }
  });
});

describe('two buyers at once', () => {
  /** Buys a part while another transaction has bought a relative of it, and has not ended. */
  async function buyWhile(held: string, part: string, end: 'commit' | 'rollback') {
    await other.query('begin');
    await other.query('update parts_catalog set stock_held = 1 where id = $1', [held]);
    const bought = buy(part);
    await expect
      .poll(
        async () =>
          (
            await query(
              "select from pg_stat_activity where wait_event = 'transactionid' and query like '%place_order%'",
            )
          ).length,
        { timeout: 20_000 },
      )
      .toBe(1);
    await other.query(end);
    return (await bought).body;
  }

  const ids = [
    { clipFirst: 'a', hoodFirst: 'b' },
    { clipFirst: 'b', hoodFirst: 'a' },
  ];

  test.each(ids)('%j: the first one has it', async (first) => {
    const { clip, hood } = await addClip(first);
    expect(await buyWhile(clip, hood, 'commit')).toMatchObject(OUT('Hood'));
    await query('update parts_catalog set stock_held = 0 where id = $1', [clip]);
    await shop.runJobs();
    expect(await buyWhile(hood, clip, 'commit')).toMatchObject(OUT('Front Clip'));
    await query('update parts_catalog set stock_held = 0 where id = $1', [hood]);
    await shop.runJobs();
    expect((await buyWhile(clip, hood, 'rollback')).error).toBeUndefined();
  });

  test.each(ids)(
    '%j: of clip, nose and hood with a part of each other’s cart, one is sold',
    async (first) => {
      const { clip, hood } = await addClip(first);
      const nose = await addPart('Nose', { first: 'c' });
      names[nose] = 'Nose';
      await choosePieces(nose, [hood]);
      const bought = await Promise.all([buy(clip), buy(nose), buy(hood), buy(hood), buy(nose), buy(clip)]);
      expect(bought.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(bought.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      expect((await free(clip, nose, hood)).every((units) => units === 0)).toBe(true);
    },
  );
});

describe('pieces are chosen', () => {
  test('of the same car, in stock, and one level deep', async () => {
    const { clip, hood } = await addClip();
    const elsewhere = await addPart('Door', { car: 'Y-2' });
    const grille = await addPart('Grille');
    expect(await savePieces(clip, [elsewhere])).toMatchObject({
      status: 400,
      message: 'Error saving the included parts: an assembly includes parts of its own car only',
    });
    expect(await savePieces(hood, [grille])).toMatchObject({
      message: "Error saving the included parts: a part of an assembly can't be an assembly itself",
    });
    expect(await savePieces(grille, [clip])).toMatchObject({
      message: "Error saving the included parts: a part of an assembly can't be an assembly itself",
    });
    await query('update parts_catalog set stock_quantity = 0 where id = $1', [grille]);
    expect(await savePieces(clip, [grille])).toMatchObject({
      message: expect.stringContaining('in stock once'),
    });
    expect(await savePieces('x', [])).toMatchObject({ status: 400 });
    expect(await query('select count(*)::int as all from part_pieces')).toEqual([{ all: 2 }]);
  });

  test('by two people at once: both count, and no piece becomes an assembly', async () => {
    const { clip, hood, fender } = await addClip();
    const grille = await addPart('Grille');
    const lamp = await addPart('Lamp');
    const both = [hood, fender];
    await Promise.all([
      savePieces(clip, [...both, grille], both),
      savePieces(clip, [...both, lamp], both),
      savePieces(grille, [lamp]),
    ]);
    const pairs = await query('select assembly_id, piece_id from part_pieces');
    const assemblies = new Set(pairs.map(({ assembly_id: id }) => id));
    expect(pairs.filter(({ piece_id: id }) => assemblies.has(id))).toEqual([]);
    expect(pairs.length).toBeGreaterThanOrEqual(3);
  });

  test('and the page of the car shows them', async () => {
    const { clip, hood } = await addClip();
    await buy(hood);
    await shop.runJobs();
    const response = await shop.request(`/admin/vehicles/${CAR}`, { headers: { cookie: staff } });
    const page = textOf(await response.text());
    expect(page).toContain('Includes: Hood, Left Fender Not for sale: a part of it is sold or held');
    expect(page).toContain('Part of: Front Clip');
    const form = await shop.request(`/admin/part/${clip}`, { headers: { cookie: staff } });
    expect(await form.json()).toMatchObject({ relatives: { pieces: ['Hood', 'Left Fender'], partOf: [] } });
  });
});
