import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeJobsDue, removeJobs } from '../support/jobs.ts';
import { addPaidOrder, createStripeShop, type PaidOrder } from '../support/paid-order.ts';
import type { PartColumns } from '../support/parts.ts';

const PASSWORD = 'a password for terms';

let desk: Awaited<ReturnType<typeof createStripeShop>>;
let staff: string;
let olga: string;
let olgaId: string;

beforeAll(async () => {
  desk = await createStripeShop();
  const { shop } = desk;
  await shop.addUser({ email: 'sam@example.com', password: PASSWORD, staff: true });
  await shop.addUser({ email: 'olga@example.com', password: PASSWORD });
  staff = await shop.signIn('sam@example.com', PASSWORD);
  olga = await shop.signIn('olga@example.com', PASSWORD);
  [{ id: olgaId }] = (await query("select id from auth.users where email = 'olga@example.com'")) as [
    { id: string },
  ];
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  await query("delete from mails; update shop_settings set values = '{}'");
  await removeJobs(desk.shop.database.owner);
});

const query = async (text: string, values: unknown[] = []) =>
  (await desk.shop.database.owner.query(text, values)).rows;

async function open(path: string, cookie = olga): Promise<string> {
  const response = await desk.shop.request(path, { headers: { cookie } });
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.text())
    .replaceAll(/<script[\s\S]*?<\/script>/g, '')
    .replaceAll('<!-- -->', '')
    .replaceAll('&#x27;', "'");
}

async function buy(...parts: PartColumns[]): Promise<PaidOrder> {
  const order = await addPaidOrder(desk, parts);
  await query('update orders set user_id = $2 where id = $1', [order.id, olgaId]);
  return order;
}

async function deliverOrder({ number }: PaidOrder): Promise<void> {
  await desk.shop.runJobs();
  for (const action of ['ship', 'delivered']) {
    const { status } = await desk.shop.request(`/admin/orders/PY-${number}.data`, {
      method: 'POST',
      headers: { cookie: staff, Origin: 'http://shop.test' },
      body: new URLSearchParams({ intent: action }),
    });
    expect([action, status]).toEqual([action, 200]);
  }
  await makeJobsDue(desk.shop.database.owner);
  await desk.shop.runJobs();
}

/** The text of the newest mail to the buyer with these words in its subject, without the breaks of its lines. */
async function mailOf({ number }: PaidOrder, subject = ''): Promise<string> {
  const [mail] = await query(
    `select body, html from mails where recipient = 'dana@example.com' and subject like $1 and subject like $2
    order by created_at desc limit 1`,
    [`%PY-${number}%`, `%${subject}%`],
  );
  return String(mail?.body).replaceAll(/\s+/g, ' ');
}

const printedInvoiceOf = ({ number }: PaidOrder) =>
  open(`/admin/orders-print?orders=PY-${number}&kind=invoices`, staff);
const slipOf = ({ number }: PaidOrder) => open(`/admin/orders-print?orders=PY-${number}&kind=slips`, staff);

/** Whatever a buyer reads of an order. */
async function everyText(order: PaidOrder): Promise<Record<string, string>> {
  const texts = {
    'order mail': await mailOf(order),
    page: await open(`/orders/PY-${order.number}`),
    printedInvoice: await printedInvoiceOf(order),
    slip: await slipOf(order),
  };
  await deliverOrder(order);
  return {
    ...texts,
    'mail of the delivery': await mailOf(order, 'delivered'),
    'delivered page': await open(`/orders/PY-${order.number}`),
  };
}

const strut = { part_name: 'Strut', brand: 'KYB', part_type: 'New' };
const horn = { part_name: 'Horn', brand: 'Honda', part_type: 'New' };
const bumper = { part_name: 'Bumper', part_type: 'Good' };

const RETURN = 'Return within 30 days of delivery, unused';
const REFUND = 'Refunds take 5 to 10 business days.';

