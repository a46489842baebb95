import { card, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

test('Back returns to the place in a narrowed list; the search has a key; a link is copied', async ({
  page,
  make,
  stock,
}) => {
  const names = Array.from({ length: 20 }, (_, n) => `Convenient ${String(n).padStart(2, '0')}`);
  await stock(names.map((part_name) => ({ part_name, price: 20, stock_quantity: 1 })));
  await page.goto(`${results(make)}&sort=name`);
  await page.getByRole('button', { name: 'In Stock Only' }).click();
  // The cards of the narrowed list are new ones, and come with its filters.
  await expect(page.getByRole('link', { name: 'Clear all' })).toBeVisible();
  await card(page, 'Convenient 17').scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  await card(page, 'Convenient 17').getByRole('link').click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Convenient 17');
  await expect(heading).toBeFocused();
  const address = page.url();

  await page.keyboard.press('/');
  const search = page.getByRole('banner').getByRole('combobox');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('Refused'))));
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('textbox', { name: 'Link to this part' })).toHaveValue(address);
  await expect(page.getByRole('textbox', { name: 'Link to this part' })).toBeFocused();
  await page.context().clearPermissions();

  await page.goBack();
  await expect(card(page, 'Convenient 17')).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  await expect(page).toHaveURL(/in_stock=1/);
});

test('the payment tab says what it waits for', async ({ page, context, make, stock }) => {
  await stock([{ part_name: 'Waiting Pads', price: 30, stock_quantity: 1 }]);
  await page.goto(results(make));
  await card(page, 'Waiting Pads').getByRole('button', { name: 'Buy Now' }).click();
  const answer = Promise.withResolvers<void>();
  await page.route('/functions/v1/create-payment', async (route) => {
    await answer.promise;
    await route.continue();
  });
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  const tab = await opened;
  await expect(tab.getByText('Waiting for the payment page')).toBeVisible();
  await expect(tab).toHaveTitle('Secure payment');
  answer.resolve();
  await expect(tab.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  await tab.close();
});
