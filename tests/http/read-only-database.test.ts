import { afterAll, beforeAll, expect, test } from 'vitest';
import { formColumns } from '#core/catalog/part-fields.ts';
import { loginNames } from '#server/database/logins.ts';
import { type AttackedShop, contentOf, createAttackedShop, PASSWORD } from '../support/attack-shop.ts';

const blank = Object.fromEntries(formColumns.map((column) => [column, '']));

let attacked: AttackedShop;

beforeAll(async () => {
  attacked = await createAttackedShop();
});
afterAll(() => attacked.shop[Symbol.asyncDispose]());

/** As a server that has become a replica does: no login may write, from its next connection on. */
async function setReadOnly(readOnly: boolean): Promise<void> {
  const { owner } = attacked.shop.database;
  const { rows } = await owner.query('select current_database() as name');
  for (const login of loginNames(rows[0].name).filter((name) => !name.endsWith('_reader')))
    await owner.query(`alter role ${login} set default_transaction_read_only = ${readOnly}`);
  await owner.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
}

test('while the database is read-only, pages are served, and writes get 503 and leave nothing', async () => {
  const { shop, part, orderId, send, form } = attacked;
  const writes = {
    pay: () =>
      send('POST', '/functions/v1/create-payment', {
        items: [{ id: part, name: 'Front Brake Pads', amountCents: 4000, quantity: 1 }],
        currency: 'usd',
        taxCents: 320,
        shippingCents: 1500,
      }),
    'cancel a payment': () => form('/functions/v1/cancel-payment', { order: orderId }),
    contact: () =>
      send('POST', '/functions/v1/send-contact-email', {
        name: 'Dana',
        email: 'dana@example.com',
        subject: 'Hello',
        message: 'Is anybody there?',
      }),
    'sign up': () =>
      send('POST', '/auth/v1/signup', {
        email: 'new@example.com',
        password: PASSWORD,
        data: { display_name: 'New' },
      }),
    'sign in': () =>
      send('POST', '/auth/v1/token?grant_type=password', { email: 'olga@example.com', password: PASSWORD }),
    'add a part': () =>
      form('/admin/part/new', { intent: 'save', ...blank, part_name: 'Horn', category: 'General' }),
  };
  const before = await contentOf(shop);
  await setReadOnly(true);
  // The pools meet connections that have ended.
  await expect.poll(async () => (await shop.request('/api/parts')).status, { timeout: 5_000 }).toBe(200);
  for (const path of ['/', '/junkyard', '/cart']) expect((await shop.request(path)).status).toBe(200);
  const answers: Record<string, unknown> = {};
  for (const [name, write] of Object.entries(writes)) {
    const { status, headers } = await write();
    answers[name] = [status, headers.has('Retry-After')];
  }
  await setReadOnly(false);
  expect(answers).toEqual({
    ...Object.fromEntries(Object.keys(writes).map((name) => [name, [503, true]])),
    // It reads the open payments of this browser, and finds none.
    'cancel a payment': [200, false],
  });
  expect(await contentOf(shop)).toEqual(before);
  await expect.poll(async () => (await writes.contact()).status, { timeout: 5_000 }).toBe(200);
});
