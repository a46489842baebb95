import { button, dialog, expect, more, test } from '../support/desk-story.ts';
import { toast } from '../support/screens.ts';

// tests/http/desk-day.test.ts checks the same day over HTTP.

test('a day at the desk: ten orders, and two people on one of them @long', async ({
  page,
  context,
  browser,
  baseURL,
  buy,
  owner,
  signIn,
  stock,
}) => {
  await signIn();
  const prices = [11, 22, 33, 44, 55, 66, 77, 88];
  const names = prices.map((price) => `Day Part ${price}`);
  const ids = await stock([
    ...prices.map((price, index) => ({ part_name: names[index] ?? '', price, stock_quantity: 5 })),
    { part_name: 'Quoted Mirror', price: 40, stock_quantity: 2 },
    { part_name: 'Counter Horn', price: 20, stock_quantity: 2 },
  ]);
  const part = (index: number) => ({
    id: ids[index] ?? '',
    name: names[index] ?? '',
    price: prices[index] ?? 0,
  });
  const packed = [await buy([part(0)]), await buy([part(1)])];
  const missing = await buy([part(2), part(7)]);
  const partial = await buy([part(3)]);
  const pickup = await buy([part(4)]);
  const disputed = await buy([part(5)]);
  const shared = await buy([part(6)]);
  const numberOf = (address: string) => address.split('PY-').at(-1) ?? '';
  await owner.query(
    "update orders set fulfillment = 'pickup', pickup_location = 'Main yard' where number = $1",
    [numberOf(pickup)],
  );
  await owner.query(
    `with disputed as (update orders set status = 'disputed', dispute = 'open' where number = $1 returning id, payment_id)
     insert into disputes (id, order_id, payment_id, state, amount, answer_by, told_at)
     select 'dp_day', id, payment_id, 'open', 66, '2030-01-02T20:00:00Z', now() from disputed`,
    [numberOf(disputed)],
  );

  await page.goto('/admin/orders?view=to-ship');
  for (const address of packed)
    await page
      .getByRole('checkbox', { name: new RegExp(`PY-${numberOf(address)}`) })
      .filter({ visible: true })
      .check();
  await button(page, 'Pack').click();
  await expect(toast(page, '2 orders done')).toBeVisible();

  await page.goto(missing);
  await more(page, 'Part not found…');
  await dialog(page)
    .getByRole('checkbox', { name: /Day Part 33/ })
    .check();
  await button(page, 'Refund $35.64').click();
  await expect(toast(page, 'Refund requested, and the buyer will get an email')).toBeVisible();
  await button(page, 'Ship…').click();
  await button(page, 'Ship').click();
  await expect(toast(page, 'Order shipped')).toBeVisible();

  await page.goto(partial);
  await more(page, 'Refund…');
  await dialog(page).getByRole('radio', { name: 'Amount' }).check();
  await dialog(page).getByLabel('Amount *').fill('4.40');
  await dialog(page).getByLabel('Reason *').selectOption('Price adjustment');
  await button(page, 'Refund').click();
  await expect(toast(page, /^\$4\.40 will be refunded/)).toBeVisible();

  await page.goto(pickup);
  await button(page, 'Pack all').click();
  await button(page, 'Ready for pickup').click();
  await button(page, 'Hand over…').click();
  await dialog(page).getByLabel('Name on the ID *').fill('Dana Driver');
  await button(page, 'Hand over').click();
  await expect(page.getByRole('heading', { name: /Picked up/ })).toBeVisible();

  await page.goto(disputed);
  await expect(page.getByText('Nothing may ship')).toBeVisible();
  await expect(page.getByText("Respond in the provider's dashboard by")).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download evidence (PDF)' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);

  const other = await context.newPage();
  await Promise.all([page.goto(shared), other.goto(shared)]);
  await more(other, 'Cancel the order…');
  await more(page, 'Cancel the order…');
  await button(page, 'Cancel the order').click();
  await expect(toast(page, /^Order canceled/)).toBeVisible();
  await button(other, 'Cancel the order').click();
  await expect(dialog(other).getByRole('alert')).toContainText('Reload the page to see what has changed');
  await other.close();

  await page.goto(`/admin/orders/quotes/new?part=${ids[8]}`);
  await page.getByLabel('Name', { exact: true }).fill('Dana Driver');
  await button(page, 'Create quote').click();
  await button(page, 'New link to copy').click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  const buyer = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const tab = await buyer.newPage();
  await tab.goto(link);
  await expect(tab.getByRole('heading', { name: /^Your quote PY-/ })).toBeVisible();
  await button(tab, 'Pay').click();
  await expect(tab.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  await button(tab, 'Pay').click();
  await expect(tab.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await buyer.close();

  await page.goto(`/admin/orders/quotes/new?kind=counter&part=${ids[9]}`);
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await button(page, 'Record the sale').click();
  await expect(page.getByRole('heading', { name: /^Order PY-\d+ .*Picked up/ })).toBeVisible();

  const { rows } = await owner.query(
    `select progress, count(*)::int from orders join order_lines on order_id = orders.id
     where part_id = any ($1) and orders.payment_id is not null group by progress order by progress`,
    [ids],
  );
  expect(Object.fromEntries(rows.map(({ progress, count }) => [progress, count]))).toEqual({
    canceled: 1,
    packed: 2,
    picked_up: 2,
    shipped: 2,
    to_pack: 3,
  });
  const { rows: parts } = await owner.query(
    'select stock_quantity from parts_catalog where id = any ($1) order by price',
    [ids],
  );
  // The canceled order went back into stock, the missing part did not.
  expect(parts.map(({ stock_quantity: units }) => units)).toEqual([4, 1, 4, 4, 1, 4, 4, 4, 5, 4]);
});
