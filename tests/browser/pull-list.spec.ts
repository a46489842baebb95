import { randomUUID } from 'node:crypto';
import { addDeskOrder } from '../support/desk-orders.ts';
import { expect, test } from '../support/desk-story.ts';
import { main } from '../support/screens.ts';

test('a puller works through the list on a phone', async ({
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
    `insert into yard_vehicles (id, stock_number, no_vin_reason, year, make, model, place, title_kind)
     values ($1, $2, 'Burnt', 2012, $3, 'Roadster', 'Row 12', 'junk')`,
    [car, stockNumber, make],
  );
  const names = ['Alternator', 'Hood'];
  const parts = await stock(names.map((name) => ({ part_name: name, stock_quantity: 0 })));
  for (const part of parts)
    await owner.query(
      "insert into part_private_facts (part_id, donor_stock_number, yard_state) values ($1, $2, 'on_car')",
      [part, stockNumber],
    );
  const order = await addDeskOrder(owner, {
    shipBy: "now() - interval '9 years'",
    parts: names.map((name, place) => ({ name, partId: parts[place] as string })),
  });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto('/admin/orders/pull');
  const onCar = main(page).getByRole('region', { name: `${stockNumber}, 2012 ${make} Roadster` });
  await expect(onCar.getByRole('listitem')).toHaveText([/Alternator/, /Hood/]);
  await expectAccessible(page, 'main');
  await onCar
    .getByRole('button', { name: /^Pulled/ })
    .filter({ hasText: 'Alternator' })
    .press('Enter');
  const toInspect = main(page).getByRole('list', { name: 'Parts to inspect' });
  await expect(toInspect.getByRole('listitem').filter({ hasText: stockNumber })).toHaveText([/Alternator/]);
  // The row is gone: the focus goes on in the next one.
  await expect(onCar.getByRole('listitem').filter({ hasText: 'Hood' }).getByRole('link')).toBeFocused();
  await toInspect.getByRole('button', { name: 'As listed… Alternator' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alternator is as listed' });
  await dialog.getByLabel('Shelf').fill('A-7');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(toInspect.getByText('Alternator')).toHaveCount(0);
  const { rows } = await owner.query(
    'select yard_state, yard_place from part_private_facts where part_id = any ($1) order by yard_state nulls first',
    [parts],
  );
  expect(rows).toEqual([
    { yard_state: null, yard_place: 'A-7' },
    { yard_state: 'on_car', yard_place: null },
  ]);
  await page.goto(`/admin/orders/PY-${order.number}`);
  await expect(main(page).getByText('On the car:')).toBeVisible();
});
