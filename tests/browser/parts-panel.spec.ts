import { expect, test } from '../support/admin-story.ts';
import { openLive } from '../support/live-page.ts';

test('prices and stock are typed into the list, by keyboard', async ({
  page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  const [first = '', second = ''] = await stock([
    { part_name: 'Rotor A', price: 60, stock_quantity: 3 },
    { part_name: 'Rotor B', price: 70, stock_quantity: 4 },
  ]);
  await signIn();
  await openLive(page, `/admin?${new URLSearchParams({ q: make })}`);
  // The table of a desk, or the cards of a phone.
  const cell = (name: string) => page.getByRole('button', { name }).filter({ visible: true });
  const box = (name: string) => page.getByRole('textbox', { name, exact: true }).filter({ visible: true });
  const read = async (id: string) =>
    (await owner.query('select price, stock_quantity as stock from parts_catalog where id = $1', [id]))
      .rows[0];

  await cell('Price of Rotor A: $60.00').click();
  await expect(box('Price of Rotor A')).toBeFocused();
  await box('Price of Rotor A').fill('-1');
  await page.keyboard.press('Enter');
  await expect(box('Price of Rotor A')).toBeFocused();
  await expect(box('Price of Rotor A')).toHaveAccessibleDescription(/^Price must be dollars and cents/);
  // The keyboard is not trapped.
  await page.keyboard.press('Tab');
  await expect(box('Price of Rotor A')).not.toBeFocused();
  await box('Price of Rotor A').fill('61.5');
  await page.keyboard.press('Enter');
  await expect(box('Price of Rotor B')).toBeFocused();
  await expect(cell('Price of Rotor A: $61.50')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(box('Stock Quantity of Rotor B')).toBeFocused();
  await page.keyboard.press('9');
  await page.keyboard.press('Escape');
  await expect(cell('Stock Quantity of Rotor B: 4')).toBeFocused();
  expect(await read(first)).toEqual({ price: '61.50', stock: 3 });

  // A digit on a cell begins a new value. A sale meanwhile stays.
  await page.keyboard.press('6');
  await owner.query('update parts_catalog set stock_quantity = 3 where id = $1', [second]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Stock is now 5')).toBeVisible();
  expect(await read(second)).toEqual({ price: '70.00', stock: 5 });

  await cell('Price of Rotor B').click();
  await box('Price of Rotor B').fill('7x');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('Price must be dollars and cents, such as 49.99').filter({ visible: true }),
  ).toBeVisible();
  await expectAccessible(page, 'main');
  await box('Price of Rotor B').fill('75');
  await owner.query('update parts_catalog set price = 72 where id = $1', [second]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Someone else changed it to $72.00').filter({ visible: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cell('Price of Rotor B: $75.00')).toBeVisible();
  expect(await read(second)).toEqual({ price: '75.00', stock: 5 });
});

test('a part is duplicated for the next year as a draft, then published, and its make is spelled as others', async ({
  page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  await stock([{ part_name: 'Rotor A', stock_number: null }, { part_name: 'Rotor B' }]);
  await signIn();
  await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Edit Rotor A' }).filter({ visible: true }).click();
  await dialog.getByRole('button', { name: 'Save and Next' }).click();
  await expect(dialog.getByLabel('Part Name *')).toHaveValue('Rotor B');
  await expect(dialog.getByRole('button', { name: 'Save and Next' })).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Save and Duplicate for Next Year' }).click();
  await expect(page.getByRole('heading', { name: 'Add New Part' })).toBeVisible();
  await expect(dialog.getByLabel('Vehicle Year')).toHaveValue('2016');
  await dialog.getByLabel('Vehicle Make').fill(make.toUpperCase());
  await dialog.getByLabel('Vehicle Model').focus();
  await dialog.getByRole('button', { name: `Use ${make}` }).click();
  await expect(dialog.getByLabel('Vehicle Make')).toHaveValue(make);
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save as Draft' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText('2 parts', { exact: true })).toBeVisible();

  await page.goto(`/admin?${new URLSearchParams({ q: make, listing: 'hidden' })}`);
  await page.getByRole('button', { name: 'Edit Rotor B' }).filter({ visible: true }).click();
  await expect(dialog.getByText('Only staff see this part')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('No part matches the search and all filters.')).toBeVisible();
  const { rows } = await owner.query(
    'select vehicle_year from parts_catalog where vehicle_make = $1 order by 1',
    [make],
  );
  expect(rows.map((row) => row.vehicle_year)).toEqual([2015, 2015, 2016]);
});
