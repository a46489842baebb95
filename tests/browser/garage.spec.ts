import { card, cartLink, junkyard, main } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const VIN = '1HGCM82633A004352';

test('a VIN in the selector leads to parts for the car, and its facts are kept @long', async ({
  page,
  owner,
  stock,
  expectAccessible,
}) => {
  const name = `Rear Differential ${process.pid}`;
  const [id] = await stock([
    {
      part_name: name,
      category: 'Drivetrain',
      vehicle_make: 'Honda',
      vehicle_model: 'Accord',
      vehicle_year: 2003,
      price: 120,
      stock_quantity: 2,
    },
  ]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));

  await page.goto('/');
  const form = page.getByRole('form', { name: 'Find your car by VIN' });
  const vin = form.getByLabel('Or enter your VIN');
  await vin.focus();
  // Its script has loaded.
  await expect(vin).toHaveAttribute('aria-describedby');
  await vin.fill(VIN.replace('G', 'O'));
  await vin.press('Enter');
  await expect(form).toContainText('Check character 3');
  await expect(vin).toBeFocused();
  await vin.fill(VIN.replace('4352', '4353'));
  await vin.press('Enter');
  await expect(form.getByRole('button', { name: 'Use this VIN anyway' })).toBeVisible();
  await expectAccessible(page);
  await vin.fill(VIN);
  await form.getByRole('button', { name: 'Find my car' }).click();
  await expect(page).toHaveURL('/parts/Honda/Accord/2003');
  await expect(page.getByRole('banner')).toContainText('2003 Honda Accord');

  await page.getByRole('link', { name: /^Drivetrain/ }).click();
  await expect(card(page, name)).toContainText('Fits your Accord');
  await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();
  await card(page, name).getByRole('link').click();
  await expect(main(page)).toContainText('It depends on the drive and the axle ratio');

  // What no VIN tells.
  await main(page).getByRole('link', { name: 'My garage' }).click();
  await page.getByText('Add transmission, drive and axle ratio').click();
  await page.getByLabel('Drive').selectOption('4x4');
  await page.getByLabel('Axle ratio').fill('3.73');
  await page.getByLabel('Axle ratio').blur();
  await expectAccessible(page);
  await page.goBack();
  await expect(main(page)).toContainText('Your Accord: 4x4, axle ratio 3.73. Compare it with this part.');

  // The parts that were looked at are remembered.
  await page.goto('/');
  const recent = page.getByRole('region', { name: 'Recently viewed' });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(recent.getByRole('link', { name })).toContainText('$120.00');
  await expectAccessible(page);
  await recent.getByRole('button', { name: 'Clear recently viewed parts' }).click();
  await expect(page.getByText('Recently viewed parts cleared.')).toBeFocused();
  await cartLink(page).click();
  await expect(card(page, name)).toContainText('Fits your Accord');

  expect(asked.filter((address) => address.includes(VIN.slice(0, 12)))).toEqual([]);
  await owner.query('delete from parts_catalog where id = $1', [id]);
});

test('a search names the first car of a browser; others are offered', async ({ page, stock, make }) => {
  await stock([{ part_name: 'Tow Hook', vehicle_year: 2001, price: 20, stock_quantity: 3 }]);
  const search = page.getByRole('combobox', { name: 'Search parts' });
  const header = page.getByRole('banner');
  await page.goto(`/junkyard?q=2001+${make}+roadster`);
  await expect(header).toContainText(`2001 ${make} Roadster`);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(header).not.toContainText('Roadster');
  await page.getByRole('button', { name: 'Shop for this car' }).click();
  await expect(header).toContainText(`2001 ${make} Roadster`);

  await search.fill(`2002 ${make} roadster`);
  await search.press('Enter');
  await expect(page.getByText(`Do you drive a 2002 ${make} Roadster?`)).toBeVisible();
  await expect(header).toContainText(`2001 ${make} Roadster`);
});

