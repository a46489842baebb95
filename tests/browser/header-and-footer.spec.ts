import { expect, test } from '../support/story.ts';

test('header and footer link to the pages; the header shows whether the user is signed in', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  for (const [name, address] of [
    ['Junkyard', '/junkyard'],
    ['About Us', '/about'],
    ['Contact', '/contact'],
    ['Sign In', '/auth'],
  ] as const) {
    await expect(header.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  const footer = page.getByRole('contentinfo');
  for (const [name, address] of [
    ['Search Parts', '/'],
    ['About Us', '/about'],
    ['Request a Part', '/request'],
    ['Orders', '/orders'],
    ['Privacy Policy', '/privacy'],
    ['Terms of Service', '/terms'],
    ['Warranty', '/warranty'],
  ] as const) {
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', address);
  }
  for (const text of ['San Diego, CA', '© 2025', 'Demo shop']) await expect(footer).toContainText(text);

  const signedIn = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: 'admin@localhost.test', password: 'the password of the first admin' },
  });
  expect(signedIn.ok()).toBe(true);
  await page.reload();
  await expect(header.getByText('Admin', { exact: true })).toBeVisible();
  await expectAccessible(page, 'header');
  // The next load offers no Sign In before it knows, nor does it for good if it can't know.
  await page.waitForFunction(() => localStorage.getItem('cart.account') !== null);
  await page.route('**/auth/v1/user', (route) => route.fulfill({ status: 413 }));
  await page.reload();
  await expect(header.getByText('Sign In', { exact: true })).toBeHidden();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.unroute('**/auth/v1/user');
  await page.reload();
  await header.getByRole('button', { name: 'Account of admin@localhost.test' }).click();
  await expect(header.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/profile?tab=orders');
  await expect(footer.getByRole('link', { name: 'Orders' })).toHaveAttribute('href', '/profile?tab=orders');
  await expect(header.getByRole('link', { name: 'Profile Settings' })).toHaveAttribute('href', '/profile');
  await expect(header.getByRole('link', { name: 'Admin Panel' })).toHaveAttribute('href', '/admin');
  await header.getByRole('button', { name: 'Sign Out' }).click();
  await expect(header.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('on a phone, the menu contains the links and Search Parts', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Junkyard' })).toBeHidden();
  await header.getByRole('button', { name: 'Menu' }).click();
  for (const name of ['Search Parts', 'Junkyard', 'About Us', 'Contact']) {
    await expect(header.getByRole('link', { name })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(header.getByRole('link', { name: 'Search Parts' })).toBeHidden();
});

test('with the few colors of a system, the link to the open page looks chosen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/about');
  const backgroundOf = (name: string) =>
    page
      .getByRole('banner')
      .getByRole('link', { name })
      .evaluate((link) => getComputedStyle(link).backgroundColor);
  expect(await backgroundOf('About Us')).not.toBe(await backgroundOf('Contact'));
});
