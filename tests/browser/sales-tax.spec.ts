import { expect, test } from '../support/admin-story.ts';
import { deleteOrders } from '../support/orders.ts';

const HEADER =
  'state,zip,state_rate,county,county_rate,city,city_rate,district_1,district_1_rate,combined_rate,check';
const RATES = [
  'CA,92101,6%,San Diego County,1.25%,,,San Diego Transit,0.5%,7.75%,ok',
  'CA,91910,6%,San Diego County,1.25%,Chula Vista,1%,San Diego Transit,0.5%,8.75%,check',
];

test('an admin imports tax rates, approves a certificate, and looks at the report', async ({
  page,
  signIn,
  expectAccessible,
  owner,
}) => {
  const file = (...lines: string[]) => ({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([HEADER, ...lines].join('\n')),
  });
  await signIn();
  await page.goto('/admin/settings/tax');
  await page.getByRole('heading', { name: 'Rates by ZIP code' }).click();
  await page.getByLabel('CSV file').setInputFiles(file(...RATES, 'CA,92102,6%,,,,,,,6%,maybe'));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText("Line 4: check must be 'check' or 'ok'");
  await page.getByLabel('CSV file').setInputFiles(file(...RATES));
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText("ZIP codes: 2, marked 'check': 1");
  await expect(page.getByRole('row', { name: 'CA 91910 Check' })).toContainText('8.75%');

  await page.getByRole('button', { name: 'Approve a certificate' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill('nobody@example.com');
  await dialog.getByLabel('Number').fill('SR AA 100-1');
  await dialog.getByLabel('Valid until').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByRole('alert')).toContainText('no account has this email');
  await dialog.getByLabel('Email').fill('admin@localhost.test');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('row', { name: 'admin@localhost.test' })).toContainText('SR AA 100-1');

  await owner.query(`
    with sold as (insert into orders (amount, tax, payment_id, paid_at, stock, status, created_at)
      values (68.88, 3.88, 'pi_sales_tax', now(), 'sold', 'completed', now() - interval '1 hour') returning id)
    insert into order_taxes (order_id, position, level, name, state, rate, taxable, tax)
      select id, position, level, name, 'CA', rate, 50, tax from sold,
        (values (0, 'state', 'CA', 0.06, 3), (1, 'county', 'San Diego County', 0.0125, 0.63),
          (2, 'district', 'San Diego Transit', 0.005, 0.25)) as taxes (position, level, name, rate, tax)`);
  const screens = {
    '/admin/settings/tax?zip=9': 'Rates by ZIP code',
    '/admin/settings/tax/report?from=2026-01-01&to=2026-12-31': 'Sales tax report',
  };
  for (const [address, heading] of Object.entries(screens)) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [768, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page);
    }
  }
  await page.goto('/admin/settings/tax/report');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  expect((await download).suggestedFilename()).toMatch(/^sales-tax-.*\.csv$/);
  await deleteOrders(owner, "payment_id = 'pi_sales_tax'");
});
