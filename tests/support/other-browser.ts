import type { BrowserContext, Page } from '../../tools/browser/playwright.ts';
import { randomAddress } from './random-address.ts';
import { untilReady } from './until-ready.ts';

/** Opens a second browser with its own address. */
export async function otherBrowser(page: Page): Promise<{ context: BrowserContext; page: Page }> {
  const browser = page.context().browser();
  if (!browser) throw new Error('There is no browser');
  const context = await browser.newContext({
    baseURL: process.env.SHOP_URL ?? '',
    extraHTTPHeaders: { 'X-Forwarded-For': randomAddress() },
  });
  return { context, page: untilReady(await context.newPage()) };
}
