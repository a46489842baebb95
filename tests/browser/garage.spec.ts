import { card, cartLink } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const VIN = '1HGCM82633A004352';

test('a shopper finds the car by its VIN, and sees what fits it up to the cart', async ({
  page,
  owner,
  stock,
  expectAccessible,
}) => {
  const accord = { vehicle_make: 'Honda', vehicle_model: 'Accord', vehicle_year: 2003 };
  const name = `Muffler ${process.pid}`;
  const [id] = await stock([
    { ...accord, part_name: name, category: 'Exhaust', price: 80, stock_quantity: 3 },
  ]);
  const [other] = await stock([{ part_name: 'Tow Hook', vehicle_year: 2001, price: 20, stock_quantity: 3 }]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));

  // A VIN in the search is looked up.
  await page.goto('/junkyard');
  await page.getByRole('combobox', { name: 'Search parts' }).pressSequentially(VIN);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/garage');
  await page.getByRole('button', { name: 'Use This Car' }).click();
  const header = page.getByRole('banner');
  await expect(header).toContainText('2003 Honda Accord');
  const cars = page.getByRole('region', { name: 'Your Cars' });
  await expect(cars).toContainText('VIN ends in 004352');
  await expectAccessible(page);

  // Results for the car.
  await cars.getByRole('link', { name: 'Find Parts for 2003 Honda Accord' }).click();
  await expect(page.getByText('Searching for: 2003 Honda Accord')).toBeVisible();
  await page.goto('/?make=Honda&model=Accord&year=2003&category=Exhaust');
  await expect(card(page, name)).toContainText('Fits your Accord: Listed for your car');
  await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();

  // A part of another car is not said to fit.
  await page.goto(`/part/${other}`);
  await expect(page.getByRole('main')).toContainText(/Check fit: Listed for 2001 Testa/);
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await page.goto('/cart');
  await expect(card(page, name)).toContainText('Fits your Accord');
  await expect(card(page, 'Tow Hook')).toContainText('Check fit');
  await expect(page.getByText('1 part is not listed for your 2003 Honda Accord.')).toBeVisible();
  await expectAccessible(page);

  // Turned off in one click.
  await page.goto('/garage');
  await page.getByRole('button', { name: 'Turn Off 2003 Honda Accord' }).click();
  await expect(header).not.toContainText('Accord');
  await page.reload();
  await expect(cars).toContainText('2003 Honda Accord');
  await expect(header).not.toContainText('Accord');

  expect(asked.filter((address) => address.includes(VIN.slice(0, 12)))).toEqual([]);
  const { rows } = await owner.query(
    "select 1 from audit_logs where audit_logs::text ilike '%' || $1 || '%'",
    [VIN],
  );
  expect(rows).toEqual([]);
  await owner.query('delete from parts_catalog where id = $1', [id]);
});
