import type { Page } from '../../tools/browser/playwright.ts';
import { junkyard, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const pads = { part_name: 'Front Brake Pads', price: 64.5, stock_quantity: 2 };

/** Whether the page of a part has its facts and the footer when its heading appears. */
async function watchOpening(page: Page): Promise<() => Promise<boolean>> {
  const opening = await page.evaluateHandle(() => {
    const found: { isWhole?: boolean } = {};
    new MutationObserver((_, observer) => {
      const main = document.querySelector('main');
      if (!location.pathname.startsWith('/part/') || !main?.querySelector('h1')) return;
      found.isWhole = main.querySelector('dl') !== null && document.querySelector('footer') !== null;
      observer.disconnect();
    }).observe(document.body, { childList: true, subtree: true });
    return found;
  });
  return async () => {
    await expect(page.getByRole('heading', { name: 'About this part' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const { isWhole } = await opening.jsonValue();
    if (isWhole === undefined) throw new Error('The heading was not seen.');
    return isWhole;
  };
}

for (const [name, list] of Object.entries({ results, junkyard }))
  test(`from ${name}, a part uses the data that its link fetched ahead, and shows its first screen first`, async ({
    page,
    make,
    stock,
  }) => {
    await stock([pads]);
    await page.goto(list(make));
    const link = page.getByRole('main').getByRole('link', { name: pads.part_name });
    const ahead = page.waitForResponse(/\/part\/[^/]*\.data/);
    await link.hover();
    await (await ahead).finished();
    const read = await watchOpening(page);
    await link.click();
    expect(await read()).toBe(false);
    const fetched = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter((entry) => /\/part\/[^/]*\.data/.test(entry.name) && entry.initiatorType === 'fetch')
        .map(({ transferSize }) => transferSize),
    );
    // 0: from the browser's cache.
    expect(fetched).toEqual([0]);
  });

test('Back shows all of a part at once, so that the page can be as far down as it was', async ({
  page,
  make,
  stock,
}) => {
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
  const read = await watchOpening(page);
  await page.goBack();
  expect(await read()).toBe(true);
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
