import type { Locator, Page } from '../../tools/browser/playwright.ts';
import { card, main, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

/** What three usual errands cost on a phone (docs/search.md). Typed text costs nothing, its Enter a tap. */

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

class Thumb {
  taps = 0;
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await target.tap();
  }

  async enter(text: string): Promise<void> {
    this.taps += 1;
    await this.page.keyboard.type(text);
    await this.page.keyboard.press('Enter');
  }
}

const pads = { part_name: 'Front Brake Pads', vehicle_year: 2015, price: 60, stock_quantity: 3 };

test('front pads for a car by make, model, year and category take a new buyer nine taps until they are paid', async ({
  page,
  context,
  make,
  stock,
}) => {
  await stock([pads, { part_name: 'Rear Brake Pads', vehicle_year: 2014 }]);
  const thumb = new Thumb(page);
  await page.goto('/');
  await thumb.tap(page.getByLabel('Make', { exact: true }));
  // The list of the next step opens by itself.
  for (const choice of [make, 'Roadster', '2015', /^Brakes/]) {
    const option = page.getByRole('option', { name: choice, exact: true });
    await thumb.tap(option);
  }
  await thumb.tap(page.getByRole('button', { name: 'Find Parts' }));
  await thumb.tap(card(page, 'Front Brake Pads').getByRole('button', { name: /^Buy Now/ }));
  const opened = context.waitForEvent('page');
  await thumb.tap(page.getByRole('button', { name: 'Proceed to Checkout' }));
  const payment = await opened;
  await expect(payment.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  expect(thumb.taps).toBe(8);
  // The page for test payments has its fields filled in.
  await thumb.tap(payment.getByRole('button', { name: 'Pay' }));
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(thumb.taps).toBe(9);
});

test('front pads for a car by a search take three taps to their payment', async ({
  page,
  context,
  make,
  stock,
}) => {
  await stock([pads, { part_name: 'Rear Brake Pads', vehicle_year: 2015 }]);
  const thumb = new Thumb(page);
  await page.goto('/');
  await thumb.tap(main(page).getByRole('combobox', { name: 'Part, car or OEM number' }));
  await thumb.enter(`front pads 2015 ${make}`);
  await expect(main(page).getByRole('listitem').getByRole('heading').first()).toHaveText('Front Brake Pads');
  const opened = context.waitForEvent('page');
  await thumb.tap(card(page, 'Front Brake Pads').getByRole('button', { name: /^Buy Now/ }));
  await expect((await opened).getByRole('heading', { name: 'Test payment' })).toBeVisible();
  expect(thumb.taps).toBe(3);
});

test('a used mirror for the own car takes three taps to its page', async ({ page, make, stock }) => {
  const mirror = { part_name: 'Driver Side Mirror', category: 'Body', vehicle_year: 2015 };
  await stock([
    { ...mirror, part_type: 'New', origin: 'new_aftermarket' },
    { ...mirror, vehicle_model: 'Coupe', origin: 'used' },
    { ...mirror, origin: 'used' },
  ]);
  await stock([pads]);
  // The shop knows the car from the errand before.
  await page.goto(results(make).replace('&category=Brakes', ''));
  await page.getByLabel('Category').click();
  await page.getByRole('option', { name: /^Brakes/ }).click();
  await page.getByRole('button', { name: 'Find Parts' }).click();
  await expect(card(page, 'Front Brake Pads')).toBeVisible();
  const thumb = new Thumb(page);
  await thumb.tap(page.getByRole('banner').getByRole('combobox', { name: 'Part, car or OEM number' }));
  await thumb.enter('used mirror');
  const first = main(page).getByRole('listitem').filter({ hasText: 'Driver Side Mirror' }).first();
  await expect(first).toContainText('Used');
  await thumb.tap(first.getByRole('link', { name: 'Driver Side Mirror' }));
  await expect(page).toHaveTitle(/^Driver Side Mirror for 2015 .* Roadster \(Used/);
  expect(thumb.taps).toBe(3);
});
