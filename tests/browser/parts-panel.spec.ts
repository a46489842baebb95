import { expect, test } from '../support/admin-story.ts';
import { addDeskOrder } from '../support/desk-orders.ts';
import { openLive } from '../support/live-page.ts';
import { toast } from '../support/screens.ts';

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
  await dialog.getByRole('button', { name: 'Save and next' }).click();
  await expect(dialog.getByLabel('Part Name *')).toHaveValue('Rotor B');
  await expect(dialog.getByRole('button', { name: 'Save and next' })).toHaveCount(0);

  await dialog.getByRole('button', { name: 'Save and duplicate for next year' }).click();
  await expect(page.getByRole('heading', { name: 'Add New Part' })).toBeVisible();
  await expect(dialog.getByLabel('Vehicle Year')).toHaveValue('2016');
  await dialog.getByLabel('Vehicle Make').fill(make.toUpperCase());
  await dialog.getByLabel('Vehicle Model').focus();
  await dialog.getByRole('button', { name: `Use ${make}` }).click();
  await expect(dialog.getByLabel('Vehicle Make')).toHaveValue(make);
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Save as draft' }).click();
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

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, hasTouch: false });

  test('all specified fields are in sight, the others in folded sections, and the next part is like this one', async ({
    page,
    signIn,
    owner,
    make,
    stock,
    expectAccessible,
  }) => {
    const [rotor = ''] = await stock([
      { part_name: 'Rotor A', mileage: 78_000, mileage_source: 'title', stock_number: null },
    ]);
    await owner.query("update parts_catalog set shipping_class = 'parcel' where vehicle_make = $1", [make]);
    await signIn();
    await page.goto(`/admin?${new URLSearchParams({ q: make })}`);
    const dialog = page.getByRole('dialog', { name: /^(Edit Part|Add New Part)$/ });
    const field = (label: string) => dialog.getByLabel(label, { exact: true });
    await page.getByRole('button', { name: 'Edit Rotor A' }).filter({ visible: true }).click();

    const specified = [
      'Part Name *',
      'OEM Number',
      'Brand',
      'Category *',
      'Subcategory',
      'Description',
      'Vehicle Make',
      'Vehicle Model',
      'Vehicle Year',
      'Vehicle Engine',
      'Condition',
      'Price ($)',
      'Stock Quantity',
      'Image URL',
      'Or upload pictures',
    ];
    for (const label of specified) await expect(field(label)).toBeInViewport({ ratio: 1 });
    await expect(dialog.locator('details[open]')).toHaveCount(0);
    await expect(dialog.locator('summary')).toHaveText([
      'Kind and origin: nothing set',
      'Fitment: nothing set',
      'Shipping and core charge: parcel',
      'Used part: 78,000 miles, Mileage From Title',
    ]);
    await expectAccessible(page, '[role=dialog]');

    // Only one of two nested areas scrolls.
    for (const summary of await dialog.locator('summary').all()) await summary.click();
    const scrolling = await dialog
      .locator('*')
      .evaluateAll(
        (all) =>
          all.filter(
            (each) =>
              each.scrollHeight > each.clientHeight + 1 &&
              !each.matches('textarea') &&
              /auto|scroll/.test(getComputedStyle(each).overflowY),
          ).length,
      );
    expect(scrolling).toBe(1);
    await field('Weight (lb)').fill('12');
    for (const summary of await dialog.locator('summary').all()) await summary.click();
    await expect(dialog.getByText('Shipping and core charge: parcel, 12 lb')).toBeVisible();

    // A wrong field in a folded section opens it.
    await dialog.getByText(/^Used part/).click();
    await field('Donor VIN').fill('short');
    await dialog.getByText(/^Used part/).click();
    await field('Brand').press('Control+Enter');
    await expect(field('Donor VIN')).toBeFocused();
    await field('Donor VIN').fill('');
    await field('Description').press('ControlOrMeta+Enter');
    await expect(dialog).toHaveCount(0);

    await page.getByRole('button', { name: 'Edit Rotor A' }).filter({ visible: true }).click();
    await field('Price ($)').fill('61');
    await dialog.getByRole('button', { name: 'Save and add another like this' }).click();
    await expect(toast(page, 'Part updated successfully')).toBeVisible();
    await expect(toast(page, `Rotor A, ${make} Roadster 2015`)).toBeVisible();
    await expect(dialog).toHaveAccessibleName('Add New Part');
    await expect(field('Part Name *')).toBeFocused();
    await expect(field('Price ($)')).toHaveValue('61.00');
    await expect(field('Vehicle Year')).toHaveValue('2015');
    await expect(dialog.getByText('Used part: nothing set')).toBeVisible();
    await field('Part Name *').fill('Rotor B');
    await dialog.getByRole('button', { name: 'Save and add another like this' }).click();
    await expect(toast(page, `Rotor B, ${make} Roadster 2015`)).toBeVisible();
    await expect(field('Part Name *')).toHaveValue('Rotor B');
    await expect(field('Part Name *')).toBeFocused();
    await field('Part Name *').fill('Rotor C');
    // It is for the name before, and counts both rotors once their kind is known.
    await expect(dialog.getByText(/^[12] listed, from \$61$/)).toBeVisible();
    await field('Brand').focus();
    await expect(dialog.getByText('No sales or offers like this yet')).toBeVisible();
    await addDeskOrder(owner, { parts: [{ name: 'Rotor A', partId: rotor, quantity: 3 }] });
    await field('Part Name *').fill('rotor a');
    await field('Brand').focus();
    const proposal = dialog.getByRole('button', { name: 'Sold 3 in a year, median $40; 1 listed, from $61' });
    await expect(proposal).toBeVisible();
    await expect(field('Price ($)')).toHaveValue('61.00');
    await expectAccessible(page, '[role=dialog]');
    await proposal.click();
    await expect(field('Price ($)')).toHaveValue('40.00');
    await expect(field('Price ($)')).toBeFocused();
    await field('Part Name *').fill('Rotor C');
    await field('Part Name *').press('Control+Enter');
    await expect(dialog).toHaveCount(0);
    const { rows } = await owner.query(
      'select part_name, vehicle_year, price, weight_pounds, mileage from parts_catalog where vehicle_make = $1 order by 1',
      [make],
    );
    const like = { vehicle_year: 2015, price: '61.00', weight_pounds: '12.00' };
    expect(rows).toEqual([
      { part_name: 'Rotor A', ...like, mileage: 78_000 },
      { part_name: 'Rotor B', ...like, mileage: null },
      { part_name: 'Rotor C', ...like, price: '40.00', mileage: null },
    ]);
  });
});
