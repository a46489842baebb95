import { expect, test } from '../support/own-shop.ts';
import { toast } from '../support/screens.ts';

test('staff make a quote, the buyer pays it by its link, and the order is at the desk', async ({
  page,
  browser,
  baseURL,
  signIn,
  stock,
  expectAccessible,
}) => {
  await signIn();
  await stock([
    {
      part_name: 'Left Door Mirror',
      vehicle_make: 'Honda',
      vehicle_model: 'Civic',
      vehicle_year: 2012,
      price: 40,
      stock_quantity: 3,
    },
  ]);
  await page.goto('/admin/orders/quotes/new');
  await page.getByRole('searchbox', { name: 'Search parts in stock' }).fill('Civic mirror');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: 'Add Left Door Mirror, 2012 Honda Civic' }).click();
  await expect(page.getByRole('button', { name: 'Added Left Door Mirror, 2012 Honda Civic' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove Left Door Mirror' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search parts in stock' })).toBeFocused();
  await page.getByRole('button', { name: 'Add Left Door Mirror, 2012 Honda Civic' }).click();
  await page.getByLabel('Email').fill('dana');
  await page.getByRole('button', { name: 'Create quote' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
  await page.getByLabel('Email').fill('');
  await page.getByLabel('Price each').fill('35');
  await page.getByLabel('Name', { exact: true }).fill('Dana Driver');
  await page.getByRole('button', { name: 'Update totals' }).click();
  // 35.00, 8 % tax, and 15.00 for shipping.
  await expect(page.getByText('$52.80')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create quote' }).click();
  await expect(page.getByRole('heading', { name: /^Quote PY-\d+ Open$/ })).toBeVisible();
  await page.getByRole('button', { name: 'New link to copy' }).click();
  const link = await page.getByLabel('Link', { exact: true }).inputValue();
  await expectAccessible(page);

  const buyer = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const tab = await buyer.newPage();
  await tab.goto(link);
  await expect(tab).toHaveURL('/quote');
  await expect(tab.getByRole('heading', { name: /^Your quote PY-/ })).toBeVisible();
  await expectAccessible(tab);
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect(tab.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  // Staff change the quote meanwhile.
  await page.getByRole('link', { name: 'Change the quote' }).click();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByLabel('Price each').fill('30');
  await page.getByRole('button', { name: 'Update totals' }).click();
  // 30.00, 8 % tax, and 15.00 for shipping.
  await expect(page.getByText('$47.40')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText(/Changed by /)).toBeVisible();
  await page.goto('/admin/orders/quotes');
  const listed = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Dana Driver' });
  await expect(listed).toContainText('$47.40');
  await tab.getByRole('button', { name: 'Cancel' }).click();
  // Both pages have a button 'Pay'.
  await expect(tab.getByRole('heading', { name: /^Your quote PY-/ })).toBeVisible();
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect(tab.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  await tab.getByRole('button', { name: 'Pay' }).click();
  await expect(tab.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await tab.goto('/quote');
  await expect(tab.getByText('This quote is paid')).toBeVisible();
  await buyer.close();

  // The list follows, without a reload.
  await expect(listed).toContainText('Moved');
  await expect(page.getByRole('button', { name: 'Show 1 change' })).toBeVisible();
  await listed.getByRole('link').click();
  await page.getByRole('link', { name: 'Open the order' }).click();
  await expect(page.getByRole('heading', { name: /^Order PY-\d+ .*To pack/ })).toBeVisible();
});

test('a button that is pressed before a part is added does not lose the part', async ({
  page,
  signIn,
  stock,
}) => {
  await signIn();
  await stock([{ part_name: 'Left Door Mirror', price: 40, stock_quantity: 3 }]);
  await page.goto('/admin/orders/quotes/new');
  await page.getByRole('searchbox', { name: 'Search parts in stock' }).fill('mirror');
  await page.getByRole('button', { name: 'Find' }).click();
  const add = page.getByRole('button', { name: 'Add Left Door Mirror' });
  await add.waitFor();
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/admin/orders/quotes/new.data*', async (route) => {
    await held;
    await route.continue();
  });
  await add.click();
  await page.getByLabel('Email').fill('dana');
  await page.getByRole('button', { name: 'Create quote' }).click();
  letGo();
  await expect(page.getByLabel('Email')).toBeFocused();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Enter an email address/);
  await expect(page.getByLabel('Price each')).toHaveValue('40.00');
});

test('a quote is canceled after a question', async ({ page, signIn, stock, expectAccessible }) => {
  await signIn();
  const [part] = await stock([{ part_name: 'Horn', price: 20, stock_quantity: 1 }]);
  await page.goto(`/admin/orders/quotes/new?part=${part}`);
  await page.getByRole('button', { name: 'Create quote' }).click();
  const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel the quote' });
  await cancel.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Cancel the quote?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Keep the quote' }).press('Enter');
  await expect(cancel).toBeFocused();
  await expect(page.getByRole('heading', { name: /^Quote PY-\d+ Open$/ })).toBeVisible();
  await cancel.press('Enter');
  await question.getByRole('button', { name: 'Cancel the quote' }).press('Enter');
  await expect(page.getByRole('heading', { name: /^Quote PY-\d+ Canceled$/ })).toBeVisible();
  await expect(toast(page, 'Quote canceled')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Quote/ })).toBeFocused();
});

test('a quote is sent, and then paid at the counter', async ({
  page,
  baseURL,
  signIn,
  stock,
  expectAccessible,
}) => {
  await signIn();
  const [part = ''] = await stock([{ part_name: 'Horn', price: 20, stock_quantity: 1 }]);
  // The shop has no location yet, so its form offers no pickup.
  const made = await page.request.post('/admin/orders/quotes/new', {
    headers: { Origin: String(baseURL) },
    multipart: {
      sale: crypto.randomUUID(),
      intent: 'save',
      fulfillment: 'pickup',
      location: 'Partyard',
      hours: '1',
      email: 'dana@example.com',
      part,
      [`units:${part}`]: '1',
      [`price:${part}`]: '20.00',
    },
  });
  await page.goto(made.url());
  await page.getByRole('button', { name: 'Send by email' }).click();
  await expect(toast(page, 'The quote was sent')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Links' }).getByRole('listitem')).toHaveCount(1);
  const record = page.getByRole('button', { name: 'Record the payment' });
  await page.getByLabel('Reference').fill('4242');
  await record.click();
  const problem = page.getByRole('alert').getByText('Error recording the payment: choose how it was paid');
  await expect(problem).toBeVisible();
  await expect(page.getByLabel('Reference')).toHaveValue('4242');
  await expectAccessible(page);
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await record.click();
  await expect(page.getByRole('heading', { name: /^Order PY-\d+ .*Picked up/ })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a part is sold at the counter', async ({ page, signIn, stock }) => {
    await signIn();
    const [part] = await stock([{ part_name: 'Horn', price: 20, stock_quantity: 1 }]);
    await page.goto(`/admin/orders/quotes/new?kind=counter&part=${part}`);
    await page.getByRole('radio', { name: /^Cash/ }).check();
    await page.getByRole('button', { name: 'Record the sale' }).click();
    await expect(page.getByRole('heading', { name: /^Order PY-\d+ .*Picked up/ })).toBeVisible();
    await page.getByRole('link', { name: 'Invoice' }).click();
    await expect(page.getByText('$21.60')).toBeVisible();
  });
});
