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
