import type pg from 'pg';
import { type Axe, axeSource } from '../../tools/browser/axe.ts';
import { expect, type Page } from '../../tools/browser/playwright.ts';
import { randomAddress } from './random-address.ts';
import { isLong } from './is-long.ts';
import { addParts, forgetLists, type PartColumns } from './parts.ts';
import { test as base } from './worker.ts';

interface Fixtures {
  /** Connects to the database of the story's shop. */
  owner: pg.Client;
  make: string;
  /** Adds parts of this test's make, which are deleted after the test. */
  stock: (parts: PartColumns[]) => Promise<string[]>;
  /** Fails if the page, or a part of it, violates WCAG 2.2 AA. */
  expectAccessible: (page: Page, within?: string) => Promise<void>;
  /** Checks several widths and both themes, without loading the page again, and without horizontal scrolling. */
  expectAccessibleEverywhere: (page: Page, within?: string) => Promise<void>;
  /** Requests of this page may fail on purpose, which a browser reports as errors. */
  unwatchedPage: Page;
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Look = [width: number, colorScheme: 'light' | 'dark'];

const looks: Look[] = [360, 768, 1024, 1280].flatMap((width): Look[] => [
  [width, 'dark'],
  [width, 'light'],
]);

/** In the short run, each page has one look, by its address. */
function looksOf(page: Page): Look[] {
  if (isLong) return looks;
  return new URL(page.url()).pathname.length % 2 === 0 ? [[360, 'dark']] : [[1280, 'light']];
}

let made = 0;

export const test = base.extend<Fixtures>({
  baseURL: ({}, use) => use(process.env.SHOP_URL),
  extraHTTPHeaders: ({}, use) => use({ 'X-Forwarded-For': randomAddress() }),
  owner: ({ sharedOwner }, use) => use(sharedOwner),
  make: async ({ owner }, use) => {
    // No name begins with another one, since searches also find names by their beginnings.
    const make = `Testa ${process.pid}-${String((made += 1)).padStart(3, '0')}`;
    await use(make);
    await owner.query('delete from parts_catalog where vehicle_make = $1', [make]);
  },
  stock: async ({ owner, make }, use) => {
    const added: string[] = [];
    await use(async (parts) => {
      const ids = await addParts(
        owner,
        parts.map((part) => ({ vehicle_make: make, vehicle_model: 'Roadster', ...part })),
      );
      added.push(...ids);
      // The shop finds the kinds of new names a moment later, or after it has started and gone through all names.
      const isStale =
        'select from part_names join parts_catalog on part_name = name where id = any ($1) and is_stale';
      await expect
        .poll(async () => (await owner.query(isStale, [ids])).rowCount, { timeout: 30_000 })
        .toBe(0);
      await forgetLists(owner);
      return ids;
    });
    // Some parts are of another make.
    await owner.query('delete from parts_catalog where id = any ($1)', [added]);
  },
  expectAccessible: ({}, use) => use((page, within = 'html') => expectNoViolations(page, within)),
  expectAccessibleEverywhere: ({}, use) =>
    use(async (page, within = 'html') => {
      const before = page.viewportSize();
      for (const [width, colorScheme] of looksOf(page)) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await expectNoViolations(page, within);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
      if (before) await page.setViewportSize(before);
      await page.emulateMedia({ colorScheme: null });
    }),
  context: async (
    {
      browser,
      sharedTab,
      baseURL,
      contextOptions,
      extraHTTPHeaders,
      hasTouch,
      javaScriptEnabled,
      userAgent,
      viewport,
    },
    use,
  ) => {
    const { context } = await sharedTab.take(browser, {
      ...contextOptions,
      viewport,
      ...(baseURL !== undefined && { baseURL }),
      ...(extraHTTPHeaders && { extraHTTPHeaders }),
      ...(hasTouch !== undefined && { hasTouch }),
      ...(javaScriptEnabled !== undefined && { javaScriptEnabled }),
      ...(userAgent !== undefined && { userAgent }),
    });
    await use(context);
    await sharedTab.giveBack();
  },
  unwatchedPage: async ({ context }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error('The context has no page');
    await use(page);
  },
  // Fails on page errors and policy violations, except for 4xx responses.
  page: async ({ unwatchedPage: page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => {
      // A load that another one replaces ends in the middle of its response.
      if (error.name !== 'AbortError') errors.push(String(error));
    });
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
    });
    await use(page);
    expect(errors).toEqual([]);
  },
});

export { expect };

async function expectNoViolations(page: Page, within: string): Promise<void> {
  await page.evaluate(finishAnimations);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  expect(await page.evaluate(findViolations, { within, rules: RULES }), page.url()).toEqual([]);
}

/** A dialog that fades in has too little contrast until then. */
async function finishAnimations(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Runs in the page. */
async function findViolations({ within, rules }: { within: string; rules: string[] }): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: Axe }).axe.run(within, {
    // Details of what passes would take a part of the time.
    resultTypes: ['violations'],
    runOnly: rules,
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
