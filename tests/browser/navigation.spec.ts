import { cartLink, junkyard } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

test('a bar shows while a page takes longer than 300 ms to load', async ({ page }) => {
  await page.goto('/about');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/junkyard.data*', async (route) => {
    await held;
    await route.continue();
  });
  /** Milliseconds from the click to the bar. */
  const delay = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener('click', ({ timeStamp }) => {
          new MutationObserver(() => {
            if (document.querySelector('.page-progress')) resolve(performance.now() - timeStamp);
          }).observe(document.body, { childList: true, subtree: true });
        });
      }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Junkyard' }).click();
  const bar = page.locator('.page-progress');
  await expect(bar).toHaveText('Loading page');
  await expect(bar).toBeVisible();
  expect(await delay).toBeGreaterThan(299);
  const box = await bar.boundingBox();
  expect([box?.x, box?.y, box?.height]).toEqual([0, 0, 4]);
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Quality New & Used Auto Parts');
  await expect(bar).toHaveCount(0);
});

for (const saveData of [false, true]) {
  test(`a pressed part is ${saveData ? 'not ' : ''}fetched before the click ${saveData ? 'with Save-Data' : ''}`, async ({
    page,
    make,
    stock,
  }) => {
    await stock([{ part_name: 'Front Brake Pads' }]);
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value } });
    }, saveData);
    await page.clock.install();
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (/\/part\/.*\.data/.test(request.url())) fetched.push(request.url());
    });
    await page.goto(junkyard(make));
    await expect(cartLink(page)).toHaveAccessibleName(/item/);
    await page.getByRole('link', { name: 'Front Brake Pads' }).hover();
    await page.mouse.down();
    await page.clock.runFor(1_000);
    if (!saveData) await expect.poll(() => fetched.length).toBe(1);
    else expect(fetched).toEqual([]);
    await page.mouse.up();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Front Brake Pads');
    expect(fetched.length).toBeGreaterThan(0);
  });
}

test('a link opens a tab with Ctrl, and adds no step back for the page that is shown', async ({
  context,
}) => {
  // Stories share a tab, and a tab counts 50 steps at most.
  const page = await context.newPage();
  await page.goto('/about');
  const about = page.getByRole('banner').getByRole('link', { name: 'About Us' });
  const opened = context.waitForEvent('page');
  await about.click({ modifiers: ['ControlOrMeta'] });
  const tab = await opened;
  await expect(tab).toHaveURL(/\/about$/);
  await tab.close();
  const readHistory = () => page.evaluate(() => ({ length: history.length, key: history.state?.key }));
  const before = await readHistory();
  await about.click();
  await expect.poll(async () => (await readHistory()).key).not.toBe(before.key);
  expect((await readHistory()).length).toBe(before.length);
  await page.getByRole('banner').getByRole('link', { name: 'Contact' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  expect((await readHistory()).length).toBe(before.length + 1);
});

test('a focus that the shopper moves while the announcement is loaded stays @long', async ({ page }) => {
  await page.goto('/about');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const loaded = page.waitForResponse(/\/announce-page-/);
  await page.route('**/announce-page-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('banner').getByRole('link', { name: 'Junkyard' }).click();
  const search = page.getByRole('main').locator('[name=q]');
  await expect(search).toBeVisible();
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  letGo();
  await loaded;
  await expect(page.locator('#announcer')).toHaveText(/Junkyard|Auto Parts/);
  await expect(search).toBeFocused();
});

test('a link of the footer keeps the focus on its own page, and leads to the heading of another @long', async ({
  page,
}) => {
  await page.goto('/privacy');
  const footer = page.getByRole('contentinfo');
  const privacy = footer.getByRole('link', { name: 'Privacy Policy' });
  await privacy.focus();
  const before = await page.evaluate(readHistoryKey);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(readHistoryKey)).not.toBe(before);
  await expect(privacy).toBeFocused();
  // The search of the same page changes while the focus is there.
  await page.goto('/junkyard');
  const terms = footer.getByRole('link', { name: 'Terms of Service' });
  await page.getByRole('main').getByRole('combobox', { name: 'Search parts' }).fill('brake');
  await terms.focus();
  await expect(page).toHaveURL(/q=brake/);
  await expect(terms).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a link below the header keeps the focus on its own page, and leads to the heading of another', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const car = { id: 'a', year: 2015, make: 'Honda', model: 'Civic', details: '', vinEnd: '' };
    localStorage.setItem('garage', JSON.stringify({ vehicles: [car], active: 'a' }));
  });
  await page.goto('/garage');
  const strip = page.getByRole('banner');
  const garage = strip.getByRole('link', { name: 'My garage', exact: true }).filter({ visible: true });
  await garage.focus();
  const before = await page.evaluate(readHistoryKey);
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(readHistoryKey)).not.toBe(before);
  await expect(garage).toBeFocused();
  // The search of the same page changes while the focus is there.
  await page.goto('/junkyard');
  await page.getByRole('main').getByRole('combobox', { name: 'Search parts' }).fill('brake');
  await garage.focus();
  await expect(page).toHaveURL(/q=brake/);
  await expect(garage).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My garage' })).toBeFocused();
  // Results and the selector have one path, and are two pages.
  await page.goto('/?make=Honda&model=Civic&year=2015&category=Brakes');
  await strip.getByRole('link', { name: '2015 Honda Civic' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Brakes parts/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

const readHistoryKey = () => (history.state as { key?: string } | null)?.key;
