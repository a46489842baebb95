import type pg from 'pg';
import type { Page } from '../../tools/browser/playwright.ts';
import { expect, test } from '../support/own-shop.ts';
import { freightShipping } from '../support/priced-lines.ts';

const yard = { name: 'Main yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' };
const annex = { ...yard, name: 'Annex', street: '2 Side St' };

const engineKind = {
  category: 'Engine',
  class: 'freight',
  pounds: 412,
  lengthIn: null,
  widthIn: null,
  heightIn: null,
};

const california = {
  mode: 'table',
  states: [{ state: 'CA', rate: 0.0775, usesTable: false, taxesShipping: false }],
};

const settings = {
  business: { locations: [yard, annex] },
  tax: california,
  shipping: {
    ...freightShipping,
    pickup: { offered: true, readyHours: 4 },
    kinds: [engineKind],
  },
};

const engine = { part_name: 'Engine', category: 'Engine', price: 1_500, stock_quantity: 2 };
const pads = { part_name: 'Brake Pads', category: 'Brakes', price: 40, stock_quantity: 5 };

const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' });
const amounts = (page: Page) => summary(page).getByRole('definition');
const checkOut = (page: Page) => page.getByRole('button', { name: 'Proceed to Checkout' });
const unknown = '–';

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 360, height: 740 } });

async function setSettings(owner: pg.Client, values: object) {
  await owner.query('update shop_settings set values = $1', [JSON.stringify(values)]);
}

async function openCart(page: Page, part: { id: string | undefined; part_name: string; price: number }) {
  const { id, part_name: name, price } = part;
  await page.goto('/no/such/page');
  await page.evaluate(
    (cart) => localStorage.setItem('cart.items', JSON.stringify(cart)),
    [{ id, name, partNumber: '', price, quantity: 1, image: '' }],
  );
  await page.goto('/cart');
}

