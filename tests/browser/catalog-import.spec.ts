import type { Page } from '../../tools/browser/playwright.ts';
import {
  crawledPage,
  FIRECRAWL_KEY,
  type FirecrawlStandIn,
  startFirecrawlStandIn,
} from '../support/firecrawl-stand-in.ts';
import { openLive } from '../support/live-page.ts';
import { otherBrowser } from '../support/other-browser.ts';
import { toast } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

// The shop runs one crawl at a time.
test.describe.configure({ mode: 'serial' });

let service: FirecrawlStandIn;

test.beforeEach(async () => {
  service = await startFirecrawlStandIn(Number(process.env.SCRAPING_PORT));
});

test.afterEach(async ({ owner }) => {
  await owner.query("delete from parts_catalog where source_url like 'https://www.rockauto.com/%'");
  await owner.query('delete from catalog_crawls');
  await service[Symbol.asyncDispose]();
});

async function signIn(page: Page) {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: 'admin@localhost.test', password: 'the password of the first admin' },
  });
  expect(answer.ok()).toBe(true);
}

async function saveKey(page: Page) {
  await page.getByRole('main').getByLabel('Firecrawl API Key').fill(FIRECRAWL_KEY);
  await page.getByRole('button', { name: 'Save API Key' }).click();
}

const parts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => {
    const nth = from + index;
    return `Part # IMP-${nth}\nImported Brake Pad Set ${nth}\nBrand: Akebono\nCategory: Brakes\n`;
  }).join('\n');

test('a visitor saves, replaces, and deletes a key, and sees who may crawl, with a link to sign in', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/catalog-import');
  await expect(page.getByRole('heading', { name: 'Catalog Import', level: 1 })).toBeVisible();
  await expect(page.getByText('Import auto parts data from external sources')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'RockAuto Catalog Importer' })).toBeVisible();
  const input = page.getByRole('main').getByLabel('Firecrawl API Key');
  await expect(input).toHaveAttribute('type', 'password');

  await input.fill('   ');
  await page.getByRole('button', { name: 'Save API Key' }).click();
  await expect(toast(page, 'Error: Please enter a valid API key')).toBeVisible();
  await expectAccessible(page, 'main');
  await saveKey(page);
  await expect(toast(page, 'Success: Firecrawl API key saved successfully')).toBeVisible();
  await expect(page.getByText('API Key configured')).toBeVisible();

  await page.reload();
  await expect(page.getByText('API Key configured')).toBeVisible();
  await page.getByRole('button', { name: 'Replace key' }).click();
  await input.fill('fc-another');
  await page.getByRole('button', { name: 'Save API Key' }).click();
  await expect(page.getByText('API Key configured')).toBeVisible();
  expect(await page.evaluate(() => Object.values({ ...localStorage }))).toContain('fc-another');

  await expect(page.getByText('Only admins can crawl and import')).toBeVisible();
  await page.getByRole('button', { name: 'Import RockAuto Catalog' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Only admins can crawl' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in as an admin' })).toHaveAttribute('href', '/auth');
  expect(service.requests).toEqual([]);
  await expectAccessible(page, 'main');

  // Another tab deleted the key meanwhile.
  await page.evaluate(() => localStorage.clear());
  await page.getByRole('button', { name: 'Import RockAuto Catalog' }).click();
  await expect(toast(page, 'Error: API key not found')).toBeVisible();
  await page.reload();
  await saveKey(page);
  await page.getByRole('button', { name: 'Forget key' }).click();
  await expect(input).toBeVisible();
  expect(await page.evaluate(() => Object.values({ ...localStorage }))).not.toContain(FIRECRAWL_KEY);
});

