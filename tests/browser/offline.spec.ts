import { expect, test } from '../support/story.ts';

/** As earlier versions of the shop installed. */
const OLD_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(registration.navigationPreload?.enable()));
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(() => new Response('Old')));
});`;

test('a worker that an earlier version has installed removes itself on the next visit @long', async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: process.env.SHOP_URL ?? '',
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  const workers = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  // A page of the earlier version.
  await context.route('/about', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Old page</h1>' }),
  );
  await context.route('/offline-worker.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: OLD_WORKER }),
  );
  await page.goto('/about');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/offline-worker.js');
    await navigator.serviceWorker.ready;
  });
  expect(await workers()).toBe(1);
  await context.unrouteAll();

  await page.goto('/contact');
  await expect.poll(workers).toBe(0);
  await context.setOffline(true);
  await page.goto('/about').catch(() => undefined);
  await expect(page.getByText('Old')).toHaveCount(0);
  await context.close();
});

test('without a connection, links and Add to Cart say so in the page, and keep what was done', async ({
  unwatchedPage: page,
  context,
  stock,
  expectAccessible,
}) => {
  const [id] = await stock([{ part_name: 'Offline Horn', price: 20, stock_quantity: 3 }]);
  const note = page.getByRole('alert').filter({ hasText: 'You are offline' });
  const wrong = page.getByText('Something went wrong');
  try {
    await page.goto(`/part/offline-horn-${id}`);
    const add = page.getByRole('button', { name: /^Add to Cart: .*Offline Horn/ });
    await expect(page.getByRole('banner')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await add.click();
    await expect(note).toContainText('Added to Cart: Offline Horn. Your cart is kept in this browser.');
    await expectAccessible(page);
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('cart.items') ?? '[]').length)).toBe(1);
    await note.getByRole('button', { name: 'Dismiss' }).click();
    await expect(note).toHaveCount(0);

    await page.getByRole('link', { name: 'About Us' }).last().click();
    await expect(note).toContainText('This page stays as it is');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offline Horn');
    await expect(page).toHaveURL(new RegExp(`${id}$`));
    await page.getByRole('button', { name: /^Buy Now: .*Offline Horn/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Offline Horn');

    await context.setOffline(false);
    await expect(note).toHaveCount(0);
    await page.goto('/contact');
    await page.getByLabel('Message').fill('Half a message');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Parts by vehicle' }).last().click();
    await expect(note).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('Half a message');
    await expect(wrong).toHaveCount(0);

    await context.setOffline(false);
    await page.getByRole('link', { name: 'Parts by vehicle' }).last().click();
    await expect(page.getByRole('heading', { name: 'Parts by vehicle', level: 1 })).toBeVisible();
    await page.goto('/cart');
    await expect(page.getByText('Offline Horn').first()).toBeVisible();
  } finally {
    await context.setOffline(false);
  }
});

test('a page that can’t be reached says so, and comes when the connection is back', async ({
  unwatchedPage: page,
  expectAccessible,
}) => {
  await page.goto('/about');
  await page.route('**/parts.data*', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Parts by vehicle' }).last().click();
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  await expectAccessible(page);
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Parts by vehicle', level: 1 })).toBeVisible();
});
