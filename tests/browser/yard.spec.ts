import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-story.ts';
import { main } from '../support/screens.ts';

test('parts of a car are added one after the other on a phone, with the facts of the car', async ({
  page,
  signIn,
  owner,
  make,
  expectAccessible,
}) => {
  const car = randomUUID();
  const stockNumber = `Y-${car.slice(0, 8)}`;
  await owner.query(
    `insert into yard_vehicles (id, stock_number, no_vin_reason, year, make, model, color)
     values ($1, $2, 'Burnt', 2012, $3, 'Roadster', 'Silver')`,
    [car, stockNumber, make],
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto(`/admin/vehicles/${car}`);
  await page.getByRole('button', { name: 'Add a part of the car' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add New Part' });
  const name = dialog.getByLabel('Part Name *');
  const addAnother = dialog.getByRole('button', { name: 'Save and add another part of the car' });
  await name.fill('Hood');
  await dialog.getByLabel('Category *').selectOption('Body');
  await addAnother.click();
  await expect(name).toHaveValue('');
  await expect(name).toBeFocused();
  await name.fill('Left Fender');
  await dialog.getByLabel('Category *').selectOption('Body');
  await dialog.getByRole('button', { name: 'Add Part', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const parts = main(page).getByRole('table', { name: 'Parts of the car' });
  await expect(parts.getByRole('link')).toHaveText(['Hood', 'Left Fender']);
  await expectAccessible(page, 'main');
  const { rows } = await owner.query(
    `select part_name, origin, vehicle_year, donor_color, donor_stock_number
     from parts_catalog join part_private_facts on part_id = id where vehicle_make = $1 order by part_name`,
    [make],
  );
  const facts = {
    origin: 'used',
    vehicle_year: 2012,
    donor_color: 'Silver',
    donor_stock_number: stockNumber,
  };
  expect(rows).toEqual([
    { part_name: 'Hood', ...facts },
    { part_name: 'Left Fender', ...facts },
  ]);
  await parts.getByRole('button', { name: 'Edit Hood' }).click();
  await expect(page.getByRole('dialog', { name: 'Edit Part' }).getByLabel('Part Name *')).toHaveValue('Hood');
  await owner.query('delete from yard_vehicles where id = $1', [car]);
});
