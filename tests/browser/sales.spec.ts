import { expect, test } from '../support/admin-story.ts';
import { deleteOrders } from '../support/orders.ts';
import { panelEntry } from '../support/screens.ts';

test('an admin looks at sales of a period, by plots and by a table, and loads files', async ({
  page,
  signIn,
  expectAccessible,
  owner,
}) => {
  const { rows } = await owner.query(`
    insert into orders (amount, tax, shipping, payment_id, paid_at, status, stock)
    select 20 + n * 7 % 90, 3, 15, 'pi_sales_story_' || n, timestamptz '2021-03-01 20:00Z' + n * interval '7 hours', 'completed', 'sold'
    from generate_series(1, 90) as n returning id`);
  const ids = rows.map(({ id }) => id);
  await owner.query(
    `insert into order_lines (order_id, part_name, unit_price, quantity) select unnest($1::uuid[]), 'Horn', 20, 1`,
    [ids],
  );
  await owner.query('update orders set refunded = 20 where id = $1', [ids[0]]);
  const failures: string[] = [];
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  await signIn();
  await page.goto('/admin/alerts');
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeVisible();

  await panelEntry(page, 'Sales').click();
  await page.getByLabel('From').fill('2021-03-01');
  await page.getByLabel('To').fill('2021-03-31');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/from=2021-03-01&to=2021-03-31/);
  // Its name has the highest day, which its tallest bar shows.
  const chart = page.getByRole('img', { name: /^Revenue by day\. Mar \d+: \$\d+(\.\d\d)?$/ });
  await expect(chart).toBeVisible();
  const name = (await chart.getAttribute('aria-label'))!;
  const heights = await chart
    .locator('svg g')
    .evaluateAll((bars) =>
      bars.map(
        (bar) =>
          [
            bar.querySelector('title')!.textContent,
            bar.querySelector('rect:last-child')!.getBoundingClientRect().height,
          ] as const,
      ),
    );
  expect(heights).toHaveLength(31);
  const [tallest] = heights.toSorted(([, one], [, other]) => other - one);
  expect(name).toBe(`Revenue by day. ${tallest?.[0]}`);

  for (const [width, colorScheme] of [
    [360, 'dark'],
    [768, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expect(chart).toBeVisible();
    await expectAccessible(page, 'main');
  }

  await page.getByText('Show as a table').press('Enter');
  const table = page.getByRole('table', { name: 'Sales by day' });
  await expect(table.getByRole('row')).toHaveCount(32);
  await page.getByLabel('By', { exact: true }).selectOption('Week');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Sales by week' }).getByRole('row')).toHaveCount(6);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Orders (CSV)' }).click();
  expect((await download).suggestedFilename()).toBe('orders-2021-03-01-2021-03-31.csv');
  expect(failures).toEqual([]);
  await deleteOrders(owner, 'id = any ($1)', [ids]);
});

test('an admin finds what differs in a payout, and goes to its order', async ({
  page,
  signIn,
  expectAccessible,
  owner,
}) => {
  const { rows } = await owner.query(
    `insert into orders (amount, tax, shipping, payment_id, paid_at, status, stock)
     values (58.20, 3.20, 15, 'pi_payout_story', now(), 'completed', 'sold') returning id, number`,
  );
  await owner.query(`
    insert into payouts (id, amount, state, automatic, created_at, arrives_on, complete_at)
      values ('po_story', 66.01, 'paid', true, now() + interval '1 hour', '2031-03-01', now());
    insert into balance_transactions (id, payout_id, kind, type, amount, fee, created_at, source_id, payment_id) values
      ('txn_own', 'po_story', 'payment', 'charge', 58.20, 1.99, now(), 'ch_1', 'pi_payout_story'),
      ('txn_other', 'po_story', 'payment', 'charge', 10, 0.20, now(), 'ch_2', 'pi_of_another_shop')`);
  await signIn();
  await page.goto('/admin/sales');
  await page.getByRole('link', { name: 'Payouts' }).click();
  await expect(page.getByRole('heading', { name: 'Payouts', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Mar 1, 2031/ })).toContainText('1 to look at');
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: 'Mar 1, 2031' }).click();
  const transactions = page.getByRole('table', { name: 'Transactions' });
  await expect(transactions.getByRole('row')).toHaveCount(3);
  await page.getByRole('link', { name: /^To look at/ }).click();
  await expect(transactions.getByRole('row')).toHaveCount(2);
  await expect(transactions).toContainText('Not in the shop');
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await transactions.getByRole('link', { name: `PY-${rows[0].number}` }).click();
  await expect(page).toHaveURL(`/admin/orders/PY-${rows[0].number}`);
  await owner.query("delete from balance_transactions where payout_id = 'po_story'");
  await owner.query("delete from payouts where id = 'po_story'");
  await deleteOrders(owner, 'id = $1', [rows[0].id]);
});
