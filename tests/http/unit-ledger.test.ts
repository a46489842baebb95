import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stockOf } from '../support/checkout.ts';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, deliverToShop, type PaidOrder } from '../support/paid-order.ts';
import type { PartColumns } from '../support/parts.ts';

const PASSWORD = 'a password for the desk';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let admin: string;
let olga: string;
let olgaId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'ada@example.com', password: PASSWORD, admin: true });
  olgaId = await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  admin = await shop.signIn('ada@example.com', PASSWORD);
  olga = await shop.signIn('olga@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.stripe.refundsBecome = 'succeeded';
  desk.stripe.recover();
  await removeJobs(desk.shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

type Fields = Record<string, string>;

async function post(path: string, fields: Fields, cookie = admin) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const headers = { cookie, Origin: 'http://shop.test' };
  const response = await desk.shop.request(path, { method: 'POST', headers, body });
  return { status: response.status, location: response.headers.get('Location'), text: await response.text() };
}

const act = ({ number }: PaidOrder, action: string, fields: Fields = {}) =>
  post(`/admin/orders/PY-${number}.data`, { intent: action, ...fields });

async function buy(...parts: (PartColumns & { units?: number })[]): Promise<PaidOrder> {
  const order = await addPaidOrder(desk, parts);
  await query('update orders set user_id = $2 where id = $1', [order.id, olgaId]);
  await runDueJobs();
  return order;
}

async function runDueJobs() {
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

const stock = async (order: PaidOrder, line = 0) =>
  Number((await stockOf(desk.shop, order.partIds[line] ?? '')).stock);

const lineOf = async (order: PaidOrder, line = 0) =>
  (
    await query(
      'select packed, canceled, shipped, returned, restocked, lost, refunded from order_lines where id = $1',
      [order.lineIds[line]],
    )
  )[0];

const openAlerts = ({ id }: PaidOrder) =>
  query("select from alerts where order_id = $1 and kind = 'refund-not-done' and settled_at is null", [id]);

/** The fields of a dialog for a line. */
const of = (order: PaidOrder, fields: Record<string, string | number>, line = 0): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`${name}:${order.lineIds[line]}`, String(value)]),
  );

describe('a unit goes back into stock once', () => {
  test.each([
    ['staff cancel', (order: PaidOrder) => act(order, 'cancel', of(order, { restock: 'yes' }))],
    [
      'the buyer cancels',
      (order: PaidOrder) => post(`/orders/PY-${order.number}`, { intent: 'cancel', confirm: 'yes' }, olga),
    ],
  ])('if it is refunded into stock and then %s', async (_, cancel) => {
    const order = await buy({ part_name: 'Horn', units: 2 });
    const before = await stock(order);
    await act(order, 'refund', { by: 'lines', ...of(order, { units: 1, restock: 'yes' }) });
    expect(await stock(order)).toBe(before + 1);
    expect([200, 303]).toContain((await cancel(order)).status);
    await runDueJobs();
    expect(await stock(order)).toBe(before + 2);
    expect(await lineOf(order)).toMatchObject({ canceled: 2, restocked: 2, refunded: 2 });
    expect(desk.stripe.refundedOf(order.sessionId)).toBe(
      desk.stripe.sessions.get(order.sessionId)?.amount_total,
    );
  });

  test('if the provider refuses its refund twice and then accepts it', async () => {
    const order = await buy({ part_name: 'Horn', units: 2 });
    const before = await stock(order);
    const fields = { by: 'lines', ...of(order, { units: 1, restock: 'yes' }) };
    desk.stripe.refundsBecome = 'failed';
    for (let round = 0; round < 2; round += 1) {
      expect(await act(order, 'refund', fields)).toMatchObject({ status: 200 });
      await runDueJobs();
    }
    expect(await openAlerts(order)).toHaveLength(2);
    desk.stripe.refundsBecome = 'succeeded';
    expect(await act(order, 'refund', fields)).toMatchObject({ status: 200 });
    await runDueJobs();
    expect(await stock(order)).toBe(before + 1);
    expect(await lineOf(order)).toMatchObject({ canceled: 1, restocked: 1, refunded: 1 });
    expect(await openAlerts(order)).toEqual([]);
  });

  test('if its part was deleted and restored since the sale', async () => {
    const order = await buy({ part_name: 'Horn' }, { part_name: 'Mirror' });
    const before = await stock(order);
    await query('delete from parts_catalog where id = any ($1)', [order.partIds]);
    await act(order, 'refund', { by: 'lines', ...of(order, { units: 1, restock: 'yes' }, 1) });
    await query('select bring_parts_back($1)', [order.partIds]);
    await act(order, 'cancel', of(order, { restock: 'yes' }));
    expect([await stock(order), await stock(order, 1)]).toEqual([before + 1, before + 1]);
  });

  test('and never if its part was deleted for good', async () => {
    const order = await buy({ part_name: 'Horn' });
    await query('delete from parts_catalog where id = any ($1)', [order.partIds]);
    await query('delete from deleted_parts');
    expect(await act(order, 'cancel', of(order, { restock: 'yes' }))).toMatchObject({ status: 200 });
    expect(await lineOf(order)).toMatchObject({ canceled: 1, restocked: 0 });
    expect(await act(order, 'set-aside', { as: 'restocked', ...of(order, { units: 1 }) })).toMatchObject({
      status: 400,
      text: expect.stringContaining('Horn does not exist anymore'),
    });
  });

  test('and the database itself refuses the second time', async () => {
    const order = await buy({ part_name: 'Horn', units: 2 });
    await act(order, 'cancel', of(order, { restock: 'yes' }));
    const write = (kind: string, quantity: number) =>
      query('insert into unit_ledger (line_id, kind, quantity) values ($1, $2, $3)', [
        order.lineIds[0],
        kind,
        quantity,
      ]);
    await expect(write('restocked', 1)).rejects.toThrow('order_lines_units_back_once');
    await expect(write('restocked', -1)).rejects.toThrow('unit_ledger_restocked_stays');
    await expect(write('canceled', -1)).rejects.toThrow('order_lines_refunded_not_to_ship');
    await expect(write('lost', 1)).rejects.toThrow('order_lines_units_back_once');
  });
});

