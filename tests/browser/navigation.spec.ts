import { expect, test } from '../support/story.ts';

test('a bar shows while a page takes longer than 300 ms to load', async ({ page }) => {
  await page.goto('/about');
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/junkyard.data*', async (route) => {
    await held;
    await route.continue();
  });
  /** Milliseconds from its appearance in the page to that on the screen. */
  const hiddenFor = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let addedAt: number | undefined;
        requestAnimationFrame(function look(now) {
          const bar = document.querySelector('.page-progress');
          if (bar) addedAt ??= now;
          if (bar && addedAt !== undefined && getComputedStyle(bar).visibility === 'visible')
            resolve(now - addedAt);
          else requestAnimationFrame(look);
        });
      }),
  );
  await page.getByRole('banner').getByRole('link', { name: 'Junkyard' }).click();
  const bar = page.locator('.page-progress');
  await expect(bar).toHaveText('Loading page');
  await expect(bar).toBeVisible();
  // A frame more or less.
  expect(await hiddenFor).toBeGreaterThan(250);
  const box = await bar.boundingBox();
  expect([box?.x, box?.y, box?.height]).toEqual([0, 0, 4]);
  letGo();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Quality New & Used Auto Parts');
  await expect(bar).toHaveCount(0);
});

test('a focus that the shopper moves while the announcement is loaded stays', async ({ page }) => {
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

test('a link of the footer keeps the focus on its own page, and leads to the heading of another', async ({
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

const readHistoryKey = () => (history.state as { key?: string } | null)?.key;
