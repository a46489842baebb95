import type { Page, Route } from '../../tools/browser/playwright.ts';
import type { PartColumns } from '../support/parts.ts';
import { card, cartLink, names, toast, toasts } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('listitem');
const searchBox = (page: Page) =>
  page.getByPlaceholder('Search by part name, make, model, or OEM number...', { exact: true });
const found = (page: Page, count: string) => page.getByText(`${count} parts found`, { exact: true });
/** In the order by name, which tests can foresee. */
const address = (parameters: Record<string, string>) =>
  `/junkyard?${new URLSearchParams({ ...parameters, sort: 'name' })}`;

const threeParts: PartColumns[] = [
  { part_name: 'Alternator', category: 'Electrical', oem_number: '31100-5A2-A02', part_type: 'Good' },
  { part_name: 'Brake Caliper', category: 'Brakes', brand: 'Cardone', part_type: 'Fair' },
  { part_name: 'Brake Pads', category: 'Brakes', part_type: 'Good' },
];

const bolts = (count: number): PartColumns[] =>
  Array.from({ length: count }, (_, index) => ({ part_name: `Bolt ${String(index + 1).padStart(3, '0')}` }));

/** Opens the page and waits for hydration, which reads the cart. */
async function open(page: Page, parameters: Record<string, string>) {
  await page.goto(address(parameters));
  await expect(cartLink(page)).toHaveAccessibleName(/item/);
}

test('typing searches and updates the address', async ({ page, make, stock }) => {
  await stock(threeParts);
  await open(page, { make });
  await expect(page).toHaveTitle(`${make} | Junkyard | Partyard`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Quality New & Used Auto Parts');
  await expect(names(page)).toHaveText(['Alternator', 'Brake Caliper', 'Brake Pads']);
  await expect(found(page, '3')).toBeVisible();

  await searchBox(page).pressSequentially('BRAKE');
  await expect(names(page)).toHaveText(['Brake Caliper', 'Brake Pads']);
  await expect(found(page, '2')).toBeVisible();
  await expect(searchBox(page)).toBeFocused();
  expect(new URL(page.url()).searchParams.get('q')).toBe('BRAKE');

  for (const [words, expected] of [
    ['cardone', ['Brake Caliper']],
    ['31100-5a2', ['Alternator']],
    ['caliper cardone', ['Brake Caliper']],
    ['', ['Alternator', 'Brake Caliper', 'Brake Pads']],
  ] as const) {
    await searchBox(page).fill(words);
    await expect(names(page)).toHaveText([...expected]);
  }
  await expect(page).toHaveURL(address({ make }));
});

test('text that is typed while a slow phone shows an earlier search stays', async ({ page, make, stock }) => {
  const text = 'abcdefghijklmno';
  await stock(Array.from({ length: 30 }, (_, index) => ({ part_name: `Bolt ${index}`, brand: text })));
  await open(page, { make });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  await searchBox(page).pressSequentially(text, { delay: 300 });
  await expect(searchBox(page)).toHaveValue(text);
  await expect(page).toHaveURL(address({ q: text, make }));
  await expect(searchBox(page)).toHaveValue(text);
});

test('only the last of several searches counts; a pending one moves nothing; a filter includes the text just typed', async ({
  page,
  make,
  stock,
}) => {
  await stock(threeParts);
  await open(page, { make });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/junkyard\.data\?.*q=alternator/, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const slow = page.waitForRequest(/q=alternator/);
  await searchBox(page).fill('alternator');
  await slow;
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  await expect(names(page)).toHaveText(['Alternator', 'Brake Caliper', 'Brake Pads']);
  await searchBox(page).fill('pads');
  await expect(names(page)).toHaveText(['Brake Pads']);
  letGo();
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await expect(names(page)).toHaveText(['Brake Pads']);
  await expect(searchBox(page)).toHaveValue('pads');
  await page.unrouteAll({ behavior: 'wait' });

  await searchBox(page).fill('');
  await expect(found(page, '3')).toBeVisible();
  const places = () =>
    cards(page).evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())));
  const before = await places();
  const pending = Promise.withResolvers<void>();
  await page.route(/junkyard\.data\?.*category=Brakes/, async (route) => {
    await pending.promise;
    await route.continue();
  });
  await page.getByLabel('Category').selectOption('Brakes');
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
  expect(await places()).toEqual(before);
  pending.resolve();
  await expect(found(page, '2')).toBeVisible();

  await searchBox(page).fill('brake');
  await page.getByLabel('Condition').selectOption('Fair');
  await expect(names(page)).toHaveText(['Brake Caliper']);
  await expect(page).toHaveURL(address({ q: 'brake', make, category: 'Brakes', condition: 'Fair' }));
});

