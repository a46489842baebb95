import { expect, type Page } from '../../tools/browser/playwright.ts';
import { findCutText } from './find-cut-text.ts';
import { findOverflow } from './find-overflow.ts';
import { findSmallTargets } from './find-small-targets.ts';
import { isLong } from './is-long.ts';

const widths = isLong ? [320, 360, 640, 768, 820, 1024, 1280, 1920] : [320, 820];
/** Of text at 200 %. */
const largeWidths = isLong ? [360, 768, 1280] : [360, 768];

/** The distances that WCAG 1.4.12 names. */
const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

/** Resizes the loaded page, and expects that nothing is wider than it, no text is cut off, and no target is small. */
export async function expectToFit(page: Page, { hasLargeText = isLong } = {}) {
  const found: string[] = [];
  const report = (state: string, problems: string[]) =>
    found.push(...problems.map((problem) => `${state}: ${problem}`));
  const check = async (state: string) => {
    report(state, await page.evaluate(findOverflow));
    const cut = await page.evaluate(findCutText);
    report(
      `${state}, cut off`,
      cut.flatMap(({ text, ends }) => (ends ? [] : [text])),
    );
    return cut;
  };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await check(`${width} px`);
    if (width > 320) continue;
    report('Too small', await page.evaluate(findSmallTargets));
    await page.evaluate(setStyles, SPACING);
    const known = new Set(cut.map(({ text }) => text));
    const others = (await page.evaluate(findCutText)).filter(({ text }) => !known.has(text));
    report(
      'With wide spacing, cut off',
      others.map(({ text }) => text),
    );
    await page.evaluate(setStyles, '');
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

/** Runs in the page. The policy of contents refuses a style element. */
function setStyles(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets = [sheet];
}
