import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  OFFLINE_WORKER_POLICY,
  offlineWorker,
  REMOVED_WORKER,
} from '../../app/frame/offline-worker.server.ts';
import { expect, test } from '../support/story.ts';

test(
  'without a connection, a browser that was here before shows a page of the shop',
  { tag: '@leaving' },
  async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: process.env.SHOP_URL ?? '',
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto('/about');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('/junkyard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Find Quality New & Used Auto Parts');
    expect(problems).toEqual([]);
    expect(await page.evaluate(() => caches.keys())).toEqual([]);

    await context.setOffline(true);
    await page.goto('/contact');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline');
    await expect(page).toHaveTitle('You are offline | Partyard');
    await context.setOffline(false);
    await page.getByRole('link', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Get in Touch');
    await context.close();
  },
);

test('a worker is updated, and removed', { tag: '@leaving' }, async ({ browser }) => {
  let worker = offlineWorker({ name: 'First', phone: '1' });
  const server = createServer(({ url }, response) => {
    if (url !== '/offline-worker.js')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Online</h1>');
    response
      .writeHead(200, {
        'Content-Type': 'text/javascript',
        'Cache-Control': 'no-cache',
        'Content-Security-Policy': OFFLINE_WORKER_POLICY,
      })
      .end(worker);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${port}`,
    serviceWorkers: 'allow',
  });
  const page = await context.newPage();
  const update = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/offline-worker.js');
      await registration.update();
    });
  const titleOffline = async () => {
    await context.setOffline(true);
    await page.goto('/x').catch(() => undefined);
    const title = await page.title();
    await context.setOffline(false);
    return title;
  };
  await page.goto('/');
  await update();
  await page.evaluate(() => navigator.serviceWorker.ready);
  expect(await titleOffline()).toBe('You are offline | First');
  worker = offlineWorker({ name: 'Second & <Third>', phone: '2' });
  await page.goto('/');
  await update();
  await expect.poll(titleOffline).toBe('You are offline | Second & <Third>');
  worker = REMOVED_WORKER;
  await page.goto('/');
  await update();
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
    .toBe(0);
  expect(await titleOffline()).not.toContain('You are offline');
  await context.close();
  server.close();
});

test('without a connection, links and Add to Cart say so in the page, and keep what was done', async ({
  unwatchedPage: page,
  context,
  stock,
  expectAccessible,
}) => {
  const [id] = await stock([{ part_name: 'Offline Horn', price: 20, stock_quantity: 3 }]);
  const note = page.getByRole('alert').filter({ hasText: 'You are offline' });
  const wrong = page.getByText('Something Went Wrong');
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
    await page.getByRole('link', { name: 'Parts by Vehicle' }).last().click();
    await expect(note).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('Half a message');
    await expect(wrong).toHaveCount(0);

    await context.setOffline(false);
    await page.getByRole('link', { name: 'Parts by Vehicle' }).last().click();
    await expect(page.getByRole('heading', { name: 'Parts by Vehicle', level: 1 })).toBeVisible();
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
  await page.getByRole('link', { name: 'Parts by Vehicle' }).last().click();
  await expect(page.getByRole('heading', { name: 'You are offline', level: 1 })).toBeVisible();
  await expect(page.getByText('Something Went Wrong')).toHaveCount(0);
  await expectAccessible(page);
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { name: 'Parts by Vehicle', level: 1 })).toBeVisible();
});