describe('every text about an order has the terms of its parts', () => {
  test('of new parts only', async () => {
    for (const [name, text] of Object.entries(await everyText(await buy(strut)))) {
      expect(text, name).toContain(`${RETURN}, in original packaging. ${REFUND}`);
      expect(text, name).toContain('Warranty 12 to 24 months from delivery.');
      expect(text, name).not.toMatch(/\bused parts|as shipped|as received|30 days from/i);
    }
  });

  test('of used parts only', async () => {
    for (const [name, text] of Object.entries(await everyText(await buy(bumper)))) {
      expect(text, name).toContain(`${RETURN}, in the same condition as received. ${REFUND}`);
      expect(text, name).toContain('Warranty 30 days from delivery.');
      expect(text, name).not.toMatch(/original packaging|months/i);
    }
  });

  test('of both, each with its parts', async () => {
    for (const [name, text] of Object.entries(await everyText(await buy(strut, horn, bumper)))) {
      expect(text, name).toContain(`${RETURN}. ${REFUND}`);
      for (const line of [
        'In original packaging: Horn, Strut',
        'In the same condition as received: Bumper',
        'Warranty 12 to 36 months: Horn',
        'Warranty 12 to 24 months: Strut',
        'Warranty 30 days: Bumper',
      ])
        expect(text, name).toContain(line);
      expect(text, name).not.toContain('from delivery.');
    }
  });

  test('of a part with a warranty of its own, as it was when it was sold', async () => {
    const order = await buy({ ...strut, warranty: '18 months' });
    await query("update parts_catalog set warranty = '36 months', part_type = 'Good', brand = null");
    for (const [name, text] of Object.entries(await everyText(order))) {
      expect(text, name).toContain('Warranty 18 months from delivery.');
      expect(text, name).toContain('in original packaging');
      expect(text, name).not.toMatch(/36 months|24 months|30 days from/);
    }
  });

  test('of an order from before its terms were kept', async () => {
    const order = await buy(bumper);
    await query('update order_lines set warranty = null, origin = null where order_id = $1', [order.id]);
    await query('update orders set return_terms = null where id = $1', [order.id]);
    await query(
      `update shop_settings set values = '{"business": {"returns": {"days": 45, "refundDays": "3"}}}'`,
    );
    const page = await open(`/orders/PY-${order.number}`);
    expect(page).toContain('Return within 45 days of delivery, unused, in the same condition as received.');
    expect(page).toContain('Warranty 30 days from delivery.');
    expect(await printedInvoiceOf(order)).toContain('Warranty 30 days from delivery.');
  });

  test('whatever the settings became after the sale', async () => {
    const order = await buy(bumper);
    await query(
      `update shop_settings set values = '{"business": {
        "returns": {"days": 5, "refundDays": "5-10"},
        "warranty": {"oem": "1-2 months", "aftermarket": "1 month", "used": "7 days"}
      }}'`,
    );
    for (const [name, text] of Object.entries(await everyText(order)).slice(1)) {
      expect(text, name).toContain(RETURN);
      expect(text, name).toContain('Warranty 30 days from delivery.');
    }
  });
});

describe('each part has its warranty beside it', () => {
  test('on the order page, the success page and both invoices', async () => {
    const order = await buy({ ...strut, warranty: '18 months' }, bumper);
    for (const path of [
      `/orders/PY-${order.number}`,
      `/orders/PY-${order.number}/invoice`,
      `/payment-success?session_id=${order.sessionId}`,
    ]) {
      const text = await open(path);
      expect(text, path).toMatch(/Bumper(?:(?!Strut)[\s\S])*Warranty 30 days/);
      expect(text, path).toMatch(/Strut[\s\S]*Warranty 18 months/);
    }
    expect(await printedInvoiceOf(order)).toMatch(/Strut[\s\S]*Warranty 18 months/);
  });

  test('on the part page and in the list of offers', async () => {
    const order = await buy(
      { ...strut, warranty: '18 months', oem_number: '51601-TR0' },
      { ...strut, oem_number: '51601-TR0', warranty: '20 months' },
    );
    const [id] = order.partIds;
    const page = (await open((await moved(`/part/${id}`)) ?? '')).replaceAll(/<[^>]+>/g, ' ');
    expect(page).toContain('18 months');
    expect(page).toContain('20 months');
    expect(page).not.toMatch(/12 to 24 months/);
  });

  async function moved(path: string) {
    const response = await desk.shop.request(path);
    return response.headers.get('Location')?.replace('http://shop.test', '') ?? path;
  }
});

describe('a claim', () => {
  test('has the exact period of the part', async () => {
    const order = await buy({ ...strut, warranty: '18 months' }, { ...horn, part_name: 'Lamp' });
    await deliverOrder(order);
    const days = 600; // 18 months are over, 36 are not.
    await query(
      `update shipments set shipped_at = now() - make_interval(days => $2), delivered_at = now() - make_interval(days => $2)
       where order_id = $1`,
      [order.id, days],
    );
    const page = await open(`/orders/PY-${order.number}/claim`);
    expect(page).toMatch(/Lamp[\s\S]*Warranty 12 to 36 months, until/);
    expect(page).toMatch(/Strut[\s\S]*The warranty has expired/);
  });

  test('a return says until when, and how', async () => {
    const order = await buy(strut, bumper);
    await deliverOrder(order);
    const page = await open(`/orders/PY-${order.number}/return`);
    expect(page).toMatch(/Bumper[\s\S]*?Return by \w+ \d+, \d+, unused, in the same condition as received/);
    expect(page).toMatch(/Strut[\s\S]*?Return by \w+ \d+, \d+, unused, in original packaging/);
  });
});