test('an admin tests the key, crawls, leaves, comes back to the results, decides on matches and undoes', async ({
  page,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  const [mine] = await stock([{ part_name: 'My Brake Pads', price: 40 }]);
  await owner.query("update parts_catalog set oem_number = 'IMP1', brand = 'Akebono' where id = $1", [mine]);
  await stock([{ part_name: 'Other Brake Pads' }]);
  await owner.query(
    "update parts_catalog set oem_number = 'IMP-2', brand = 'AKEBONO' where part_name = 'Other Brake Pads' and vehicle_make = $1",
    [make],
  );
  await signIn(page);
  await page.goto('/catalog-import');
  await saveKey(page);
  await page.getByRole('button', { name: 'Test key' }).click();
  await expect(toast(page, 'Success: The API key works')).toBeVisible();
  await expect(page.getByText('works', { exact: true })).toBeVisible();

  service.pages = [crawledPage(parts(1, 8)), crawledPage(parts(9, 14))];
  service.perAnswer = 1;
  service.script = Array.from({ length: 100 }, () => ({ status: 'scraping', completed: 1, total: 2 }));
  await page.getByLabel('Catalog path').fill('../elsewhere');
  await page.getByRole('button', { name: 'Import RockAuto Catalog' }).click();
  await expect(page.getByText('Please enter a path within the RockAuto catalog')).toBeVisible();
  await page.getByLabel('Catalog path').fill('honda');
  await page.getByRole('button', { name: 'Import RockAuto Catalog' }).click();
  await expect(page.getByRole('button', { name: 'Crawling...' })).toBeDisabled();
  await expect(page.getByText(/^Crawling RockAuto catalog\.\.\. \d0%$/)).toBeVisible();
  await expect(page.getByText('1 of 2 pages')).toBeVisible();
  await expectAccessible(page, 'main');

  // The crawl continues without its page, and is shown again on return.
  await page.goto('/about:nowhere');
  await page.goto('/catalog-import');
  await expect(page.getByRole('button', { name: 'Crawling...' })).toBeVisible();
  for (const job of service.jobs.values()) job.script = [];
  await expect(toast(page, 'Success: Imported 12 parts to catalog')).toBeVisible();
  await expect(page.getByText('Crawling RockAuto catalog... 100%')).toBeVisible();

  const results = page.getByRole('region', { name: 'Crawl Results' });
  await expect(results.getByText('https://www.rockauto.com/en/catalog/honda')).toBeVisible();
  for (const text of [
    'completed',
    '2/2',
    'Credits Used',
    'Dec 1, 2026',
    'Extracted Parts Data:',
    'Found 14 parts',
  ]) {
    await expect(results.getByText(text, { exact: true })).toBeVisible();
  }
  await expect(results.getByRole('listitem')).toHaveCount(10);
  await expect(results.getByRole('listitem').first()).toContainText(
    /Imported Brake Pad Set 1.*IMP-1.*Akebono.*Brakes/s,
  );
  await expect(results.getByText('... and 4 more parts')).toBeVisible();
  await expectAccessible(page, 'main');

  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 900 });

  const matches = page.getByRole('region', { name: 'Already in the catalog' });
  await expect(matches.getByRole('listitem')).toHaveCount(2);
  await matches
    .getByRole('listitem')
    .filter({ hasText: 'Other Brake Pads' })
    .getByRole('button', { name: 'Leave' })
    .click();
  await expect(matches.getByRole('listitem')).toHaveCount(1);
  await matches.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit before accepting' });
  await expect(dialog.getByLabel('Part Name')).toHaveValue('Imported Brake Pad Set 1');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Part Name').fill('');
  await dialog.getByRole('button', { name: 'Accept changes' }).click();
  await expect(dialog.getByText('Part name is required')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByLabel('Part Name').fill('Brake Pads by hand');
  await dialog.getByLabel('Part Name').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(matches).toBeHidden();
  const { rows } = await owner.query('select part_name, price from parts_catalog where id = $1', [mine]);
  expect(rows).toEqual([{ part_name: 'Brake Pads by hand', price: '40.00' }]);

  await page.getByRole('button', { name: /^Undo the import/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Undo this import?' });
  await expect(question).toContainText('12 parts added by this import will be removed from the catalog.');
  await expectAccessible(page, '[role=alertdialog]');
  await question.getByRole('button', { name: 'Undo import' }).click();
  await expect(toast(page, 'Success: The import has been undone')).toBeVisible();
  await expect(results.getByText('This import has been undone.')).toBeVisible();
  const left = await owner.query(
    "select part_name from parts_catalog where oem_number like 'IMP%' order by 1",
  );
  expect(left.rows).toEqual([{ part_name: 'My Brake Pads' }, { part_name: 'Other Brake Pads' }]);
});

test('the parts of another site are looked at, read by name first, and become an import with mapped columns', async ({
  page,
  owner,
  expectAccessible,
}) => {
  await signIn(page);
  await page.goto('/catalog-import');
  await saveKey(page);
  service.pages = [
    crawledPage(
      'Front Brake Pad Set\nPart # IMP-1\nRear Brake Rotor\nPart # IMP-2',
      'https://parts.example.com/',
    ),
  ];
  await page.getByLabel('Catalog path').fill('https://parts.example.com/');
  await expect(page.getByLabel('Show the parts before they are imported')).toBeChecked();
  await page.getByLabel('Pages').selectOption('2');
  await page.getByRole('button', { name: 'Crawl this site' }).click();
  await expect(page.getByText(/^Crawling parts\.example\.com\.\.\./)).toBeVisible();
  await expect(toast(page, 'Found 1 part. Nothing is imported yet')).toBeVisible();
  expect(service.requests[0]?.body).toMatchObject({ url: 'https://parts.example.com/', limit: 2 });

  const results = page.getByRole('region', { name: 'Crawl Results' });
  await expect(results.getByRole('listitem')).toHaveText(/Rear Brake Rotor.*IMP-1/);
  await expectAccessible(page, 'main');
  await results.getByLabel('The name, then the number').focus();
  await page.keyboard.press('Space');
  await expect(results.getByRole('listitem').first()).toHaveText(/Front Brake Pad Set.*IMP-1/);
  await expect(results.getByLabel('The name, then the number')).toBeFocused();
  await page.reload();
  await expect(results.getByLabel('The name, then the number')).toBeChecked();

  await results.getByRole('button', { name: 'Map the columns first' }).click();
  await expect(page.getByRole('heading', { name: 'Found on parts.example.com' })).toBeVisible();
  await expect(page.getByLabel('OEM number', { exact: true })).toHaveValue('oem_number');
  await page.getByRole('button', { name: 'Discard the file' }).click();
  await expect(page.getByRole('heading', { name: 'Import parts from a file' })).toBeVisible();
  await page.goto('/admin/trash?kind=imports');
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Open again: Found on parts.example.com' }).click();
  await expect(page.getByLabel('OEM number', { exact: true })).toHaveValue('oem_number');
  await owner.query(
    "delete from part_changes where supplier = 'parts.example.com'; delete from catalog_sites",
  );
});

test('a crawl can be canceled, fail, or find nothing', async ({ page, expectAccessible }) => {
  await signIn(page);
  await page.goto('/catalog-import');
  await saveKey(page);
  const start = page.getByRole('button', { name: 'Import RockAuto Catalog' });

  service.script = Array.from({ length: 50 }, () => ({ status: 'scraping' }));
  await start.click();
  await page.getByRole('button', { name: 'Cancel crawl' }).click();
  await expect(toast(page, 'Crawl canceled')).toBeVisible();

  service.script = [];
  service.failNext('/v1/crawl', { status: 402, body: { success: false, error: 'No credits left' } });
  await start.click();
  const why = 'Failed to start crawl job. Status code: 402. Error: No credits left';
  await expect(toast(page, `Error: ${why}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Crawl Results' })).toContainText(why);
  await expectAccessible(page, 'main');

  service.pages = [crawledPage('Nothing but <b>words</b>')];
  await start.click();
  await expect(toast(page, 'Warning: No parts data extracted from crawl')).toBeVisible();
  await expect(page.getByText('No parts data extracted', { exact: true })).toBeVisible();
  await page.getByText('View raw data').click();
  await expect(page.getByText('Nothing but <b>words</b>')).toBeVisible();
  await expectAccessible(page, 'main');

  await page.route('**/functions/v1/catalog-crawl', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 429, body: 'Busy' }) : route.continue(),
  );
  await start.click();
  await expect(toast(page, 'Error: Failed to crawl RockAuto catalog')).toBeVisible();
});

test('an admin sees the crawl of another one without a reload @long', async ({
  page,
  owner,
  expectAccessible,
}) => {
  service.pages = [crawledPage(parts(1, 3)), crawledPage(parts(4, 5))];
  service.script = Array.from({ length: 100 }, () => ({ status: 'scraping', completed: 1, total: 2 }));
  await signIn(page);
  await page.goto('/catalog-import');
  await saveKey(page);
  const path = page.getByLabel('Catalog path');
  await openLive(page, '/catalog-import');
  await path.fill('toyota');
  let polls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/functions/v1/catalog-crawl')) polls += 1;
  });

  const other = await otherBrowser(page);
  await signIn(other.page);
  await other.page.goto('/catalog-import');
  await saveKey(other.page);
  expect(polls).toBe(0);
  await other.page.getByRole('button', { name: 'Import RockAuto Catalog' }).click();
  await expect(page.getByRole('button', { name: 'Crawling...' })).toBeDisabled();
  await expect(page.getByText('1 of 2 pages')).toBeVisible();
  await expect(path).toBeFocused();
  await expect(path).toHaveValue('toyota');
  await expectAccessible(page, 'main');
  for (const job of service.jobs.values()) job.script = [];
  await expect(toast(page, 'Success: Imported 5 parts to catalog')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Crawl Results' })).toContainText('Found 5 parts');
  await expect(path).toBeFocused();
  await expect(path).toHaveValue('toyota');

  // A step that no page has asked for. A request that is on its way may have it already.
  const seen = polls;
  await owner.query("update catalog_crawls set status = 'failed', error = 'The worker was stopped'");
  await expect(page.getByRole('region', { name: 'Crawl Results' })).toContainText('The worker was stopped');
  expect(polls).toBeLessThanOrEqual(seen + 1);
  await other.context.close();
});
