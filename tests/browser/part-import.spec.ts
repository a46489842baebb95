import { jpegBytes } from '../support/jpeg.ts';
import { toast } from '../support/screens.ts';
import { expect, test } from '../support/admin-story.ts';
import { zip } from '../support/workbook.ts';

// One after the other: they import the same parts of the same supplier.
test.describe.configure({ mode: 'default' });

test.afterEach(async ({ owner }) => {
  await owner.query("delete from parts_catalog where stock_number like 'IMPORTED-%'");
  for (const table of ['import_sources', 'part_changes', 'part_import_mappings'])
    await owner.query(`delete from ${table} where lower(supplier) = 'acme salvage'`);
});

test('a supplier’s file is mapped, checked, imported and undone', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/admin/import');
  await page.getByLabel('Supplier').fill('Acme Salvage');
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'acme.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Tag;Name;Retail;Color\nIMPORTED-1;Hood;"1.234,50";Blue\nIMPORTED-2;;5;Red\n'),
  });
  await page.getByRole('button', { name: 'Upload' }).click();

  await expect(page.getByLabel('Tag')).toHaveValue('stock_number');
  await expect(page.getByLabel('Retail')).toHaveValue('price');
  await expect(page.getByLabel('Color')).toHaveValue('');
  await expect(page.getByText('IMPORTED-1 · IMPORTED-2')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check the file' }).click();

  await expect(page.getByText('Part name is required').first()).toBeVisible();
  const heading = page.getByRole('heading', { name: 'acme.csv' });
  await expect(heading).toBeFocused();
  await expect(page.getByRole('radio', { name: /All or nothing/ })).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Rejected/ }).click();
  await expect(page.getByText('Would be added')).toBeHidden();
  await page.getByRole('button', { name: 'Import 1 line' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Done: 1 added/ })).toBeAttached();

  await page.getByRole('link', { name: /^Added/ }).click();
  await expect(page.getByText('$1,234.50')).toBeVisible();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await expect(toast(page, 'Undoing the import of acme.csv')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Undone/ })).toContainText('1');
  await expect(heading).toBeFocused();
});

test('how a file is read is shown and changed, and a click corrects a whole column', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/admin/import');
  await page.getByLabel('Supplier').fill('Acme Salvage');
  const lines = 'Acme prices;;\nTag;Name;Retail\nIMPORTED-3;Hood;12\nIMPORTED-4;Door;13\n';
  await page
    .getByLabel('File', { exact: true })
    .setInputFiles({ name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) });
  await page.getByRole('button', { name: 'Upload' }).click();

  const headings = page.getByLabel('Headings', { exact: true });
  await expect(headings).toHaveValue('2');
  await expect(page.getByRole('row', { name: /^1 Acme prices/ })).toBeVisible();
  await expectAccessible(page);
  await headings.selectOption('None: the first line is a part');
  await page.getByRole('button', { name: 'Read the file again' }).press('Enter');
  await expect(page.getByLabel('Column A')).toBeVisible();
  await expect(headings).toHaveValue('0');
  await headings.selectOption('Line 2');
  await page.getByRole('button', { name: 'Read the file again' }).click();
  await expect(page.getByLabel('Tag')).toHaveValue('stock_number');

  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('No column is the stock quantity')).toBeVisible();
  await expect(page.getByText('Not read: 1 line above the headings')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Give each new part 1 in stock' }).click();
  await expect(page.getByText('No column is the stock quantity')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'prices.csv' })).toBeFocused();
  await page.getByRole('button', { name: 'Choose the columns again' }).click();
  await expect(page.getByLabel('New parts without a quantity, or with 0, have 1 in stock')).toBeChecked();
});

