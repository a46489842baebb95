import { expect, type Page } from '../../tools/browser/playwright.ts';
import { main } from './screens.ts';

/** Opens a page and waits until it follows changes. */
export async function openLive(page: Page, address: string): Promise<void> {
  const connected = page.waitForResponse((response) => response.url().includes('/live?'));
  await page.goto(address);
  await connected;
}

export function setHidden(page: Page, hidden: boolean): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

const SHOWN = 'a, button, dl, h1, h2, img, input, li, nav, td, th';

/** Returns the places of everything that a user can read or click, in their order. News appear in reserved space. */
export async function measureLayout(page: Page, shown = SHOWN): Promise<string[]> {
  // The choices of filters can arrive after the page.
  await expect(main(page).locator('[aria-busy=true]')).toHaveCount(0);
  return main(page)
    .locator(shown)
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility() && !element.closest('[role=status]'))
        .map((element) => {
          const { x, y, width, height } = element.getBoundingClientRect();
          return [x, y + window.scrollY, width, height].map(Math.round).join(' ');
        }),
    );
}
