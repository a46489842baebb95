import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-story.ts';
import { main } from '../support/screens.ts';

test('a file of cars is checked, put right and imported', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const stockNumber = `Y-${randomUUID().slice(0, 8)}`;
  const choose = (cells: string) =>
    page.getByLabel('CSV file').setInputFiles({
      name: 'cars.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`stock_number,no_vin_reason,make,model,price\n${stockNumber},${cells}\n`),
    });
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn();
  await page.goto('/admin/vehicles');
  await main(page).getByRole('link', { name: 'Import CSV' }).click();
  await choose('Burnt,,,1');
  const check = page.getByRole('button', { name: 'Check the file' });
  await check.click();
  const problem = main(page).getByText('Line 2: Make: Please enter make and model of a car without a VIN');
  await expect(problem).toBeVisible();
  await expectAccessible(page, 'main');
  await choose('Burnt,Honda,Civic,1');
  await expect(problem).toHaveCount(0);
  await check.click();
  await expect(main(page).getByText('1 will be added, 0 will be changed, 0 stay the same')).toBeVisible();
  await expect(main(page).getByText('Columns that are not imported: price')).toBeVisible();
  await page.getByRole('button', { name: 'Import', exact: true }).press('Enter');
  await expect(page).toHaveURL('/admin/vehicles');
  await expect(main(page).getByRole('link', { name: stockNumber })).toBeVisible();
  await owner.query('delete from yard_vehicles where stock_number = $1', [stockNumber]);
});
