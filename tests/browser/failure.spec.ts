import { expect, test } from '../support/story.ts';

test('a failed page keeps header and footer, and shows the request id and a link', async ({
  unwatchedPage: page,
  expectAccessible,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/about');
  const headers = { 'Server-Timing': 'request;desc="the-id-of-the-request"' };
  await page.route('**/parts.data*', (route) => route.fulfill({ status: 500, headers, body: '' }));
  await page.getByRole('link', { name: 'Parts by vehicle' }).click();
  await expect(page.getByRole('heading', { name: 'Something went wrong', level: 1 })).toBeVisible();
  await expect(page.getByText('Reference the-id-of-the-request')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Return Home' })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(page.getByRole('link', { name: 'Privacy Policy' })).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  await page.unrouteAll();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Parts by vehicle', level: 1 })).toBeVisible();
});