async function payIn(page: Page) {
  const opened = page.waitForEvent('popup');
  await checkOut(page).click();
  const payment = await opened;
  await expect(payment.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  return payment;
}

test('with the default settings the cart asks nothing', async ({ page, owner, stock, expectAccessible }) => {
  await setSettings(owner, {});
  const [id] = await stock([pads]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await openCart(page, { id, ...pads });
  await expect(amounts(page)).toHaveText(['$40.00', '$3.20', '$15.00', '$58.20']);
  await expect(page.getByRole('main').getByRole('group')).toHaveCount(1);
  await expectAccessible(page);
  expect(asked).not.toContain('/functions/v1/price-cart');
  const payment = await payIn(page);
  await expect(payment.getByLabel('ZIP')).toHaveValue('92101');
});

test('a shopper sends freight to a business with a liftgate', async ({
  page,
  owner,
  stock,
  expectAccessible,
}) => {
  await setSettings(owner, settings);
  const [id] = await stock([engine]);
  await openCart(page, { id, ...engine });
  await expect(page.getByText('Choose shipping or pickup to see tax and shipping.')).toBeVisible();
  await expect(amounts(page)).toHaveText(['$1,500.00', unknown, unknown, unknown]);
  await expect(checkOut(page)).toBeDisabled();
  await page.getByRole('radio', { name: /Ship to/ }).check();
  await expect(page.getByText('Enter your state and ZIP code to see tax and shipping.')).toBeVisible();
  await page.getByLabel('State').selectOption('California');
  await page.getByLabel('ZIP code').fill('92101');
  // 150 + 4.12 × 20 + 75 for a home
  await expect(amounts(page)).toHaveText(['$1,500.00', '$116.25', '$307.40', '$1,923.65']);
  await page
    .getByRole('radio', { name: /Business/ })
    .first()
    .check();
  await page.getByLabel('The truck needs a liftgate').check();
  await expect(amounts(page)).toHaveText(['$1,500.00', '$116.25', '$292.40', '$1,908.65']);
  await expect(page.getByText('Estimated delivery: 3 to 6 business days')).toBeVisible();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByLabel('ZIP code')).toHaveValue('92101');
  await expect(amounts(page)).toHaveText(['$1,500.00', '$116.25', '$292.40', '$1,908.65']);

  const payment = await payIn(page);
  await expect(payment.getByText('$1,908.65')).toBeVisible();
  await expect(payment.getByLabel('State')).toHaveValue('CA');
  await expect(payment.getByLabel('ZIP')).toHaveValue('92101');
  await payment.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('a shopper is told what cannot be sent to a PO box', async ({ page, owner, stock }) => {
  await setSettings(owner, settings);
  const [id] = await stock([engine]);
  await openCart(page, { id, ...engine });
  await page.getByRole('radio', { name: /Ship to/ }).check();
  await page.getByLabel('ZIP code').fill('92101');
  await expect(page.getByLabel('State')).toHaveValue('CA');
  await page.getByLabel('This is a PO box').check();
  await expect(page.getByRole('listitem').getByText('Not shipped to PO boxes')).toBeVisible();
  await expect(checkOut(page)).toBeDisabled();
  await page.getByLabel('This is a PO box').uncheck();
  await page.getByLabel('State').selectOption('New York');
  await expect(page.getByText('This is in California')).toBeVisible();
  await expect(
    summary(page).getByText('Your ZIP code 92101 is in California, not in New York'),
  ).toBeVisible();
  await expect(checkOut(page)).toBeDisabled();
  await page.getByLabel('ZIP code').fill('10001');
  const quote = page.getByRole('link', { name: 'Ask us for a shipping quote' });
  await expect(quote).toHaveAttribute('href', '/request?part=Engine');
  await expect(checkOut(page)).toBeDisabled();
});

test('a shopper picks up at the other location', async ({ page, owner, stock, expectAccessible }) => {
  await setSettings(owner, settings);
  const [id] = await stock([pads]);
  await openCart(page, { id, ...pads });
  await page.getByRole('radio', { name: /Pick up/ }).check();
  await expect(amounts(page)).toHaveText(['$40.00', '$3.10', '$0.00', '$43.10']);
  await page.getByRole('radio', { name: /Annex/ }).check();
  await expect(amounts(page)).toHaveText(['$40.00', '$3.10', '$0.00', '$43.10']);
  await expectAccessible(page);
  const payment = await payIn(page);
  await expect(payment.getByText('Pickup at Annex')).toBeVisible();
  await expect(payment.getByLabel('Address')).toHaveCount(0);
  await payment.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
});

test('a user starts with the default address, and chooses another one', async ({
  page,
  owner,
  stock,
  signIn,
  expectAccessible,
}) => {
  await setSettings(owner, settings);
  const [id] = await stock([engine]);
  await signIn();
  await owner.query(
    `insert into saved_addresses (user_id, name, line1, city, state, postal_code, country, place, is_default)
     select id, saved.name, '1 Yard Road', city, state, zip, country, saved.place, is_default
     from auth.users, (values
       ('Home', 'San Diego', 'CA', '92101', 'US', 'residential', true),
       ('Shop', 'Fresno', 'CA', '93650', 'US', 'business', false),
       ('Abroad', 'Toronto', 'ON', 'M5V 2T6', 'CA', 'business', false)
     ) as saved (name, city, state, zip, country, place, is_default)`,
  );
  await openCart(page, { id, ...engine });
  await expect(page.getByLabel('ZIP code')).toHaveValue('92101');
  await expect(page.getByLabel('State')).toHaveValue('CA');
  await expect(amounts(page)).toHaveText(['$1,500.00', '$116.25', '$307.40', '$1,923.65']);
  const saved = page.getByLabel('Saved address');
  await expect(saved.getByRole('option')).toHaveText([
    'Another place',
    /^Home, 1 Yard Road/,
    /^Shop, 1 Yard Road/,
  ]);
  await saved.selectOption({ label: 'Shop, 1 Yard Road, Fresno' });
  await expect(page.getByLabel('ZIP code')).toHaveValue('93650');
  await expect(amounts(page)).toHaveText(['$1,500.00', '$116.25', '$232.40', '$1,848.65']);
  await expectAccessible(page);
});

test('a changed rate is shown at the checkout, and then paid', async ({ page, owner, stock }) => {
  await setSettings(owner, {});
  const [id] = await stock([pads]);
  await openCart(page, { id, ...pads });
  await expect(amounts(page)).toHaveText(['$40.00', '$3.20', '$15.00', '$58.20']);
  await setSettings(owner, { tax: { flatRate: 0.1 } });
  await checkOut(page).click();
  const toasts = page.getByRole('region', { name: 'Notifications' });
  await expect(toasts.getByText('Tax or shipping has changed')).toBeVisible();
  await expect(amounts(page)).toHaveText(['$40.00', '$4.00', '$15.00', '$59.00']);
  const payment = await payIn(page);
  await expect(payment.getByText('$59.00')).toBeVisible();
});

test('Buy Now goes to the cart where the price has other rules', async ({ page, owner, stock, make }) => {
  await setSettings(owner, settings);
  await stock([pads]);
  await page.goto(`/junkyard?${new URLSearchParams({ make })}`);
  await page.getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL('/cart');
  await expect(page.getByText('Choose shipping or pickup to see tax and shipping.')).toBeVisible();
});

test('a new price reaches a line and the subtotal together', async ({ page, owner, stock }) => {
  await setSettings(owner, settings);
  const [id] = await stock([pads]);
  await openCart(page, { id, ...pads });
  await page.getByRole('radio', { name: /Pick up/ }).check();
  await expect(amounts(page)).toHaveText(['$40.00', '$3.10', '$0.00', '$43.10']);

  await owner.query('update parts_catalog set price = 50 where id = $1', [id]);
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Brake Pads' });
  await expect(line).toContainText('Price is now $50.00');
  // Asks again, and gets the new price.
  await page.getByRole('radio', { name: /Annex/ }).check();
  await expect(page.getByText('A price has changed. Please update it beside the part.')).toBeVisible();
  await expect(line).toContainText('$40.00');
  await expect(amounts(page)).toHaveText(['$40.00', unknown, unknown, unknown]);
  await expect(checkOut(page)).toBeDisabled();

  const answer = Promise.withResolvers<void>();
  await page.route('**/functions/v1/price-cart', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await line.getByRole('button', { name: 'Update price' }).click();
  await expect(line).toContainText('$50.00');
  expect(await amounts(page).first().textContent()).toBe('$50.00');
  answer.resolve();
  await expect(amounts(page)).toHaveText(['$50.00', '$3.88', '$0.00', '$53.88']);
});