test('filters apply at once, survive back, forward, and reload, and are reset by Clear Filters', async ({
  page,
  make,
  stock,
}) => {
  await stock(threeParts);
  await open(page, { q: make });
  const choice = (label: string) => page.getByLabel(label, { exact: true });
  await expect(choice('Make').getByRole('option').first()).toHaveText('All makes');
  await expect(choice('Category').getByRole('option').first()).toHaveText('All categories');
  await expect(choice('Condition').getByRole('option').first()).toHaveText('All conditions');

  await choice('Make').selectOption(make);
  await expect(page).toHaveURL(address({ q: make, make }));
  await choice('Category').selectOption('Brakes');
  await expect(names(page)).toHaveText(['Brake Caliper', 'Brake Pads']);
  await choice('Condition').selectOption('Good');
  await expect(names(page)).toHaveText(['Brake Pads']);
  const narrowest = address({ q: make, make, category: 'Brakes', condition: 'Good' });
  await expect(page).toHaveURL(narrowest);

  await page.goBack();
  await expect(names(page)).toHaveText(['Brake Caliper', 'Brake Pads']);
  await expect(choice('Condition')).toHaveValue('');
  await page.goBack();
  await expect(found(page, '3')).toBeVisible();
  await expect(choice('Category')).toHaveValue('');
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL(narrowest);
  await expect(choice('Condition')).toHaveValue('Good');
  await page.reload();
  await expect(names(page)).toHaveText(['Brake Pads']);
  await expect(choice('Category')).toHaveValue('Brakes');
  await expect(searchBox(page)).toHaveValue(make);

  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(page).toHaveURL('/junkyard');
  await expect(searchBox(page)).toHaveValue('');
  for (const label of ['Make', 'Category', 'Condition']) await expect(choice(label)).toHaveValue('');
  // Counts of thousands are easy to read.
  await expect(page.getByText(/^\d,\d{3} parts found$/)).toBeVisible();
  await page.goBack();
  await expect(searchBox(page)).toHaveValue(make);
  await expect(choice('Condition')).toHaveValue('Good');
});

test('going back cancels a pending search @long', async ({ page, make, stock }) => {
  await stock(threeParts);
  await page.clock.install();
  await open(page, { make });
  await page.getByLabel('Condition').selectOption('Fair');
  await expect(names(page)).toHaveText(['Brake Caliper']);
  await page.clock.pauseAt(Date.now() + 60_000);

  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/junkyard.data?*', async (route) => {
    await held;
    await route.continue();
  });
  await searchBox(page).fill('caliper');
  const asked = page.waitForRequest('**/junkyard.data?*');
  await page.goBack();
  await asked;
  await page.clock.runFor(1_000);
  letGo();
  await expect(page).toHaveURL(address({ make }));
  await expect(names(page)).toHaveText(['Alternator', 'Brake Caliper', 'Brake Pads']);
  await expect(searchBox(page)).toHaveValue('');
});

test('pages show all parts once, and link back to the first page, as another search does @long', async ({
  page,
  make,
  stock,
}) => {
  await stock([...bolts(49), { part_name: 'Alternator', category: 'Electrical' }]);
  await open(page, { make });
  const next = page.getByRole('link', { name: 'Next page' });
  const first = page.getByRole('link', { name: 'Back to the first page' });
  await expect(cards(page)).toHaveCount(24);
  await expect(first).toHaveCount(0);
  const shown = await names(page).allTextContents();
  await next.click();
  await expect(names(page).first()).toHaveText('Bolt 024');
  shown.push(...(await names(page).allTextContents()));
  await expect(found(page, '50')).toBeVisible();
  await next.click();
  await expect(names(page)).toHaveText(['Bolt 048', 'Bolt 049']);
  shown.push(...(await names(page).allTextContents()));
  expect(shown).toEqual(['Alternator', ...bolts(49).map(({ part_name }) => part_name)]);
  await expect(next).toHaveCount(0);

  await page.goBack();
  await expect(names(page).first()).toHaveText('Bolt 024');
  await page.reload();
  await expect(names(page).first()).toHaveText('Bolt 024');
  await first.click();
  await expect(names(page).first()).toHaveText('Alternator');
  await expect(page).toHaveURL(address({ make }));

  await next.click();
  await expect(page).toHaveURL(/after=/);
  await page.getByLabel('Category').selectOption('Electrical');
  await expect(names(page)).toHaveText(['Alternator']);
  await expect(page).toHaveURL(address({ make, category: 'Electrical' }));
});

