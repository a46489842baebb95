import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  OFFLINE_WORKER_POLICY,
  offlineWorker,
  REMOVED_WORKER,
} from '../../app/frame/offline-worker.server.ts';
import { expect, test } from '../support/story.ts';

test('without a connection, a browser that was here before shows a page of the shop', async ({ browser }) => {
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
});

test('a worker is updated, and removed', async ({ browser }) => {
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
