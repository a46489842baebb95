import pg from 'pg';
import { type Axe, axeSource } from '../../tools/browser/axe.ts';
import { expect, type Page, test as base } from '../../tools/browser/playwright.ts';
import { randomAddress } from './random-address.ts';
import { addParts, type PartColumns } from './parts.ts';

interface Fixtures {
  make: string;
  /** Adds parts of this test's make, which are deleted after the test. */
  stock: (parts: PartColumns[]) => Promise<string[]>;
  /** Fails if the page, or a part of it, violates WCAG 2.2 AA. */
  expectAccessible: (page: Page, within?: string) => Promise<void>;
}

let made = 0;

export const test = base.extend<Fixtures, { owner: pg.Client }>({
  baseURL: ({}, use) => use(process.env.SHOP_URL),
  extraHTTPHeaders: ({}, use) => use({ 'X-Forwarded-For': randomAddress() }),
  owner: [
    async ({}, use) => {
      const owner = new pg.Client({ connectionString: process.env.SHOP_DATABASE_URL });
      await owner.connect();
      await use(owner);
      await owner.end();
    },
    { scope: 'worker' },
  ],
  make: async ({ owner }, use) => {
    const make = `Testa ${process.pid}-${(made += 1)}`;
    await use(make);
    await owner.query('delete from parts_catalog where vehicle_make = $1', [make]);
  },
  stock: ({ owner, make }, use) =>
    use((parts) =>
      addParts(
        owner,
        parts.map((part) => ({ vehicle_make: make, vehicle_model: 'Roadster', ...part })),
      ),
    ),
  expectAccessible: ({}, use) =>
    use(async (page, within = 'html') => {
      await page.evaluate(finishAnimations);
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
      expect(await page.evaluate(findViolations, within)).toEqual([]);
    }),
  // Waits for hydration. first-paint.spec.ts tests interactions before it.
  context: async ({ context }, use) => {
    const newPage = context.newPage.bind(context);
    context.newPage = async () => untilReady(await newPage());
    await use(context);
  },
  // Fails on page errors and policy violations, except for 4xx responses.
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text());
    });
    await use(page);
    expect(errors).toEqual([]);
  },
});

/** Makes goto() and reload() wait for hydration, except with `waitUntil: commit`. */
export function untilReady(page: Page): Page {
  const { goto, reload } = page;
  const ready = async <Response>(response: Response, waitUntil: string | undefined) => {
    if (waitUntil !== 'commit') await page.waitForFunction(() => !('earlyInput' in window));
    return response;
  };
  page.goto = async (url, options) => ready(await goto.call(page, url, options), options?.waitUntil);
  page.reload = async (options) => ready(await reload.call(page, options), options?.waitUntil);
  return page;
}

export { expect };

/** A dialog that fades in has too little contrast until then. */
async function finishAnimations(): Promise<void> {
  const ending = document
    .getAnimations()
    .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Runs in the page. */
async function findViolations(within: string): Promise<string[]> {
  const { violations } = await (window as unknown as { axe: Axe }).axe.run(within, {
    // Without details of what passes: they take a part of the time.
    resultTypes: ['violations'],
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
}
