import type { Page } from '../../tools/browser/playwright.ts';
import { results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const home = 'Find new and used auto parts that fit your car';

const brakes = Array.from({ length: 24 }, (_, index) => ({
  part_name: `Brake Pads ${index}`,
  vehicle_year: 2015,
  stock_quantity: 1,
}));

test('the results stay until the data of the selector is there, and Back returns to them as they were', async ({
  page,
  make,
  stock,
}) => {
  await stock(brakes);
  let sendData = () => {};
  const data = new Promise<void>((resolve) => (sendData = resolve));
  await page.goto(`${results(make)}&in_stock=1`);
  await expect(title(page)).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  await page.waitForLoadState('networkidle');

  await page.evaluate(() => scrollTo(0, 500));
  await page.route('**/*.data*', async (route) => {
    await data;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Back to Search' }).evaluate((link: HTMLElement) => link.click());
  await expect(page.locator('.page-progress')).toBeVisible();
  await expect(title(page)).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  sendData();
  await expect(title(page)).toHaveText(home);
  await expect(page).toHaveURL((url) => !url.searchParams.has('category'));
  await expect(page.locator('.page-progress')).toHaveCount(0);
  await expect(page.getByLabel('Year')).toHaveValue('2015');

  await page.goBack();
  await expect(title(page)).toHaveText(`Brakes parts for 2015 ${make} Roadster`);
  await expect(page.getByRole('button', { name: 'In Stock Only' })).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(500);
});
