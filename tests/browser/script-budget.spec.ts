import { junkyard, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

/** Bytes over the wire, also of what a page loads by itself later. */
const BUDGET = 130_500;

const addresses: Record<string, (make: string, id: string) => string> = {
  home: () => '/',
  results,
  junkyard,
  part: (_, id) => `/part/${id}`,
  about: () => '/about',
  contact: () => '/contact',
  request: () => '/request',
};

// Chromium takes what a trace reads for an input, too.
test.use({ trace: 'off' });

for (const [name, address] of Object.entries(addresses)) {
  test(`scripts of a first page that load without an input are within their budget: ${name}`, async ({
    page,
    make,
    stock,
  }) => {
    const [id = ''] = await stock([{ part_name: 'Alpha', price: 30, stock_quantity: 2 }]);
    // Among the last that a page loads, when the browser is idle.
    const last = page.waitForResponse(/\/send-events-/);
    // Without a question about the page, which Chromium takes for an input of the visitor.
    await page.goto(address(make, id), { waitUntil: 'commit' });
    await last;
    await page.waitForLoadState('networkidle');
    const files = await page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .map((entry) => ({ path: new URL(entry.name).pathname, bytes: entry.encodedBodySize }))
        .filter(({ path }) => path.endsWith('.js')),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter(({ bytes }) => bytes === 0)).toEqual([]);
    const sum = files.reduce((total, { bytes }) => total + bytes, 0);
    expect(sum, JSON.stringify(files)).toBeLessThanOrEqual(BUDGET);
  });
}
