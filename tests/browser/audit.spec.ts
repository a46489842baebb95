import { randomBytes } from 'node:crypto';
import { cartLink } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

/** Identifies this test's visitor. */
const AGENT = `A browser of the audit trail ${randomBytes(6).toString('hex')}`;

test.use({ userAgent: AGENT });

test('the audit trail records the actions of a visitor, who does not notice its failures', async ({
  // It fails on purpose.
  unwatchedPage: page,
  make,
  stock,
  owner,
}) => {
  const [id] = await stock([{ part_name: 'Rotor', category: 'Brakes', price: 40, stock_quantity: 5 }]);
  const trail = async () => {
    const { rows } = await owner.query(
      'select action, resource_id, details from audit_logs where user_agent = $1 order by created_at',
      [AGENT],
    );
    return rows.map((row) => [row.action, row.resource_id, row.details]);
  };

  await page.goto('/');
  await expect(cartLink(page)).toHaveAccessibleName(/item/);
  await page.getByRole('banner').getByRole('link', { name: 'Junkyard' }).click();
  await page.getByPlaceholder('Search by part name').pressSequentially(`rotor ${make}`);
  await expect(page.getByText('1 parts found', { exact: true })).toBeVisible();
  await expect.poll(trail).toContainEqual(['search', null, { query: `rotor ${make}`, results_count: 1 }]);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await cartLink(page).click();
  await page.getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Remove Rotor' }).click();
  await page.goBack();
  await expect(page.getByText('1 parts found', { exact: true })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await expect.poll(async () => (await trail()).length).toBe(9);
  await page.goto('/no/such/page?email=olga@example.com');
  await page.evaluate(() => {
    for (const wait of [0, 1, 2]) setTimeout(() => void Promise.reject(new Error('olga@example.com')), wait);
    setTimeout(() => {
      throw new TypeError('a broken button');
    });
  });

  const error = (message: string, from: string) => [
    'error',
    null,
    { message, context: from, url: '/no/such/page', stack: expect.stringContaining(message) },
  ];
  await expect.poll(async () => (await trail()).length).toBe(12);
  const kept = await trail();
  expect(kept.slice(0, 10)).toEqual([
    ['page_view', '/', { how: 'load' }],
    ['page_view', '/junkyard', { how: 'link' }],
    ['search', null, { query: `rotor ${make}`, results_count: 1 }],
    ['cart_add', id, { quantity: 1 }],
    ['page_view', '/cart', { how: 'link' }],
    ['cart_update_quantity', id, { quantity: 2 }],
    ['cart_remove', id, {}],
    ['page_view', '/junkyard', { how: 'back_forward' }],
    ['page_view', '/cart', { how: 'back_forward' }],
    ['page_view', '/no/such/page', { how: 'load', missing: true }],
  ]);
  expect(kept.slice(10)).toEqual(
    expect.arrayContaining([
      error('Error: [email]', 'promise'),
      error('TypeError: a broken button', 'window'),
    ]),
  );
  expect((await owner.query('select * from check_audit_chain()')).rows).toEqual([]);

  const results = new URLSearchParams({ make, model: 'Roadster', year: '2015', category: 'Brakes' });
  await page.goto(`/?${results}`);
  const searched = `Brakes parts for 2015 ${make} Roadster`;
  await expect
    .poll(trail)
    .toContainEqual([
      'search',
      null,
      { query: searched, results_count: 1, make, model: 'Roadster', year: '2015', category: 'Brakes' },
    ]);

  // A hidden page sends its events at once.
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect
    .poll(async () => (await trail()).at(-1), { timeout: 2_000 })
    .toEqual(['cart_add', id, { quantity: 1 }]);

  let refused = 0;
  await page.route('**/rpc/**', (route) => {
    refused += 1;
    return route.fulfill({ status: 503, body: '' });
  });
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await expect(page.getByRole('alert')).toHaveCount(0);
});
