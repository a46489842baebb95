import type { Page } from '../../tools/browser/playwright.ts';
import { cartLink, junkyard, names, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';
import { untilStarted } from '../support/until-ready.ts';

test('pages have their styles, and ask for their scripts after their font', async ({ page }) => {
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
      css: new Set(),
      js: new Set(['Low']),
      woff2: new Set(['High']),
    });
  }
  await session.detach();
});

test.describe('while the scripts have not arrived', () => {
  test('the filter works as a form, and a chosen order is kept', async ({ page, make, stock }) => {
    await stock([
      { part_name: 'Alpha', price: 30 },
      { part_name: 'Bravo', price: 10, stock_quantity: 0 },
    ]);
    const letGo = await holdScripts(page);
    await page.goto(results(make), { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'In Stock Only' }).click();
    await expect(names(page)).toHaveText(['Alpha']);
    await expect(page).toHaveURL(/in_stock=1$/);
    await page.getByRole('button', { name: 'In Stock Only' }).click();
    await expect(names(page)).toHaveText(['Alpha', 'Bravo']);
    await page.getByLabel('Sort by').selectOption('Price Low to High');
    letGo();
    await expect(names(page)).toHaveText(['Bravo', 'Alpha']);
    await expect(page).toHaveURL(/sort=price_asc$/);
    await expect(page.getByLabel('Sort by')).toHaveValue('price_asc');
  });

  test('going back shows the previous page @long', async ({ page, make, stock }) => {
    await stock([
      { part_name: 'Alpha', price: 30 },
      // The best match is in stock.
      { part_name: 'Bravo', price: 10, stock_quantity: 0 },
    ]);
    await page.goto(results(make));
    await page.getByLabel('Sort by').selectOption('Price Low to High');
    await expect(names(page)).toHaveText(['Bravo', 'Alpha']);
    const letGo = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    // goBack() would wait for a page that is loaded.
    await page.evaluate(() => history.back());
    await expect(page).not.toHaveURL(/sort=/);
    letGo();
    await expect(names(page)).toHaveText(['Alpha', 'Bravo']);
  });

  test('text in the search is kept, searched for, and sent by Enter @long', async ({ page, make, stock }) => {
    await stock([{ part_name: 'Alpha' }, { part_name: 'Bravo' }]);
    const search = page.getByRole('combobox', { name: 'Search parts' });
    const letGo = await holdScripts(page);
    await page.goto('/junkyard', { waitUntil: 'commit' });
    await search.fill(`${make} alpha`);
    await search.press('Enter');
    await expect(page.getByText('1 parts found')).toBeVisible();
    await expect(search).toHaveValue(`${make} alpha`);
    await search.fill(make);
    letGo();
    await expect(page.getByText('2 parts found')).toBeVisible();
    await expect(search).toHaveValue(make);
  });

  test('choices of filters are kept', async ({ page, make, stock }) => {
    await stock([
      { part_name: 'Alpha', stock_quantity: 1 },
      { part_name: 'Bravo', stock_quantity: 0 },
    ]);
    const letGo = await holdScripts(page);
    await page.goto(junkyard(make), { waitUntil: 'commit' });
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price Low to High');
    await page.getByRole('checkbox', { name: /^In stock/ }).check();
    letGo();
    await untilStarted(page);
    await expect(names(page)).toHaveText(['Alpha']);
    await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price_asc');
    await expect(page.getByRole('checkbox', { name: /^In stock/ })).toBeChecked();
  });

  test('the choice of a vehicle is kept, and its dropdowns become searchable', async ({ page }) => {
    const letGo = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('combobox', { name: 'Make' }).selectOption('Honda');
    letGo();
    await expect(page.getByText('Searching for: Honda')).toBeVisible();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'Civic' }).click();
    await expect(page.getByText('Searching for: Honda Civic')).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Make' })).toHaveValue('Honda');
  });

  test('buy buttons are disabled, with the same look and size', async ({
    page,
    make,
    stock,
    expectAccessible,
  }) => {
    await stock([{ part_name: 'Early Pads', price: 30, stock_quantity: 2 }]);
    const buttons = page.getByRole('main').getByRole('button', { name: /^(Add to Cart|Buy Now)/ });
    const look = () =>
      buttons.evaluateAll((all) =>
        all.map((button) => {
          const { backgroundColor, color, borderColor } = getComputedStyle(button);
          const { x, y, width, height } = button.getBoundingClientRect();
          return { backgroundColor, color, borderColor, x, y, width, height };
        }),
      );
    for (const address of [results(make), junkyard(make)]) {
      const letGo = await holdScripts(page);
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(buttons).toHaveCount(2);
      for (const button of await buttons.all()) await expect(button).toBeDisabled();
      const before = await look();
      await expectAccessible(page);
      letGo();
      await untilStarted(page);
      for (const button of await buttons.all()) await expect(button).toBeEnabled();
      expect(await look(), address).toEqual(before);
      await page.unrouteAll();
    }
    await buttons.first().press('Enter');
    await expect(cartLink(page)).toHaveText(/1/);
  });

  test('for long, the page works as without JavaScript, and buy buttons say so @long', async ({
    page,
    make,
    stock,
    expectAccessible,
  }) => {
    await stock([{ part_name: 'Late Pads', price: 30, stock_quantity: 2 }]);
    const letGo = await holdScripts(page);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('combobox', { name: 'Make' }).selectOption(make);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText(`Searching for: ${make}`)).toBeVisible();

    await page.goto(results(make), { waitUntil: 'commit' });
    await expect(page.getByText('Add to Cart and Buy Now need JavaScript.')).toBeVisible();
    const button = page.getByRole('button', { name: `Add to Cart: 2015 ${make} Roadster Late Pads` });
    await expect(button).toBeDisabled();
    await expectAccessible(page);
    letGo();
    await button.click();
    await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
    await expect(page.getByText('Add to Cart and Buy Now need JavaScript.')).toBeHidden();
    await page.goto('/');
    await expect(page.getByRole('button', { name: 'Next' })).toBeHidden();
  });
});

test('a page whose text was changed before the scripts ran is rendered again @long', async ({
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
