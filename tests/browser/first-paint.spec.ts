import type { Page } from '../../tools/browser/playwright.ts';
import { results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

test('pages ask for their scripts after what they are painted with', async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const priorities: Record<string, Set<string>> = {};
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    // Not what the scripts themselves load when they run.
    if (initiator.type !== 'parser') return;
    priorities[new URL(request.url).pathname.split('.').at(-1) ?? '']?.add(request.initialPriority);
  });
  await session.send('Network.enable');
  for (const address of ['/', '/junkyard', '/?make=Honda&model=Civic&year=2015&category=Brakes']) {
    Object.assign(priorities, { css: new Set(), js: new Set(), woff2: new Set() });
    await page.goto(address);
    expect(priorities, address).toEqual({
      css: new Set(['VeryHigh']),
      js: new Set(['Low']),
      woff2: new Set(['High']),
    });
  }
  await session.detach();
});

test('a click before hydration takes effect after it', { tag: '@leaving' }, async ({ page, make, stock }) => {
  await stock([
    { part_name: 'Alpha', price: 30 },
    { part_name: 'Bravo', price: 10 },
  ]);
  const letGo = await holdScripts(page);
  await page.goto(results(make), {
    waitUntil: 'commit',
  });
  await page.getByRole('button', { name: 'Price Low to High' }).click();
  letGo();
  await expect(page.getByRole('main').getByRole('listitem').getByRole('heading')).toHaveText([
    'Bravo',
    'Alpha',
  ]);
});

test(
  'going back before hydration shows the previous page',
  { tag: '@leaving' },
  async ({ page, make, stock }) => {
    await stock([
      { part_name: 'Alpha', price: 30 },
      { part_name: 'Bravo', price: 10 },
    ]);
    const names = page.getByRole('main').getByRole('listitem').getByRole('heading');
    await page.goto(results(make));
    await page.getByRole('button', { name: 'Price Low to High' }).click();
    await expect(names).toHaveText(['Bravo', 'Alpha']);
    const letGo = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    // The page has not finished loading: its scripts are held.
    await page.goBack({ waitUntil: 'commit' });
    letGo();
    await expect(names).toHaveText(['Alpha', 'Bravo']);
  },
);

test('text typed before hydration is searched for after it', async ({ page, make, stock }) => {
  await stock([{ part_name: 'Alpha' }]);
  const letGo = await holdScripts(page);
  await page.goto('/junkyard', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Search parts' }).fill(make);
  letGo();
  await expect(page.getByText('1 parts found')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search parts' })).toHaveValue(make);
});

test(
  'a choice before hydration is kept, and the dropdown becomes searchable after it',
  { tag: '@leaving' },
  async ({ page }) => {
    const letGo = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.waitForFunction(() => 'earlyInput' in window);
    await page.getByRole('combobox', { name: 'Make' }).selectOption('Honda');
    letGo();
    await expect(page.getByText('Searching for: Honda')).toBeVisible();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'Civic' }).click();
    await expect(page.getByText('Searching for: Honda Civic')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Make' })).toHaveValue('Honda');
  },
);

test('what scripts are too late for is sent as a form', async ({ page, make, stock }) => {
  await stock([{ part_name: 'Late Pads', price: 30, stock_quantity: 2 }]);
  const letGo = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForFunction(() => 'earlyInput' in window);
  await page.getByRole('combobox', { name: 'Make' }).selectOption(make);
  await expect(page.getByText(`Searching for: ${make}`)).toBeVisible({ timeout: 10_000 });

  await page.goto(results(make), { waitUntil: 'commit' });
  await page.waitForFunction(() => 'earlyInput' in window);
  await page.getByRole('button', { name: `Add to Cart: 2015 ${make} Roadster Late Pads` }).click();
  await expect(page.getByText('Added to Cart: Late Pads')).toBeVisible({ timeout: 10_000 });
  // The scripts move the cart once.
  letGo();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  expect(await page.evaluate(() => document.cookie)).not.toContain('partyard.cart');
});

test('a page whose text was changed before the scripts ran is rendered again', async ({
  // React reports the difference as an error.
  unwatchedPage: page,
}) => {
  await page.route('/about', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('>Junkyard</a>', '>Schrottplatz</a>');
    expect(body).toContain('Schrottplatz');
    await route.fulfill({ response, body });
  });
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Junkyard' }).click();
  await expect(page.getByRole('combobox', { name: 'Search parts' })).toBeVisible();
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