test('a shopper finds the car by its VIN, sees what fits it up to the cart, and pays', async ({
  page,
  context,
  owner,
  stock,
  expectAccessible,
}) => {
  const accord = { vehicle_make: 'Honda', vehicle_model: 'Accord', vehicle_year: 2003 };
  const name = `Muffler ${process.pid}`;
  const muffler = { ...accord, category: 'Exhaust', price: 80, stock_quantity: 3 };
  const ids = await stock([
    { ...muffler, part_name: name, vehicle_engine: '3.0L V6' },
    { ...muffler, part_name: `${name} Small`, vehicle_engine: '2.4L I4' },
  ]);
  const [other] = await stock([{ part_name: 'Tow Hook', vehicle_year: 2001, price: 20, stock_quantity: 3 }]);
  const asked: string[] = [];
  context.on('request', (request) => asked.push(request.url(), request.headers().referer ?? ''));

  // A VIN in the search is looked up.
  await page.goto('/junkyard');
  await page.getByRole('combobox', { name: 'Search parts' }).pressSequentially(VIN);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/garage');
  await page.getByRole('button', { name: 'Use this car' }).click();
  const header = page.getByRole('banner');
  await expect(header).toContainText('2003 Honda Accord');
  const cars = page.getByRole('region', { name: 'Your cars' });
  await expect(cars).toContainText('VIN ends in 004352');
  await expectAccessible(page);

  // Results for the car.
  await cars.getByRole('link', { name: 'Find Parts for 2003 Honda Accord' }).click();
  await expect(page.getByText('Searching for: 2003 Honda Accord')).toBeVisible();
  await page.goto('/about');
  await header.getByRole('link', { name: '2003 Honda Accord' }).click();
  await expect(page.getByText('Searching for: 2003 Honda Accord')).toBeVisible();
  await page.goto('/?make=Honda&model=Accord&year=2003&category=Exhaust');
  await expect(card(page, name)).toContainText('Fits your Accord: Listed for your car with 3.0L V6');
  await expect(card(page, `${name} Small`)).toContainText(
    'Check fit: Listed for your car with 2.4L I4; yours has V6',
  );
  await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();

  // A part of another car is not said to fit.
  await page.goto(`/part/${other}`);
  await expect(page.getByRole('main')).toContainText('Check fit: Not listed for your car');
  await page.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await page.goto('/cart');
  await expect(card(page, name)).toContainText('Fits your Accord');
  await expect(card(page, 'Tow Hook')).toContainText('Check fit');
  await expect(page.getByText('1 part is not listed for your 2003 Honda Accord.')).toBeVisible();
  await expectAccessible(page);

  // The shop asks before a part of another model is paid.
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  const question = page.getByRole('alertdialog', {
    name: "This part isn't listed for your 2003 Honda Accord",
  });
  await expect(question).toContainText('Your car is a 2003 Accord.');
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Buy anyway' }).click();
  const payment = await opened;
  const email = `vin-${process.pid}@example.com`;
  await payment.getByLabel('Email').fill(email);
  await payment.getByRole('button', { name: 'Pay' }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(main(payment).getByRole('listitem').filter({ hasText: name })).toContainText(
    'Fits your Accord',
  );
  await payment.close();
  const { rows: orders } = await owner.query('select status from orders where email = $1', [email]);
  expect(orders).toEqual([{ status: 'completed' }]);

  // Turned off in one click.
  await page.goto('/garage');
  await page.getByRole('button', { name: 'Stop shopping for this car: 2003 Honda Accord' }).click();
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
  await owner.query('delete from parts_catalog where id = any ($1)', [ids]);
});

test('a wrong part is caught in the cart, and a part from another year is bought by its number', async ({
  page,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  const alternator = { part_name: 'Alternator', category: 'Electrical', stock_quantity: 3 };
  const number = `31100-${process.pid}-A86`;
  const [own = ''] = await stock([
    { ...alternator, vehicle_year: 2010, price: 398.49, oem_number: number },
    { ...alternator, vehicle_year: 2008, price: 155.99, oem_number: number, origin: 'used', mileage: 84_000 },
    { part_name: 'Window Switch', vehicle_year: 1999, price: 20, stock_quantity: 3, fits_only_listed: true },
  ]);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/fits')) asked.push(request.url());
  });
  await page.goto('/garage');
  await page.evaluate((named) => {
    const car = { id: 'a', year: 2010, make: named, model: 'Roadster', details: '', vinEnd: '' };
    localStorage.setItem('garage', JSON.stringify({ vehicles: [car], active: 'a' }));
  }, make);

  // Cards ask once for the whole page.
  await page.goto(junkyard(make));
  await expect(card(page, 'Window Switch')).toContainText(
    /Doesn't fit your Roadster: Fits only listed cars, such as 1999/,
  );
  await expect(main(page)).toContainText(`Number ${number}, from a 2008 Roadster`);
  expect(asked).toHaveLength(1);
  await card(page, 'Window Switch').getByRole('button', { name: 'Add to Cart' }).click();

  // Buy Now asks too, also if it is clicked before the answer has come.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/fits?*', (route) => held.promise.then(() => route.continue()));
  await page.reload();
  const buyNow = card(page, 'Window Switch').getByRole('button', { name: 'Buy Now' });
  await buyNow.click();
  await expect(buyNow).toHaveAttribute('aria-busy', 'true');
  held.resolve();
  const asksFirst = page.getByRole('alertdialog');
  await expect(asksFirst).toContainText('Fits only listed cars');
  await asksFirst.getByRole('button', { name: 'Cancel' }).click();
  await expect(buyNow).toBeFocused();
  await page.unroute('**/api/fits?*');

  // The same number, from another year.
  await page.goto(`/part/${own}`);
  await expect(main(page)).toContainText('Fits your Roadster: Listed for your car');
  await expect(page.getByRole('heading', { name: '1 more with this number, from $155.99' })).toBeVisible();
  const offers = page.getByRole('table', { name: 'Other parts with the same number' });
  await expect(offers).toContainText('Same OEM number: check yours');
  await expect(offers.getByRole('row').last()).toContainText('84,000 mi');
  await expectAccessible(page);
  await offers.getByRole('link', { name: 'Alternator' }).click();
  await expect(page).toHaveTitle(/2008/);
  await page.getByRole('button', { name: /^Add to Cart: 2008 .* Alternator$/ }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');

  // The cart asks before the wrong part is paid, once.
  await page.goto('/cart');
  await expect(card(page, 'Window Switch')).toContainText("Doesn't fit your Roadster");
  await expect(page.getByText(`1 part is not listed for your 2010 ${make} Roadster.`)).toBeVisible();
  const pay = page.getByRole('button', { name: 'Proceed to Checkout' });
  await pay.click();
  const question = page.getByRole('alertdialog', {
    name: `This part isn't listed for your 2010 ${make} Roadster`,
  });
  await expect(question).toContainText('Window Switch');
  await expect(question).not.toContainText('Alternator');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Back to Cart' }).click();
  await expect(question).toBeHidden();
  await pay.click();
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Buy anyway' }).click();
  const payment = await opened;
  await expect(payment).toHaveURL(/test-payment/);
  await payment.close();

  await page.reload();
  const again = page.waitForEvent('popup');
  await pay.click();
  await (await again).close();
  await expect(question).toBeHidden();
  await owner.query('delete from parts_catalog where id = $1', [own]);
});

test('a wrong VIN is said at its field, which gets the focus, and a lost answer too', async ({ page }) => {
  await page.goto('/garage');
  const field = page.getByRole('textbox', { name: 'VIN' });
  await field.fill('123');
  await page.getByRole('button', { name: 'Find my car' }).click();
  await expect(field).toHaveAccessibleDescription(/This one has 3\./);
  await expect(field).toBeFocused();
  await page.route('**/garage.data*', (route) => route.fulfill({ status: 413, body: 'Too large' }));
  await page.getByRole('button', { name: 'Find my car' }).click();
  await expect(field).toHaveAccessibleDescription(/Error looking up the VIN: this is too large/);
  await expect(field).toHaveValue('123');
});
