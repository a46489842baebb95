import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { textOf } from '../support/html.ts';
import { addPaidOrder, createStripeShop, type PaidOrder } from '../support/paid-order.ts';
import { readOutcome } from '../support/read-outcome.ts';

const PASSWORD = 'a password for the desk';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let staff: string;

beforeAll(async () => {
  desk = await createStripeShop();
  await desk.shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  staff = await desk.shop.signIn('sam@example.com', PASSWORD);
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.stripe.refundsBecome = 'succeeded';
  await query('delete from yard_vehicles; update part_private_facts set yard_state = null');
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows as Record<string, unknown>[];

async function send(screen: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  const response = await desk.shop.request(`${screen}.data`, {
    method: 'POST',
    headers: { cookie: staff, Origin: 'http://shop.test' },
    body,
  });
  return { status: response.status, ...(await readOutcome(response)) };
}

const move = (intent: string, fields: Record<string, string>) =>
  send('/admin/orders/pull', { intent, ...fields });

async function read(path = '/admin/orders/pull') {
  const response = await desk.shop.request(path, { headers: { cookie: staff } });
  expect(response.status).toBe(200);
  return textOf(/<main.*<\/main>/s.exec(await response.text())?.[0] ?? '');
}

const stateOf = async (part: string | undefined) =>
  (
    await query(
      'select yard_state as state, yard_place as place from part_private_facts where part_id = $1',
      [part],
    )
  )[0];

/** Sells a part that is on a car. `car` are columns of the car. */
async function sellFromCar(
  car: Record<string, string> = {},
): Promise<PaidOrder & { part: string; car: string }> {
  const order = await addPaidOrder(desk, [{ part_name: 'Front Left Door', price: 40 }]);
  const [part = ''] = order.partIds;
  const id = randomUUID();
  const stockNumber = `Y-${id.slice(0, 8)}`;
  const columns = {
    id,
    stock_number: stockNumber,
    no_vin_reason: 'Burnt',
    make: 'Honda',
    model: 'Accord',
    place: 'Row 12',
    title_kind: 'junk',
    possession_on: '2026-01-05',
    ...car,
  };
  await query(
    `insert into yard_vehicles (${Object.keys(columns).join(', ')}) values (${Object.keys(columns)
      .map((_, place) => `$${place + 1}`)
      .join(', ')})`,
    Object.values(columns),
  );
  await query(
    "insert into part_private_facts (part_id, donor_stock_number, yard_state) values ($1, $2, 'on_car')",
    [part, stockNumber],
  );
  return { ...order, part, car: stockNumber };
}

describe('a sold part that is on its car', () => {
  test('is pulled, inspected and put on a shelf before it is packed', async () => {
    const order = await sellFromCar();
    const page = `/admin/orders/PY-${order.number}`;
    expect(await read()).toMatch(
      new RegExp(`To pull Row 12 ${order.car}, Honda Accord Front Left Door PY-${order.number}`),
    );
    expect(await read(`/admin/orders-print?kind=pulls&orders=${order.number}`)).toContain(
      `Row 12, on ${order.car}`,
    );
    expect(await read(page)).toMatch(/On the car ?: pull list/);
    for (const intent of ['pack', 'ship'])
      expect(await send(page, { intent })).toMatchObject({
        status: 400,
        message: expect.stringContaining('Front Left Door is still on its car. Pull it first'),
      });

    expect(await move('pulled', { part: order.part })).toMatchObject({ done: true });
    expect(await read()).toMatch(/To inspect Front Left Door/);
    expect(await send(page, { intent: 'pack' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('Front Left Door is pulled, but not inspected yet'),
    });
    expect(await move('shelve', { part: order.part, place: 'A-7' })).toMatchObject({
      done: true,
      message: 'Ready to pack, at A-7',
    });
    expect(await stateOf(order.part)).toEqual({ state: null, place: 'A-7' });
    expect(await read()).toContain('Nothing to pull');
    expect(await send(page, { intent: 'pack' })).toMatchObject({ status: 200 });
    expect(
      await query(
        "select details ->> 'to' as moved from audit_logs where action = 'admin_move_yard_part' and resource_id = $1 order by created_at",
        [order.part],
      ),
    ).toEqual([{ moved: 'pulled' }, { moved: 'shelf' }]);
  });

  test('that somebody else has pulled or put back meanwhile says so', async () => {
    const { part } = await sellFromCar();
    const both = await Promise.all([move('pulled', { part }), move('pulled', { part })]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(both.find(({ status }) => status === 400)).toMatchObject({
      message: 'Error noting it: someone else has changed where it is. Reload the page to see it',
    });
    expect(await move('put-back', { part })).toMatchObject({ done: true });
    expect(await move('shelve', { part, place: 'A-7' })).toMatchObject({ status: 400 });
    expect(await stateOf(part)).toEqual({ state: 'on_car', place: null });
  });

  test('whose order is canceled after it was pulled is still inspected', async () => {
    const order = await sellFromCar();
    await move('pulled', { part: order.part });
    await send(`/admin/orders/PY-${order.number}`, { intent: 'missing', [`units:${order.lineIds[0]}`]: '1' });
    expect(await read()).toMatch(/To inspect Front Left Door not sold/);
    expect(await move('shelve', { part: order.part, place: 'A-7' })).toMatchObject({ done: true });
    expect(await read()).toContain('Nothing to pull');
  });

  test('that is broken or not there is canceled and refunded', async () => {
    const order = await sellFromCar();
    expect(
      await move('missing', {
        order: `PY-${order.number}`,
        [`units:${order.lineIds[0]}`]: '1',
        note: 'It broke',
      }),
    ).toMatchObject({ done: true, message: 'Refund requested, and the buyer will get an email' });
    await desk.shop.runJobs();
    expect(desk.stripe.refundedOf(order.sessionId)).toBeGreaterThan(40_00);
    expect(await read()).toContain('Nothing to pull');
  });

  test('that differs puts the order on hold until the buyer was asked', async () => {
    const order = await sellFromCar();
    await move('pulled', { part: order.part });
    const answer = { order: `PY-${order.number}`, line: order.lineIds[0] ?? '', what: '' };
    expect(await move('differs', answer)).toMatchObject({ status: 400, field: 'what' });
    expect(await move('differs', { ...answer, what: 'A dent' })).toMatchObject({ done: true });
    expect(await query('select hold_reason from orders where id = $1', [order.id])).toEqual([
      { hold_reason: 'Front Left Door differs: A dent' },
    ]);
    expect(await read()).toMatch(
      /Not now Front Left Door .*Not now: it is on hold \(Front Left Door differs: A dent\) ?\. Ask .*dana@example\.com/,
    );
  });

  test.each([{ part: 'x' }, {}, { part: randomUUID() }])('%j changes nothing', async (fields) => {
    expect(await move('pulled', fields as Record<string, string>)).toMatchObject({ status: 400 });
  });
});

describe('a car that may not be dismantled yet', () => {
  test.each([
    [
      { title_kind: 'clean', title_state: 'CA' },
      /Not now: the car may not be dismantled: The notice was not mailed/,
    ],
    [{ holds: '{police}' }, /Not now: the car may not be dismantled: Police hold/],
  ])('%j: no list has its parts, and nobody can pull them', async (car, words) => {
    const order = await sellFromCar(car as Record<string, string>);
    expect(await read()).toMatch(words);
    expect(await read()).not.toContain('To pull');
    expect(await read(`/admin/orders-print?kind=pulls&orders=${order.number}`)).toMatch(
      /Front Left Door of PY-\d+ is left out.*0 units in all/,
    );
    expect(await move('pulled', { part: order.part })).toMatchObject({
      status: 400,
      message: expect.stringContaining('the car may not be dismantled'),
    });
    expect(await stateOf(order.part)).toMatchObject({ state: 'on_car' });
  });
});
