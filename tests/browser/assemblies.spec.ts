import { randomUUID } from 'node:crypto';
import { addDeskOrder } from '../support/desk-orders.ts';
import { expect, test } from '../support/desk-story.ts';
import { main } from '../support/screens.ts';

test('staff say what a front clip consists of', async ({
  page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  const car = randomUUID();
  const stockNumber = `Y-${car.slice(0, 8)}`;
  await owner.query(
    `insert into yard_vehicles (id, stock_number, no_vin_reason, year, make, model) values ($1, $2, 'Burnt', 2012, $3, 'Roadster')`,
    [car, stockNumber, make],
  );
  const names = ['Front Clip', 'Hood', 'Left Fender'];
  for (const part of await stock(names.map((name) => ({ part_name: name, stock_quantity: 1 }))))
    await owner.query('insert into part_private_facts (part_id, donor_stock_number) values ($1, $2)', [
      part,
      stockNumber,
    ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto(`/admin/vehicles/${car}`);
  const parts = main(page).getByRole('table', { name: 'Parts of the car' });
  await parts.getByRole('button', { name: 'Includes…: Front Clip' }).click();
  const dialog = page.getByRole('dialog', { name: 'Parts included in Front Clip' });
  await dialog.getByRole('checkbox', { name: 'Hood' }).press('Space');
  await dialog.getByRole('checkbox', { name: 'Left Fender' }).press('Space');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(parts.getByRole('row', { name: /^Front Clip/ })).toContainText('Includes: Hood, Left Fender');
  await expect(parts.getByRole('row', { name: /^Hood/ })).toContainText('Part of: Front Clip');
  await expect(parts.getByRole('button', { name: 'Includes…: Hood' })).toHaveCount(0);
  await expectAccessible(page, 'main');
});

test('a buyer takes a part that differs as it is', async ({
  page,
  signIn,
  owner,
  stock,
  expectAccessible,
}) => {
  const [part = ''] = await stock([{ part_name: 'Front Left Door', stock_quantity: 0 }]);
  await owner.query("insert into part_private_facts (part_id, yard_state) values ($1, 'pulled')", [part]);
  const order = await addDeskOrder(owner, {
    shipBy: "now() - interval '9 years'",
    parts: [{ name: 'Front Left Door', partId: part }],
  });
  await signIn();
  await page.goto('/admin/orders/pull');
  const line = main(page)
    .getByRole('listitem')
    .filter({ hasText: `PY-${order.number}` });
  await line.getByRole('button', { name: /^Differs/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Front Left Door differs' });
  await dialog.getByLabel('What differs').fill('A dent below the handle');
  await expectAccessible(page, '[role=dialog]');
  await page.setViewportSize({ width: 360, height: 740 });
  await dialog.getByRole('button', { name: 'Put on hold' }).click();
  await expect(line).toContainText('The buyer was asked by email.');

  let link = '';
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        'select body from mails join order_events on mail_id = mails.id where order_id = $1',
        [order.id],
      );
      link = /(\/orders\/PY-\d+\/open\?token=[\w-]{43})/.exec(rows[0]?.body ?? '')?.[1] ?? '';
      return link;
    })
    .not.toBe('');
  await page.goto(link);
  await expectAccessible(page, 'main');
  await main(page)
    .getByRole('button', { name: /^Take it as it is/ })
    .press('Enter');
  await expect(main(page).getByText('Thank you. You get the part as it is.')).toBeVisible();
  await page.goto('/admin/orders/pull');
  await expect(line).toContainText('The buyer takes it as it is');
});
