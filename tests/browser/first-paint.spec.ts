import type { Page } from '@playwright/test';
import { expect, test } from '../support/story.ts';

const addresses = ['/', '/junkyard', '/?make=Honda&model=Civic&year=2015&category=Brakes'];

for (const address of addresses) {
  test(`${address} is painted before it requests scripts`, async ({ page }) => {
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

test('a click before hydration takes effect after it', async ({ page, make, stock }) => {
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

test('going back before hydration shows the previous page', async ({ page, make, stock }) => {
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

test('text typed before hydration is searched for after it', async ({ page, make, stock }) => {
  await stock([{ part_name: 'Alpha' }]);
  const letGo = await holdScripts(page);
  await page.goto('/junkyard', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Search parts' }).fill(make);
  letGo();
  await expect(page.getByText('1 parts found')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search parts' })).toHaveValue(make);
});

test('a dropdown clicked before hydration opens after it', async ({ page }) => {
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Make').click();
  await expect(page.getByLabel('Make')).toBeFocused();
  letGo();
  await expect(page.getByRole('listbox')).toBeVisible();
});

test('a page opened in a background tab is ready when it becomes visible', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    // Hidden pages are not painted.
    window.PerformanceObserver.prototype.observe = () => {};
  });
  await page.goto('/junkyard');
});

/** Delays all scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(/\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  return () => letGo();
}