test('without JavaScript, everything works as links and forms', async ({ browser, make, stock }) => {
  await stock([...bolts(30), ...threeParts]);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.SHOP_URL ?? '' });
  const page = await context.newPage();
  await page.goto('/junkyard');
  await page.getByLabel('Make').selectOption(make);
  await page.getByLabel('Sort by').selectOption('Name');
  await searchBox(page).fill('bolt');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(cards(page)).toHaveCount(24);
  // On a busy machine the page can arrive without the count.
  await expect(async () => {
    await page.reload();
    await expect(found(page, '30')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByLabel('Make')).toHaveValue(make);
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(names(page).first()).toHaveText('Bolt 025');
  await page.getByRole('link', { name: 'Back to the first page' }).click();
  await expect(names(page).first()).toHaveText('Bolt 001');
  await page.getByRole('button', { name: 'Clear Filters' }).click();
  await expect(searchBox(page)).toHaveValue('');
  await expect(page.getByLabel('Make')).toHaveValue('');
  await context.close();
});

test('Add to Cart adds at most the stock; Buy Now pays at once without changing the cart', async ({
  page,
  context,
  make,
  stock,
  owner,
}) => {
  const [id] = await stock([
    { part_name: 'Rotor', price: 60, stock_quantity: 2 },
    { part_name: 'Pads', price: 25.5, stock_quantity: 1 },
  ]);
  await open(page, { make });
  const add = card(page, 'Pads').getByRole('button', { name: 'Add to Cart' });
  await add.click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
  await add.click();
  await expect(toast(page, 'Only 1 in stock')).toBeVisible();
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');

  const opened = context.waitForEvent('page');
  await card(page, 'Rotor').getByRole('button', { name: 'Buy Now' }).click();
  const payment = await opened;
  await expect(payment.getByText('$79.80')).toBeVisible();
  const email = `at-once-${make.replace(' ', '-')}@example.com`;
  await payment.getByLabel('Email').fill(email);
  await payment.getByRole('button', { name: 'Pay' }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();

  const { rows: orders } = await owner.query(
    'select status, purchase, product_name, amount, tax, shipping from orders where email = $1',
    [email],
  );
  expect(orders).toEqual([
    {
      status: 'completed',
      purchase: 'buy_now',
      product_name: 'Rotor',
      amount: '79.80',
      tax: '4.80',
      shipping: '15.00',
    },
  ]);
  const { rows: parts } = await owner.query(
    'select stock_quantity as stock, stock_held as held from parts_catalog where id = $1',
    [id],
  );
  expect(parts).toEqual([{ stock: 1, held: 0 }]);
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item');
  await expect(card(page, 'Rotor').getByRole('button', { name: 'Buy Now' })).toBeEnabled();
});

const failures: Record<string, [(route: Route) => Promise<void>, string]> = {
  'a failure of the shop': [
    (route) => route.fulfill({ status: 500, json: { error: 'Inside' } }),
    'Checkout error',
  ],
  'no network': [(route) => route.abort(), 'Checkout error'],
  'a response that is not JSON': [
    (route) => route.fulfill({ status: 413, body: 'Too large' }),
    'Checkout error',
  ],
  'a refusal': [(route) => route.fulfill({ status: 409, json: { error: 'Not today' } }), 'Not today'],
  'a response without a URL': [(route) => route.fulfill({ json: {} }), 'No checkout URL returned'],
};
test('a Buy Now that fails shows why, and closes its tab', async ({ unwatchedPage: page, make, stock }) => {
  await stock([{ part_name: 'Rotor' }]);
  await open(page, { make });
  for (const [failure, [answer, text]] of Object.entries(failures)) {
    await test.step(failure, async () => {
      await page.route('**/functions/v1/create-payment', answer, { times: 1 });
      const opened = page.waitForEvent('popup');
      await card(page, 'Rotor').getByRole('button', { name: 'Buy Now' }).click();
      await expect(toast(page, text)).toBeVisible();
      await expect.poll(async () => (await opened).isClosed()).toBe(true);
      await expect(card(page, 'Rotor').getByRole('button', { name: 'Buy Now' })).toBeEnabled();
      await expect(cartLink(page)).toHaveAccessibleName('Cart, 0 items');
      await toasts(page).getByLabel('Dismiss').click();
      await expect(toast(page, text)).toHaveCount(0);
    });
  }
});

test('a changed price is refused, and the card shows the new one', async ({ page, make, stock, owner }) => {
  const [id] = await stock([{ part_name: 'Rotor', price: 60 }]);
  await open(page, { make });
  // A hidden tab does not follow the change.
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await owner.query('update parts_catalog set price = 70 where id = $1', [id]);
  await card(page, 'Rotor').getByRole('button', { name: 'Buy Now' }).click();
  await expect(toast(page, 'The price of Rotor has changed')).toBeVisible();
  await expect(card(page, 'Rotor')).toContainText('$70.00');
});

test('a failure to load parts shows an error on the page with a retry', async ({
  unwatchedPage: page,
  make,
  stock,
}) => {
  await stock(threeParts);
  await open(page, { make });
  await page.route('**/junkyard.data*', (route) => route.abort());
  await searchBox(page).fill('brake');
  await expect(page.getByRole('heading', { name: 'Error Loading Parts' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to load parts');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Quality New & Used Auto Parts');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(names(page)).toHaveText(['Brake Caliper', 'Brake Pads']);
});

test('every kind of card is accessible, without horizontal scrolling', async ({
  page,
  make,
  stock,
  expectAccessible,
}) => {
  await stock([
    { part_name: 'Rotor', price: 1234.5 },
    { part_name: 'Caliper', stock_quantity: 0 },
    { part_name: `Suspension${'x'.repeat(60)}`, price: null, part_type: 'A condition of many words' },
  ]);
  await open(page, { make });
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

test('on a phone, the list shows whole names, vehicles and mileages', async ({ page, make, stock }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const caliper = 'Rear Passenger Side Brake Caliper with Bracket';
  const kit = 'Timing Chain Kit with Variable Valve Timing Gears';
  await stock([
    {
      part_name: caliper,
      vehicle_model: 'Silverado 1500',
      vehicle_year: 2016,
      part_type: 'Very Good',
      origin: 'used',
      mileage: 119_337,
    },
    { part_name: kit, price: null, stock_quantity: 1 },
  ]);
  await open(page, { make, view: 'list' });
  for (const name of [caliper, kit]) {
    const texts = card(page, name).locator('.part-name, .part-vehicle, .part-summary, .part-facts');
    await expect(texts).toHaveCount(4);
    const cut = await texts.evaluateAll((all) =>
      all
        .filter((text) => text.scrollHeight > text.clientHeight + 2 || text.scrollWidth > text.clientWidth)
        .map((text) => text.textContent),
    );
    expect(cut).toEqual([]);
  }
  await expect(card(page, caliper).getByText('Used · 119,337 mi')).toBeInViewport();
});

test('what is recognized in a search can be taken away, and a spelling mistake is corrected', async ({
  page,
  make,
  stock,
}) => {
  await stock([
    { part_name: 'Front Brake Rotor', vehicle_year: 2010 },
    { part_name: 'Front Brake Rotor', vehicle_year: 2011 },
    { part_name: 'Alternator' },
  ]);
  await open(page, { q: '2010 front disc', make });
  await expect(found(page, '1')).toBeVisible();
  const chips = page.getByRole('list', { name: 'Recognized in your search' });
  await chips.getByRole('link', { name: '2010: remove' }).click();
  await expect(found(page, '2')).toBeVisible();
  await expect(searchBox(page)).toHaveValue('front disc');

  await searchBox(page).fill('altenator');
  await expect(page.getByText('Showing results for alternator. Search instead for altenator')).toBeVisible();
  await expect(names(page)).toHaveText(['Alternator']);
  await page.getByRole('link', { name: 'altenator' }).click();
  await expect(page.getByText('No parts found')).toBeVisible();
});

test('on a phone, a card says the warranty whole, and never breaks within it', async ({
  page,
  make,
  stock,
}) => {
  const engine = { origin: 'used', mileage: 145_000, mileage_source: 'cluster', grade: 'A' };
  await stock([
    { part_name: 'Horn', part_type: 'New', warranty: '18 months' },
    { part_name: 'Engine', ...engine, brand: 'Honda', warranty: '12 months' },
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(address({ make }));
  for (const name of ['Horn', 'Engine']) {
    const lines = await card(page, name)
      .getByText(/Warranty/)
      .evaluate((summary) => {
        const text = summary.firstChild as Text;
        const warranty = document.createRange();
        warranty.setStart(text, text.data.indexOf('Warranty'));
        warranty.setEnd(text, text.length);
        const { bottom } = summary.getBoundingClientRect();
        return [...warranty.getClientRects()].filter((line) => line.bottom <= bottom + 2).length;
      });
    expect(lines, name).toBe(1);
  }
});
