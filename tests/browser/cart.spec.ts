import type { Locator, Page } from '../../tools/browser/playwright.ts';
import type { CartItem } from '#core/carts/cart.ts';
import { card, cartLink, main, results, toast, toasts } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const pads = { part_name: 'Brake Pads', oem_number: '45022-TR3-A01', price: 40, stock_quantity: 5 };
const rotor = { part_name: 'Rotor', oem_number: null, price: 60.5, stock_quantity: 2 };

/** On /cart, its line; among the results, its card. */
const line = card;
const quantity = (lineOf: Locator) => lineOf.getByRole('status');
const summary = (page: Page) => page.getByRole('region', { name: 'Order Summary' });

async function openResults(page: Page, make: string, inCart = '0 items') {
  await page.goto(results(make));
  // The buttons work after the browser has read the cart.
  await expect(cartLink(page)).toHaveAccessibleName(`Cart, ${inCart}`);
}

/** Stores lines as an existing cart. */
async function keepCart(page: Page, cart: CartItem[] | string) {
  await page.goto('/no/such/page');
  await page.evaluate(
    (text) => localStorage.setItem('cart.items', text),
    typeof cart === 'string' ? cart : JSON.stringify(cart),
  );
}

function stored(page: Page): Promise<CartItem[]> {
  return page.evaluate(() => JSON.parse(localStorage.getItem('cart.items') ?? '[]'));
}

async function expectTotals(page: Page, subtotal: string, tax: string, shipping: string, total: string) {
  await expect(summary(page).getByRole('definition')).toHaveText([subtotal, tax, shipping, total]);
}

/** A line for a part that is not in the catalog. */
const unknown = {
  id: 'from-an-older-shop',
  name: 'Chrome Mirror',
  partNumber: '',
  price: 10,
  quantity: 1,
  image: '',
} satisfies CartItem;

test('a shopper adds parts, and the cart counts, totals and keeps them', async ({ page, make, stock }) => {
  const [padsId, rotorId] = await stock([{ ...pads, warranty: '18 months' }, rotor]);
  await openResults(page, make);
  await card(page, 'Brake Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Added to Cart')).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
  await card(page, 'Rotor').getByRole('button', { name: 'Add to Cart' }).click();
  await card(page, 'Brake Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items');
  await expect(cartLink(page)).toHaveText('3');
  expect(await stored(page)).toEqual([
    {
      id: padsId,
      name: 'Brake Pads',
      partNumber: '45022-TR3-A01',
      price: 40,
      image: '/placeholder.svg',
      quantity: 2,
    },
    { id: rotorId, name: 'Rotor', partNumber: '', price: 60.5, image: '/placeholder.svg', quantity: 1 },
  ]);

  await cartLink(page).click();
  await expect(page).toHaveTitle('Shopping Cart | Partyard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping Cart');
  await expect(line(page, 'Brake Pads')).toContainText('Part # 45022-TR3-A01');
  await expect(line(page, 'Brake Pads')).toContainText('$40.00');
  await expect(line(page, 'Brake Pads')).toContainText('Warranty 18 months');
  await expect(line(page, 'Rotor')).not.toContainText('Part #');
  // 2 x 40.00 + 60.50; 8 % of it is 11.24; each line is at most 100.00 and ships for 15.00.
  await expectTotals(page, '$140.50', '$11.24', '$30.00', '$181.74');
  await expect(page.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/junkyard');

  await page.reload();
  await expect(quantity(line(page, 'Brake Pads'))).toHaveText('2');
  await expectTotals(page, '$140.50', '$11.24', '$30.00', '$181.74');
});