test('the ids of an ACES file get names by hand, and from a database', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  await signIn();
  await owner.query(
    `insert into parts_catalog (part_name, stock_number, oem_number, price) values ('Alternator', 'IMPORTED-9', 'QX 100', 5)`,
  );
  await page.goto('/admin/import');
  await page.getByLabel('Supplier').fill('Acme Salvage');
  await page.getByLabel('File', { exact: true }).setInputFiles('tests/samples/standards/aces-5.0.xml');
  await page.getByRole('button', { name: 'Upload' }).click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  const form = page.getByRole('region', { name: 'Ids without a name' });
  await form.getByLabel('Vehicle 9009').fill('Civic');
  await form.getByLabel('Brand ZZQA').fill('Quillon');
  await form.getByLabel('Brakes 98').fill('Disc');
  await form.getByLabel('Qualifier 93').fill('With rotor');
  await form.getByRole('button', { name: 'Save names and check again' }).click();
  await expect(form.getByLabel('Vehicle 9009')).toBeFocused();
  await expectAccessible(page);
  await form.getByLabel('Vehicle 9009').fill('2009 Honda Civic');
  await form.getByRole('button', { name: 'Save names and check again' }).click();
  await expect(page.getByText('2009 Honda Civic · front brakes: Disc; With rotor')).toBeVisible();

  await form.getByRole('link', { name: 'its databases' }).click();
  const names = page.getByRole('region', { name: 'Your own names' });
  await expect(names.getByText('2009 Honda Civic')).toBeVisible();
  for (const id of ['Vehicle 9009', 'Brand ZZQA', 'Brakes 98', 'Qualifier 93']) {
    const remove = names.getByRole('button', { name: `Remove ${id}` });
    await remove.click();
    await expect(remove).toBeHidden();
  }
  await page.getByLabel('Database', { exact: true }).setInputFiles({
    name: 'pcdb.zip',
    mimeType: 'application/zip',
    buffer: zip([{ name: 'Positions.txt', content: Buffer.from('PositionID|Position\n94|Front\n') }]),
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  const databases = page.getByRole('region', { name: 'Databases', exact: true });
  await expect(databases.getByText('1 name: Position')).toBeVisible();
  await expectAccessible(page);
  await databases.getByRole('button', { name: 'Delete pcdb.zip' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No database is uploaded.')).toBeVisible();
});

test('a scheduled import is added, says why it fails, is paused and deleted', async ({
  page,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/admin/import');
  await page.getByRole('link', { name: 'Add scheduled import' }).click();
  await expect(page.getByRole('heading', { name: 'Add a scheduled import' })).toBeFocused();
  await page.getByLabel('Supplier', { exact: true }).fill('Acme Salvage');
  const address = page.getByLabel('Address of the file');
  await address.fill('sftp://yard@files.invalid/parts.csv');
  await page.getByLabel('Credentials').selectOption('Private key');
  await expect(page.getByLabel('Private key', { exact: true })).toBeVisible();
  await address.fill('http://files.invalid/parts.csv');
  await page.getByRole('button', { name: 'Add and run' }).click();
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/starts with https:\/\/ or sftp:\/\//);
  await address.fill('https://files.invalid/parts.csv');
  await page.getByLabel('Credentials').selectOption('Bearer token');
  await page.getByLabel('Token', { exact: true }).fill('sesame');
  await page.getByLabel('How often').selectOption('Every day');
  await page.getByLabel('At', { exact: true }).fill('06:30');
  await page.getByText('Fields that belong to the shop').click();
  await page.getByLabel('Price', { exact: true }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add and run' }).click();

  await expect(page.getByText('every day at 6:30 AM')).toBeVisible();
  const runs = page.getByRole('region', { name: 'Runs' });
  await expect(runs.getByText('The host was not found')).toBeVisible({ timeout: 30_000 });
  await page.getByText('Set up').click();
  await expect(page.getByLabel('Token', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Price', { exact: true })).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Delete import' })).toBeHidden();
  await expect(page.getByText('Paused', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete import' }).click();
  await expect(page).toHaveURL(/\/admin\/import$/);
  await expect(page.getByText("The shop can fetch a supplier's file automatically")).toBeVisible();
});

test('pictures of an import come from a ZIP file, and an address that may not be asked is listed', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  await signIn();
  await page.goto('/admin/import');
  await page.getByLabel('Supplier').fill('Acme Salvage');
  await page.getByLabel('File', { exact: true }).setInputFiles({
    name: 'acme.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Tag;Name;Pictures\nIMPORTED-1;Hood;https://127.0.0.1/hood.jpg\nIMPORTED-2;Latch;latch.jpg\n',
    ),
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('combobox', { name: 'Pictures' })).toHaveValue('pictures');
  const pictures = page.getByRole('region', { name: 'Pictures' });
  const content = await jpegBytes(40, 30);
  await pictures.getByLabel('ZIP file with pictures').setInputFiles({
    name: 'pictures.zip',
    mimeType: 'application/zip',
    buffer: zip([
      { name: 'yard/latch.jpg', content },
      { name: 'yard/IMPORTED-1-2.jpg', content: await jpegBytes(50, 30) },
      { name: 'yard/notes.txt', content: Buffer.from('Row 3') },
    ]),
  });
  await page.getByRole('button', { name: 'Check the file' }).click();
  const start = page.getByRole('button', { name: 'Import 2 lines' });
  await expect(start).toBeVisible();
  // The file that was chosen before stays chosen.
  await pictures.getByRole('button', { name: 'Upload pictures' }).click();
  await expect(pictures.getByText('pictures.zip is uploaded')).toBeVisible();
  await start.click();

  await expect(pictures.getByText('2 of 4 pictures fetched, 2 failed')).toBeVisible({ timeout: 30_000 });
  await expect(
    pictures.getByRole('listitem').filter({ hasText: 'https://127.0.0.1/hood.jpg' }),
  ).toContainText('Line 2: https://127.0.0.1/hood.jpgThe address is not on the public internet');
  await expect(pictures.getByRole('listitem').filter({ hasText: 'notes.txt' })).toBeVisible();
  await expect(pictures.getByRole('link', { name: 'Download the failed pictures as CSV' })).toBeVisible();
  await expectAccessible(page, 'main');
  const { rows } = await owner.query("select id from parts_catalog where stock_number = 'IMPORTED-2'");
  await page.goto(`/part/${rows[0].id}`);
  await expect(page.getByRole('main').getByRole('img', { name: /Latch/ }).first()).toHaveAttribute(
    'src',
    /^\/files\/pictures\//,
  );
});
