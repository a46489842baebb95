import { junkyard, results } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

/** Bytes over the wire, also of what a page loads by itself later. */
const BUDGET = 112_000;
const LIST_AND_PART_BUDGET = 120_000;
const listsAndParts = new Set(['results', 'junkyard', 'part']);

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
    const last = page.waitForResponse(/\/register-offline-page-/);
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
    const budget = listsAndParts.has(name) ? LIST_AND_PART_BUDGET : BUDGET;
    expect(sum, JSON.stringify(files)).toBeLessThanOrEqual(budget);
  });
}

test('the first press on a filter loads the script of the filters, and counts', async ({
  page,
  make,
  stock,
}) => {
  await stock([{ part_name: 'Alpha', category: 'Brakes', vehicle_year: 2015, price: 30, stock_quantity: 2 }]);
  await page.goto(results(make));
  const filter = page.getByRole('form', { name: 'Filters' }).getByRole('checkbox', { name: /^New arrivals/ });
  const place = await filter.boundingBox();
  // Again, with the choices of the filters.
  const last = page.waitForResponse(/\/register-offline-page-/);
  await page.goto(results(make), { waitUntil: 'commit' });
  await last;
  await page.waitForLoadState('networkidle');
  const requested = page.waitForRequest('**/assets/filter-panel-*.js');
  await page.mouse.click((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
  await requested;
  await expect(page).toHaveURL(/new_arrivals=1/);
});

test('a press on a link to a part loads that page first, and no filters', async ({ page, make, stock }) => {
  await stock([{ part_name: 'Alpha', vehicle_year: 2015, price: 30, stock_quantity: 2 }]);
  await page.goto(results(make));
  const place = await page.getByRole('main').getByRole('link', { name: 'Alpha' }).first().boundingBox();
  const last = page.waitForResponse(/\/register-offline-page-/);
  await page.goto(results(make), { waitUntil: 'commit' });
  await last;
  await page.waitForLoadState('networkidle');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const fetched = page.waitForRequest(/\/part\/.*\.data/);
  await page.mouse.move((place?.x ?? 0) + 5, (place?.y ?? 0) + 5);
  await page.mouse.down();
  await fetched;
  expect(requests.filter((path) => path.includes('filter-panel'))).toEqual([]);
  await page.mouse.up();
  await expect(page.getByRole('heading', { level: 1, name: 'Alpha' })).toBeVisible();
});