test('a shopper chooses the quantity of a part; a drawer leads to the cart, which leads back', async ({
  page,
  make,
  stock,
}) => {
  const [id] = await stock([{ ...pads, brand: 'Bosch' }]);
  await page.goto(`/part/${id}`);
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
  const add = main(page).getByRole('button', { name: 'Add to Cart' });
  await page.getByLabel('Quantity').selectOption('2');
  await add.click();
  await expect(toast(page, 'Added to Cart')).toBeVisible();
  await expect(toasts(page)).toContainText('2 × $40.00');
  await expect(toasts(page)).toContainText('$20.01 more of this part for free shipping');
  await expect(toasts(page)).toContainText('Your cart: 2 items, $80.00');
  // It does not take the focus.
  await expect(add).toBeFocused();
  await page.keyboard.press('Escape');
  const viewCart = page.getByRole('link', { name: 'View cart' });
  await expect(viewCart).toHaveCount(0);

  await page.getByLabel('Quantity').selectOption('1');
  await add.click();
  await page.getByRole('button', { name: 'Keep looking' }).click();
  await expect(viewCart).toHaveCount(0);
  await expect(add).toBeFocused();
  await page.getByLabel('Quantity').selectOption('5');
  await add.click();
  await expect(toast(page, 'Only 5 in stock')).toBeVisible();
  await viewCart.click();

  await expect(page).toHaveURL(/\/cart$/);
  await expect(line(page, 'Brake Pads')).toContainText(`2015 ${make} Roadster`);
  await expect(line(page, 'Brake Pads')).toContainText('· Bosch');
  await expect(line(page, 'Brake Pads')).toContainText('$200.00$40.00 each');
  await expect(line(page, 'Brake Pads')).toContainText('Ships free');
  await line(page, 'Brake Pads').getByRole('link', { name: 'Brake Pads' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Brake Pads');
});

test('Buy Now adds one and goes to the cart, which has at most the stock; minus at 1 removes the line', async ({
  page,
  make,
  stock,
}) => {
  await stock([pads, rotor]);
  await openResults(page, make);
  const add = card(page, 'Rotor').getByRole('button', { name: 'Add to Cart' });
  await add.click();
  await add.click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await add.click();
  await expect(toast(page, 'Only 2 in stock')).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await card(page, 'Brake Pads').getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(quantity(line(page, 'Brake Pads'))).toHaveText('1');
  await expect(line(page, 'Brake Pads')).not.toContainText('each');

  const plus = line(page, 'Rotor').getByRole('button', { name: 'Increase quantity' });
  await expect(plus).toBeDisabled();
  await expect(line(page, 'Rotor')).toContainText('Only 2 in stock');
  await line(page, 'Rotor').getByRole('button', { name: 'Decrease quantity' }).click();
  await expect(plus).toBeEnabled();
  await line(page, 'Brake Pads').getByRole('button', { name: 'Increase quantity' }).click();
  await expect(quantity(line(page, 'Brake Pads'))).toHaveText('2');
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 3 items');
  const minus = line(page, 'Brake Pads').getByRole('button', { name: 'Decrease quantity' });
  await minus.click();
  await expect(quantity(line(page, 'Brake Pads'))).toHaveText('1');
  await minus.click();
  await expect(line(page, 'Brake Pads')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.getByRole('button', { name: 'Remove Rotor' }).click();
  await expect(page.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();
  await expect(page.getByText('Add some parts to your cart to get started')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Browse Parts' })).toHaveAttribute('href', '/junkyard');
  expect(await stored(page)).toEqual([]);
});

test('two tabs share one cart, and neither overwrites the other', async ({ page, make, stock }) => {
  await stock([pads, rotor]);
  await openResults(page, make);
  const other = await page.context().newPage();
  await other.goto('/cart');
  await expect(other.getByRole('heading', { name: 'Your Cart is Empty' })).toBeVisible();

  await card(page, 'Brake Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(quantity(line(other, 'Brake Pads'))).toHaveText('1');
  await line(other, 'Brake Pads').getByRole('button', { name: 'Increase quantity' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await card(page, 'Rotor').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(other)).toHaveAccessibleName('Cart, 3 items');
  await other.getByRole('button', { name: 'Remove Brake Pads' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
  expect((await stored(page)).map(({ name }) => name)).toEqual(['Rotor']);

  await other.evaluate(() => localStorage.clear());
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
});

test('a storage that is blocked does not break the cart, which lasts as long as the page', async ({
  page,
  make,
  stock,
}) => {
  await stock([pads, rotor]);
  await page.addInitScript(() => {
    for (const method of ['getItem', 'setItem'] as const) {
      const works = Storage.prototype[method] as (...values: string[]) => string | null;
      Storage.prototype[method] = function (this: Storage, ...values: string[]) {
        // Only the cart's: React Router keeps scroll positions in the other one.
        if (this === localStorage) throw new DOMException('No', 'QuotaExceededError');
        return works.apply(this, values) as string;
      };
    }
  });
  await openResults(page, make);
  await card(page, 'Brake Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
  await card(page, 'Rotor').getByRole('button', { name: 'Buy Now' }).click();
  await line(page, 'Rotor').getByRole('button', { name: 'Increase quantity' }).click();
  await page.getByRole('button', { name: 'Remove Brake Pads' }).click();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 2 items');
  await expectTotals(page, '$121.00', '$9.68', '$0.00', '$130.68');
});

test('without a response from the catalog, totals use the stored lines', async ({ unwatchedPage: page }) => {
  await page.route('**/api/parts?*', (route) => route.abort());
  await keepCart(page, [
    { ...unknown, quantity: 3, tax_rate: 0.1, shipping_cost: 7.5 },
    { ...unknown, id: crypto.randomUUID(), name: 'Horn', price: 120, tax_rate: 0 },
  ]);
  await page.goto('/cart');
  // 3 x 10.00 + 120.00; tax 3.00 + 0; shipping 7.50 + 0.
  await expectTotals(page, '$150.00', '$3.00', '$7.50', '$160.50');
  await expect(line(page, 'Chrome Mirror').locator('img')).toHaveAttribute(
    'src',
    '/drawings/part.svg?name=Chrome+Mirror',
  );
  await line(page, 'Chrome Mirror').getByRole('button', { name: 'Increase quantity' }).click();
  await expectTotals(page, '$160.00', '$4.00', '$7.50', '$171.50');
});

test('a line shows what changed since it was added', async ({ page, make, stock, owner }) => {
  const ids = await stock([pads, rotor, { part_name: 'Caliper' }, { part_name: 'Drum' }]);
  await openResults(page, make);
  for (const name of ['Brake Pads', 'Rotor', 'Caliper', 'Drum']) {
    await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();
  }
  await card(page, 'Rotor').getByRole('button', { name: 'Add to Cart' }).click();
  const [padsId, rotorId, caliperId, drumId] = ids;
  await owner.query('update parts_catalog set price = 44.5 where id = $1', [padsId]);
  await owner.query('update parts_catalog set stock_quantity = 1 where id = $1', [rotorId]);
  await owner.query('update parts_catalog set stock_quantity = 0 where id = $1', [caliperId]);
  await owner.query('update parts_catalog set shipping_cost = 20 where id = $1', [drumId]);

  await page.goto('/cart');
  await expect(line(page, 'Rotor')).toContainText('Only 1 in stock');
  await expect(line(page, 'Caliper')).toContainText('Out of Stock');
  await expect(line(page, 'Brake Pads')).toContainText('Price is now $44.50');
  // 40.00 + 2 x 60.50 + 40.00, all still at the old terms, and without the caliper.
  await expectTotals(page, '$201.00', '$16.08', '$30.00', '$247.08');
  await line(page, 'Brake Pads').getByRole('button', { name: 'Update price' }).click();
  await expect(line(page, 'Brake Pads')).not.toContainText('Price is now');
  await expectTotals(page, '$205.50', '$16.44', '$30.00', '$251.94');
  await line(page, 'Drum').getByRole('button', { name: 'Update price' }).click();
  await expectTotals(page, '$205.50', '$16.44', '$35.00', '$256.94');
});

test('unavailable lines are marked, and excluded from the total and the payment', async ({
  page,
  make,
  stock,
  owner,
}) => {
  const names = ['Brake Pads', 'Rotor', 'Caliper', 'Drum'];
  const ids = await stock(names.map((part_name) => ({ part_name, price: 40, stock_quantity: 2 })));
  await openResults(page, make);
  for (const name of names) await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();
  const [, rotorId, caliperId, drumId] = ids;
  await owner.query('delete from parts_catalog where id = $1', [rotorId]);
  await owner.query('update parts_catalog set stock_quantity = 0 where id = $1', [caliperId]);
  await owner.query('update parts_catalog set price = null where id = $1', [drumId]);
  await page.goto('/cart');
  for (const [name, reason] of [
    ['Rotor', 'This part is no longer in the catalog.'],
    ['Caliper', 'Out of Stock.'],
    ['Drum', 'This part has no price right now.'],
  ] as const) {
    await expect(line(page, name)).toContainText(`${reason} Not included in the total.`);
  }
  await expect(line(page, 'Brake Pads')).not.toContainText('Not included');
  await expectTotals(page, '$40.00', '$3.20', '$15.00', '$58.20');

  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  const payment = await opened;
  await expect(payment.getByText('1 × Brake Pads')).toBeVisible();
  await expect(payment.getByText('$58.20')).toBeVisible();
  await payment.getByRole('button', { name: 'Cancel' }).click();

  // The lines stay, and with none left that can be bought there is nothing to pay for.
  await line(page, 'Brake Pads').getByRole('button', { name: 'Remove Brake Pads' }).click();
  await expect(
    summary(page).getByText('None of the parts in your cart can be bought right now.'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Proceed to Checkout' })).toBeDisabled();
  expect(await stored(page)).toHaveLength(3);
});

test('a total below the minimum card payment shows a message before checkout', async ({
  page,
  make,
  stock,
}) => {
  await stock([
    { part_name: 'Washer', price: 0.2, shipping_cost: 0, stock_quantity: 5 },
    { part_name: 'Nut', price: 0.3, shipping_cost: 0, stock_quantity: 5 },
  ]);
  await openResults(page, make);
  await card(page, 'Washer').getByRole('button', { name: 'Buy Now' }).click();
  const problem = 'The minimum for card payments is $0.50. Please add another part.';
  await expect(summary(page).getByText(problem)).toBeVisible();
  const checkout = page.getByRole('button', { name: 'Proceed to Checkout' });
  await expect(checkout).toBeDisabled();
  await expect(checkout).toHaveAccessibleDescription(problem);
  const more = line(page, 'Washer').getByRole('button', { name: 'Increase quantity' });
  await more.click();
  await more.click();
  await expectTotals(page, '$0.60', '$0.05', '$0.00', '$0.65');
  await expect(checkout).toBeEnabled();
  await expect(summary(page).getByText(problem)).toHaveCount(0);
});

test('a cart with many messages is accessible, without horizontal scrolling', async ({
  page,
  stock,
  expectAccessible,
}) => {
  const [padsId = ''] = await stock([pads]);
  await keepCart(page, [
    { ...unknown, id: padsId, name: 'Brake Pads', price: 1234.5, quantity: 999 },
    { ...unknown, name: 'Suspension Strut Assembly with Bearing and Boot', partNumber: '5'.repeat(60) },
  ]);
  await page.goto('/cart');
  await expect(line(page, 'Brake Pads')).toContainText('Only 5 in stock: please reduce the quantity');
  await expect(line(page, 'Brake Pads')).toContainText('Price is now $40.00');
  for (const [colorScheme, width] of [
    ['light', 360],
    ['dark', 1280],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('the checkout opens the payment page in one new tab; a failure closes it and keeps the cart', async ({
  unwatchedPage: page,
  stock,
}) => {
  const payment = '**/functions/v1/create-payment';
  const checkout = page.getByRole('button', { name: 'Proceed to Checkout' });
  const [id = ''] = await stock([{ part_name: 'Chrome Mirror', price: 10.1, stock_quantity: 5 }]);
  await keepCart(page, [{ ...unknown, id, price: 10.1, quantity: 2 }]);
  await page.goto('/cart');
  await page.route(payment, (route) => route.fulfill({ status: 500, json: { error: 'Inside' } }));
  const failed = page.waitForEvent('popup');
  await checkout.click();
  await expect(toast(page, 'Checkout failed. Please try again.')).toBeVisible();
  await expect.poll(async () => (await failed).isClosed()).toBe(true);
  await expect(quantity(line(page, 'Chrome Mirror'))).toHaveText('2');
  await expect(checkout).toBeEnabled();

  const asked: unknown[] = [];
  await page.route(payment, async (route) => {
    asked.push(route.request().postDataJSON());
    await route.fulfill({ json: { url: '/?paid' } });
  });
  const opened = page.waitForEvent('popup');
  await checkout.dblclick();
  const tab = await opened;
  await tab.waitForURL(/\/\?paid$/);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  expect(page.context().pages()).toHaveLength(2);
  expect(asked).toEqual([
    {
      items: [{ id, name: 'Chrome Mirror', amountCents: 1010, quantity: 2 }],
      currency: 'usd',
      shippingCents: 1500,
      taxCents: 162,
    },
  ]);
  expect(await stored(page)).toHaveLength(1);
  await expect(checkout).toBeEnabled();
});

test('two tabs that check out at the same time, before the first cookie, open the same payment page', async ({
  page,
  context,
  stock,
}) => {
  const [id = ''] = await stock([{ part_name: 'Chrome Mirror', price: 30, stock_quantity: 5 }]);
  await keepCart(page, [{ ...unknown, id, price: 30, quantity: 1 }]);
  const tabs = [page, await context.newPage()];
  const both = Promise.withResolvers<void>();
  let asked = 0;
  await context.route('**/functions/v1/create-payment', async (route) => {
    asked += 1;
    if (asked === tabs.length) both.resolve();
    await both.promise;
    await route.continue();
  });
  for (const tab of tabs) {
    await tab.goto('/cart');
    await expect.poll(() => tab.evaluate(() => localStorage.getItem('checkout.key'))).not.toBeNull();
  }
  const addresses = await Promise.all(
    tabs.map(async (tab) => {
      const opened = tab.waitForEvent('popup');
      await tab.getByRole('button', { name: 'Proceed to Checkout' }).click();
      const payment = await opened;
      await payment.waitForURL(/\/test-payment\//);
      return payment.url();
    }),
  );
  expect(new Set(addresses).size).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('checkout.key'))).toBeNull();
});

test('a refused payment updates the prices and stock of the lines', async ({
  context,
  unwatchedPage: page,
  make,
  stock,
  owner,
}) => {
  const [padsId, rotorId] = await stock([pads, rotor]);
  await openResults(page, make);
  await card(page, 'Brake Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await card(page, 'Rotor').getByRole('button', { name: 'Buy Now' }).click();
  await expect(line(page, 'Rotor')).toBeVisible();

  await owner.query('update parts_catalog set price = 45 where id = $1', [padsId]);
  await owner.query('update parts_catalog set stock_quantity = 0 where id = $1', [rotorId]);
  await page.route('**/functions/v1/create-payment', (route) =>
    route.fulfill({
      status: 409,
      json: {
        error: 'The price of Brake Pads has changed',
        items: [
          { id: padsId, amountCents: 4500, available: 5 },
          { id: rotorId, amountCents: 6050, available: 0 },
        ],
      },
    }),
  );
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(toast(page, 'The price of Brake Pads has changed')).toBeVisible();
  await expect(line(page, 'Brake Pads')).toContainText('Price is now $45.00');
  await expect(line(page, 'Rotor')).toContainText('Out of Stock');
  expect(await stored(page)).toMatchObject([{ price: 40 }, { price: 60.5 }]);
  await expect.poll(() => context.pages()).toHaveLength(1);
});