describe('a refunded unit is not shipped', () => {
  test('by the dialogs, the papers, the API and the commands', async () => {
    const order = await buy({ part_name: 'Horn', units: 3 }, { part_name: 'Mirror' });
    await act(order, 'refund', { by: 'lines', ...of(order, { units: 2 }), ...of(order, { units: 1 }, 1) });
    await act(order, 'pack');
    expect(await lineOf(order)).toMatchObject({ packed: 1, canceled: 2, refunded: 2 });
    expect(await lineOf(order, 1)).toMatchObject({ packed: 0, canceled: 1, refunded: 1 });
    expect(await act(order, 'ship', of(order, { units: 2 }))).toMatchObject({
      status: 400,
      text: expect.stringContaining('only 1 of Horn are left to ship'),
    });
    const [pulls, slip] = await Promise.all(
      ['pulls', 'slips'].map(async (kind) => {
        const path = `/admin/orders-print?kind=${kind}&orders=PY-${order.number}`;
        return (await desk.shop.request(path, { headers: { cookie: admin } })).text();
      }),
    );
    for (const paper of [pulls, slip]) {
      expect(paper).toContain('Horn');
      expect(paper).not.toContain('Mirror');
    }
    expect(await act(order, 'ship')).toMatchObject({ status: 200 });
    expect(await lineOf(order)).toMatchObject({ packed: 1, shipped: 1, refunded: 2 });
    expect((await query('select progress from orders where id = $1', [order.id]))[0]).toEqual({
      progress: 'shipped',
    });
  });

  test('if all of it was refunded in the dashboard of the provider', async () => {
    const order = await buy({ part_name: 'Horn' });
    await deliverToShop(desk, desk.stripe.refund(order.sessionId));
    expect(await act(order, 'pack')).toMatchObject({
      status: 400,
      text: expect.stringContaining('the money was refunded'),
    });
    const print = async (kind: string) => {
      const path = `/admin/orders-print?kind=${kind}&orders=PY-${order.number}`;
      const html = await (await desk.shop.request(path, { headers: { cookie: admin } })).text();
      return html.replaceAll('<!-- -->', '').match(/<main.*<\/main>/s)?.[0];
    };
    expect(await print('slips')).toContain('Do not ship: the money was refunded.');
    const pulls = await print('pulls');
    expect(pulls).toContain(`PY-${order.number} is left out: the money was refunded.`);
    expect(pulls).not.toContain('Horn');
  });

  test('after its parcel is undone', async () => {
    const order = await buy({ part_name: 'Horn', units: 2 });
    await act(order, 'ship');
    await act(order, 'refund', { by: 'lines', ...of(order, { shipped: 1 }) });
    const [{ id }] = (await query('select id from shipments where order_id = $1', [order.id])) as [
      { id: string },
    ];
    expect(await act(order, 'undo-shipment', { shipment: id })).toMatchObject({ status: 200 });
    expect(await lineOf(order)).toMatchObject({ packed: 1, canceled: 1, shipped: 0, refunded: 1 });
    expect(await act(order, 'ship')).toMatchObject({ status: 200 });
    expect(await lineOf(order)).toMatchObject({ shipped: 1 });
  });

  test('and one that came back does not go with an undone parcel', async () => {
    const order = await buy({ part_name: 'Horn' });
    await act(order, 'ship');
    await act(order, 'refund', { by: 'lines', ...of(order, { shipped: 1, back: 'yes' }) });
    const [{ id }] = (await query('select id from shipments where order_id = $1', [order.id])) as [
      { id: string },
    ];
    expect(await act(order, 'undo-shipment', { shipment: id })).toMatchObject({
      status: 409,
      text: expect.stringContaining('some of its units have come back'),
    });
  });
});

test('units that are set aside go into stock later, or are written off', async () => {
  const order = await buy({ part_name: 'Horn', units: 3 });
  const before = await stock(order);
  await act(order, 'refund', { by: 'lines', ...of(order, { units: 2 }) });
  expect(await stock(order)).toBe(before);
  const settle = (fields: Fields) => act(order, 'set-aside', fields);
  expect(await settle({ as: 'lost', ...of(order, { units: 1 }) })).toMatchObject({ status: 200 });
  expect(await settle({ as: 'restocked', ...of(order, { units: 2 }) })).toMatchObject({
    status: 400,
    text: expect.stringContaining('only 1 of Horn are set aside'),
  });
  expect(await settle({ as: 'restocked', ...of(order, { units: 1 }) })).toMatchObject({ status: 200 });
  expect(await stock(order)).toBe(before + 1);
  expect(await settle({ as: 'restocked', ...of(order, { units: 1 }) })).toMatchObject({ status: 400 });
});
