import type { Page } from '../../tools/browser/playwright.ts';

/** Waits for hydration. */
export async function untilStarted(page: Page): Promise<void> {
  await page.waitForFunction(() => !('starting' in document.documentElement.dataset));
}

/** Makes goto() and reload() wait for hydration, except with `waitUntil: commit`. */
export function untilReady(page: Page): Page {
  const { goto, reload } = page;
  const ready = async <Response>(response: Response, waitUntil: string | undefined) => {
    if (waitUntil !== 'commit') await untilStarted(page);
    return response;
  };
  page.goto = async (url, options) => ready(await goto.call(page, url, options), options?.waitUntil);
  page.reload = async (options) => ready(await reload.call(page, options), options?.waitUntil);
  return page;
}
