import { junkyard, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const pads = { part_name: 'Front Brake Pads', price: 64.5, stock_quantity: 2 };

for (const [name, list] of Object.entries({ results, junkyard }))
  test(`from ${name}, a part uses the data that its link fetched ahead`, async ({ page, make, stock }) => {
    await stock([pads]);
    await page.goto(list(make));
    const link = page.getByRole('main').getByRole('link', { name: pads.part_name });
    const ahead = page.waitForResponse(/\/part\/[^/]*\.data/);
    await link.hover();
    await (await ahead).finished();
    await link.click();
    await expect(page.getByRole('heading', { name: 'About this part' })).toBeVisible();
    const fetched = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((entry) => /\/part\/[^/]*\.data/.test(entry.name) && entry.initiatorType === 'fetch')
        .map(({ transferSize }) => transferSize),
    );
    // 0: from the browser's cache.
    expect(fetched).toEqual([0]);
  });

test('Back shows a part as far down as it was', async ({ page, make, stock }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await stock([pads]);
  await page.goto(results(make));
  await page.getByRole('main').getByRole('link', { name: pads.part_name }).click();
  await expect(page.getByRole('heading', { name: 'About this part' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.getByRole('link', { name: 'Privacy Policy' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(500);
  await page.getByRole('link', { name: 'Privacy Policy' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible();
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before);
});

test('a link followed before the page of the link before it is rendered opens its page', async ({
  page,
  make,
  stock,
}) => {
  await stock([pads]);
  await page.goto(junkyard(make));
  await page.evaluate(() => {
    const push = history.pushState.bind(history);
    history.pushState = (...args) => {
      history.pushState = push;
      push(...args);
      // After the router has reported the page, and before React renders it.
      queueMicrotask(() => document.querySelector<HTMLElement>('footer a[href="/privacy"]')?.click());
    };
  });
  await page.getByRole('main').getByRole('link', { name: pads.part_name }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeFocused();
});
