import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsTo, TestBrowser } from '../support/accounts.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';

const PASSWORD = 'a long password';

let shop: TestShop;
let made = 0;

beforeAll(async () => {
  shop = await createTestShop();
});
afterAll(() => shop[Symbol.asyncDispose]());

const rows = async (statement: string, values: unknown[] = []) =>
  (await shop.database.owner.query(statement, values)).rows;
const newAddress = () => `guest-${(made += 1)}@example.com`;
const newestLink = async (email: string) => (await mailsTo(shop, email)).find(({ link }) => link)?.link ?? '';

async function addGuestOrder(email: string, isPaid = true): Promise<string> {
  const [{ id }] = await rows(
    `insert into orders (product_name, amount, status, email, customer_name, payment_id, paid_at, stock, payment_session_id)
     values ('Horn', 12, $2, $1, 'Vic Guest', $3::text, case when $3 is not null then now() end,
       case when $3 is null then 'held' else 'sold' end, gen_random_uuid()) returning id`,
    [email, isPaid ? 'completed' : 'pending', isPaid ? `pi_${(made += 1)}` : null],
  );
  return id;
}

const ownerOf = async (order: string) =>
  (await rows('select user_id, joined_at is not null as joined from orders where id = $1', [order]))[0];
const history = async (browser: TestBrowser) => (await browser.request('/profile?tab=orders')).text();

describe('an order of a guest', () => {
  test('joins the account when its address is confirmed, not before', async () => {
    const email = newAddress();
    const order = await addGuestOrder(email.replace('guest', 'Guest'));
    const other = await addGuestOrder(newAddress());
    const browser = new TestBrowser(shop);
    await browser.signUp(email, PASSWORD);
    expect((await browser.signIn(email, PASSWORD)).status).toBe(403);
    expect(await ownerOf(order)).toEqual({ user_id: null, joined: false });

    await browser.confirm(await newestLink(email));
    const { user } = await browser.whoAmI();
    expect(await ownerOf(order)).toEqual({ user_id: user.id, joined: true });
    expect(await ownerOf(other)).toEqual({ user_id: null, joined: false });
    expect(await history(browser)).toContain('Horn');
    expect(await (await browser.request('/profile/data')).json()).toMatchObject({
      orders: [{ id: order, customer_name: 'Vic Guest' }],
    });
    expect(
      await rows(
        "select details from audit_logs where action = 'security_guest_orders_joined' and user_id = $1",
        [user.id],
      ),
    ).toEqual([{ details: { severity: 'info', orders: '1' } }]);

    await browser.send('DELETE', '/auth/v1/user', { password: PASSWORD });
    expect(await rows('select email, customer_name from orders where id = $1', [order])).toEqual([
      { email: null, customer_name: null },
    ]);
  });

  test('joins at the next sign-in', async () => {
    const email = newAddress();
    const id = await shop.addUser({ email, password: PASSWORD });
    const order = await addGuestOrder(email);
    expect(await ownerOf(order)).toMatchObject({ user_id: null });
    const browser = new TestBrowser(shop);
    await browser.signIn(email, PASSWORD);
    expect(await ownerOf(order)).toMatchObject({ user_id: id });
    expect(await history(browser)).toContain('Horn');
  });

  test('joins by a link that sets a new password: it also confirms the address', async () => {
    const email = newAddress();
    const order = await addGuestOrder(email);
    const thief = new TestBrowser(shop);
    await thief.signUp(email, PASSWORD);
    const owner = new TestBrowser(shop);
    await owner.send('POST', '/auth/v1/recover', { email });
    await rows("update mails set created_at = now() - interval '1 minute' where subject like 'Confirm%'");
    await owner.open(await newestLink(email));
    await owner.send('PUT', '/auth/v1/user', { password: 'another long password', recovery: true });
    expect((await ownerOf(order)).user_id).toBe((await owner.whoAmI()).user.id);
  });

  test('joins at a change to its address', async () => {
    const [email, next] = [newAddress(), newAddress()];
    const id = await shop.addUser({ email, password: PASSWORD });
    const order = await addGuestOrder(next);
    const browser = new TestBrowser(shop);
    await browser.signIn(email, PASSWORD);
    await browser.send('POST', '/auth/v1/email', { email: next, password: PASSWORD });
    expect(await ownerOf(order)).toMatchObject({ user_id: null });
    await browser.confirm(await newestLink(next));
    expect(await ownerOf(order)).toMatchObject({ user_id: id });
  });

  test('does not join by the database function while the address is not confirmed, or before it is paid', async () => {
    const email = newAddress();
    const [paid, unpaid] = [await addGuestOrder(email), await addGuestOrder(email, false)];
    await new TestBrowser(shop).signUp(email, PASSWORD);
    const join = 'select auth.join_guest_orders(id) as joined from auth.users where email = $1';
    expect(await rows(join, [email])).toEqual([{ joined: 0 }]);
    await rows('update auth.users set email_verified = true where email = $1', [email]);
    expect(await rows(join, [email])).toEqual([{ joined: 1 }]);
    expect(await ownerOf(paid)).toMatchObject({ joined: true });
    expect(await ownerOf(unpaid)).toEqual({ user_id: null, joined: false });
  });

  test('of another account stays with it', async () => {
    const email = newAddress();
    const order = await addGuestOrder(email);
    const other = await shop.addUser({ email: newAddress(), password: PASSWORD });
    await rows('update orders set user_id = $2 where id = $1', [order, other]);
    await shop.addUser({ email, password: PASSWORD });
    await new TestBrowser(shop).signIn(email, PASSWORD);
    expect(await ownerOf(order)).toEqual({ user_id: other, joined: false });
  });

  test('does not keep its person from signing in when it cannot join', async () => {
    const email = newAddress();
    await shop.addUser({ email, password: PASSWORD });
    await rows('alter function auth.join_guest_orders rename to join_nothing');
    expect((await new TestBrowser(shop).signIn(email, PASSWORD)).status).toBe(200);
    await rows('alter function auth.join_nothing rename to join_guest_orders');
  });
});
