import { expect, type Page } from '../../tools/browser/playwright.ts';
import { findOverflow } from './find-overflow.ts';
import { isLong } from './is-long.ts';

const widths = isLong ? [320, 360, 640, 768, 820, 1024, 1280, 1920] : [320, 820];
/** Of text at 200 %. */
const largeWidths = isLong ? [360, 768, 1280] : [360, 768];

/** Resizes the loaded page, and expects that nothing is wider than it. */
export async function expectToFit(page: Page, { hasLargeText = isLong } = {}) {
  const found: string[] = [];
  const check = async (state: string) =>
    found.push(...(await page.evaluate(findOverflow)).map((problem) => `${state}: ${problem}`));
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await check(`${width} px`);
  }
  if (hasLargeText) {
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    for (const width of largeWidths) {
      await page.setViewportSize({ width, height: 900 });
      await check(`${width} px, text at 200 %`);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  }
  expect.soft(found, page.url()).toEqual([]);
}
