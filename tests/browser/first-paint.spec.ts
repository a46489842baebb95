import type { Page } from '../../tools/browser/playwright.ts';
import { expect, test } from '../support/story.ts';

const addresses = ['/', '/junkyard', '/?make=Honda&model=Civic&year=2015&category=Brakes'];

for (const address of addresses) {
  test(`${address} is painted before it asks for scripts`, async ({ page }) => {
    await page.goto(address);
    const { painted, scripts } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.NaN,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }));
    expect(scripts.length).toBeGreaterThan(3);
    expect(Math.min(...scripts)).toBeGreaterThanOrEqual(painted);
  });
}

test('a button that is clicked before the scripts have come acts when they have', async ({
  page,
  make,
  stock,
}) => {
  await stock([
    { part_name: 'Alpha', price: 30 },
    { part_name: 'Bravo', price: 10 },
  ]);
  const letGo = await holdScripts(page);
  await page.goto(`/?${new URLSearchParams({ make, model: 'Roadster', year: '2015', category: 'Brakes' })}`, {
    waitUntil: 'commit',
  });
  await page.getByRole('button', { name: 'Price Low to High' }).click();
  letGo();
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveText([
    'Bravo',
    'Alpha',
  ]);
});

test('somebody who goes back before the scripts have come sees the page before', async ({
  page,
  make,
  stock,
}) => {
  await stock([
    { part_name: 'Alpha', price: 30 },
    { part_name: 'Bravo', price: 10 },
  ]);
  const names = page.getByRole('main').getByRole('listitem').getByRole('heading');
  await page.goto(`/?${new URLSearchParams({ make, model: 'Roadster', year: '2015', category: 'Brakes' })}`);
  await page.getByRole('button', { name: 'Price Low to High' }).click();
  await expect(names).toHaveText(['Bravo', 'Alpha']);
  const letGo = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await page.goBack();
  letGo();
  await expect(names).toHaveText(['Alpha', 'Bravo']);
});

test('what is typed before the scripts have come is searched for when they have', async ({
  page,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Alpha' }]);
  const letGo = await holdScripts(page);
  await page.goto('/junkyard', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Search parts' }).fill(make);
  letGo();
  await expect(page.getByText('1 parts found')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search parts' })).toHaveValue(make);
});

test('a list that is clicked before the scripts have come opens when they have', async ({ page }) => {
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Make').click();
  await expect(page.getByLabel('Make')).toBeFocused();
  letGo();
  await expect(page.getByRole('listbox')).toBeVisible();
});

test('a page that was opened in the background is ready when it is looked at', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    // What can't be seen is not painted.
    window.PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/junkyard');
});

/** No script of the page arrives until what it returns is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}
