import type { Page } from '../../tools/browser/playwright.ts';
import { results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

// Chromium takes what a trace reads for an input, which loads the file of the selector.
test.use({ trace: 'off' });

const SELECTOR_FILE = '**/home.selector-*.js';
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const home = 'Find New & Used Auto Parts That Fit Your Car';

const brakes = Array.from({ length: 24 }, (_, index) => ({
  part_name: `Brake Pads ${index}`,
  vehicle_year: 2015,
  stock_quantity: 1,
}));

const followBackLink = (page: Page) =>
  page.getByRole('link', { name: 'Back to Search' }).evaluate((link: HTMLElement) => link.click());

test('the results stay until the file of the selector is loaded, and Back returns to them as they were', async ({
  page,
  make,
  stock,
}) => {
  await stock(brakes);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  let sendData = () => {};
  const data = new Promise<void>((resolve) => (sendData = resolve));
  let asked = 0;
  await page.route(SELECTOR_FILE, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await page.goto(`${results(make)}&in_stock=1`);
  await expect(title(page)).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  await expect(page.locator('link[rel="modulepreload"][href*="home.results-"]')).toHaveCount(1);
  await page.waitForLoadState('networkidle');
  expect(asked).toBe(0);

  await page.evaluate(() => scrollTo(0, 500));
  await page.route('**/*.data*', async (route) => {
    await data;
    await route.continue();
  });
  await followBackLink(page);
  await expect(page.locator('.page-progress')).toBeVisible();
  sendData();
  await expect.poll(() => asked).toBe(1);
  await expect(page).toHaveURL((url) => !url.searchParams.has('category'));
  await expect(title(page)).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  await expect(page.locator('.page-progress')).toBeVisible();
  letGo();
  await expect(title(page)).toHaveText(home);
  await expect(page.locator('.page-progress')).toHaveCount(0);
  await expect(page.getByLabel('Year')).toHaveValue('2015');

  await page.goBack();
  await expect(title(page)).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  await expect(page.getByRole('button', { name: 'In Stock Only' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
});

test('without the file of the selector, its page is opened from the server', async ({
  page,
  make,
  stock,
}) => {
  await stock(brakes.slice(0, 1));
  await page.route(SELECTOR_FILE, (route) => route.fulfill({ status: 404 }));
  await page.goto(results(make));
  await page.waitForLoadState('networkidle');
  const opened = page.waitForEvent('domcontentloaded');
  await followBackLink(page);
  await opened;
  await expect(title(page)).toHaveText(home);
});
