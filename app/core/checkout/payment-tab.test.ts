import { expect, test } from 'vitest';
import { openBrowserPages } from '#tests/support/browser-page.ts';
import { payInNewTab } from './payment-tab.ts';

const pages = openBrowserPages();

test('the tab opens in the click itself, and shows the payment page when that is there', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const paying = payInNewTab(() => promise);
  const [tab] = pages.current.window.opened;
  expect(tab).toMatchObject({ opener: null, address: undefined });
  expect(tab?.document).toMatchObject({
    title: 'Secure payment',
    body: { textContent: expect.stringContaining('Waiting for the payment page') },
  });
  resolve('https://pay.test/session');
  await paying;
  expect(tab).toMatchObject({ address: 'https://pay.test/session', closed: false });
  expect(pages.current.window.address).toBeUndefined();
});

test('an address of the shop is completed', async () => {
  await payInNewTab(async () => '/pay/session');
  expect(pages.current.window.opened[0]?.address).toBe('https://shop.test/pay/session');
});

test('without pop-ups, this tab shows the payment page', async () => {
  pages.current.window.arePopupsBlocked = true;
  await payInNewTab(async () => 'https://pay.test/session');
  expect(pages.current.window.address).toBe('https://pay.test/session');
});

test('this tab shows the payment page if the shopper has closed the new one', async () => {
  await payInNewTab(async () => {
    pages.current.window.opened[0]?.close();
    return 'https://pay.test/session';
  });
  expect(pages.current.window.opened[0]?.address).toBeUndefined();
  expect(pages.current.window.address).toBe('https://pay.test/session');
});

test.each([false, true])('a failure closes the tab; blocked pop-ups: %s', async (arePopupsBlocked) => {
  pages.current.window.arePopupsBlocked = arePopupsBlocked;
  await expect(payInNewTab(() => Promise.reject(new Error('Sold')))).rejects.toThrow('Sold');
  expect(pages.current.window.opened.map(({ closed }) => closed)).toEqual(arePopupsBlocked ? [] : [true]);
  expect(pages.current.window.address).toBeUndefined();
});
