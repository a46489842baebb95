import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { expect, test } from '../support/admin-story.ts';
import { jpegBytes } from '../support/jpeg.ts';
import { main } from '../support/screens.ts';

async function takeIn(owner: pg.Client, make: string): Promise<{ car: string; stockNumber: string }> {
  const car = randomUUID();
  const stockNumber = `Y-${car.slice(0, 8)}`;
  await owner.query(
    `insert into yard_vehicles (id, stock_number, no_vin_reason, year, make, model, body, drive, engine)
     values ($1, $2, 'Burnt', 2012, $3, 'Roadster', 'Coupe', 'rwd', '2.0L I4')`,
    [car, stockNumber, make],
  );
  return { car, stockNumber };
}

const partsOf = async (owner: pg.Client, stockNumber: string) => {
  const { rows } = await owner.query(
    `select part_name, price, damage_codes, description, (select count(*)::int from part_pictures where part_id = parts_catalog.id) as photos
     from parts_catalog join part_private_facts on part_id = id where donor_stock_number = $1 order by part_name`,
    [stockNumber],
  );
  return rows as Record<string, unknown>[];
};

test('a car is parted out by its exceptions on a phone, without a connection in between', async ({
  unwatchedPage: page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  const { car, stockNumber } = await takeIn(owner, make);
  await stock([
    { part_name: 'Hood', vehicle_year: 2011, price: 140 },
    { part_name: 'Starter', vehicle_year: 2013, price: 65 },
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto(`/admin/vehicles/${car}`);
  let taps = 0;
  const tap = async (name: string | RegExp) => {
    taps += 1;
    await page.getByRole('button', { name, exact: true }).click();
  };
  taps += 1;
  await main(page).getByRole('link', { name: 'Part it out' }).click();
  const hood = page.getByLabel('Price of Hood');
  await expect(hood).toHaveValue('140.00');
  await expect(page.getByRole('button', { name: 'Missing Left Mirror' })).toBeEnabled();
  const lines = await main(page).getByRole('listitem').count();
  expect(lines).toBeGreaterThan(55);

  await tap('Missing Left Mirror');
  await tap('Damaged Front Left Door');
  await page.getByLabel('Damage of Front Left Door', { exact: true }).fill('2D1');
  await page.getByLabel('Options or damage of Front Left Door, in words').fill('Dent above the handle');
  taps += 2;
  await page.getByLabel('Photo of Hood', { exact: true }).setInputFiles({
    name: 'hood.jpg',
    mimeType: 'image/jpeg',
    buffer: await jpegBytes(800, 600),
  });
  await expect(page.getByRole('button', { name: 'Take a photo of Hood, 1 taken' })).toBeVisible();
  await expectAccessible(page, 'main');

  // The phone loses its connection, and the person even closes the page.
  await page.reload();
  await expect(page.getByRole('button', { name: 'Missing Left Mirror' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(page.getByLabel('Damage of Front Left Door', { exact: true })).toHaveValue('2D1');
  await page.context().setOffline(true);
  await hood.fill('150');
  taps += 1;
  await tap(`Add ${lines - 1} parts`);
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'have no price: shoppers can ask for them, not buy them. One is missing',
  );
  taps += 1;
  await dialog.getByRole('button', { name: `Add ${lines - 1} parts` }).click();
  await expect(main(page).getByText('No connection. Everything is kept here').last()).toBeVisible();
  expect(await partsOf(owner, stockNumber)).toEqual([]);
  await page.getByRole('button', { name: 'Stop and change it' }).click();
  await expect(hood).toHaveValue('150');
  await tap(`Add ${lines - 1} parts`);
  taps += 1;
  await dialog.getByRole('button', { name: `Add ${lines - 1} parts` }).click();
  await page.context().setOffline(false);
  await expect(page).toHaveURL(`/admin/vehicles/${car}`);

  const parts = await partsOf(owner, stockNumber);
  expect(parts).toHaveLength(lines - 1);
  expect(parts.find((part) => part['part_name'] === 'Hood')).toMatchObject({ price: '150.00', photos: 1 });
  expect(parts).toContainEqual(
    expect.objectContaining({
      part_name: 'Front Left Door',
      damage_codes: '2D1',
      description: 'Dent above the handle',
    }),
  );
  expect(parts.map((part) => part['part_name'])).not.toContain('Left Mirror');
  // One of the loads is the reload.
  expect({ taps, loads }).toEqual({ taps: 10, loads: 2 });

  await page.goto(`/admin/vehicles/${car}/parts`);
  await expect(main(page)).toContainText(`${lines - 1} parts of the car were added before`);
  await expect(main(page).getByRole('listitem')).toHaveText([/Left Mirror/]);
});

test('lines that the shop refuses say why, and stay', async ({ page, signIn, owner, make }) => {
  const { car, stockNumber } = await takeIn(owner, make);
  await signIn();
  await page.goto(`/admin/vehicles/${car}/parts`);
  await page.getByLabel('Price of Hood').fill('cheap');
  await main(page)
    .getByRole('button', { name: /^Add \d+ parts$/ })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: /^Add/ }).click();
  await expect(main(page).getByRole('alert')).toHaveText('Nothing was added: a part is not right yet.');
  await expect(page.getByLabel('Price of Hood')).toBeFocused();
  await expect(page.getByRole('listitem', { name: 'Hood' })).toContainText('Price must be dollars and cents');
  expect(await partsOf(owner, stockNumber)).toEqual([]);
});
