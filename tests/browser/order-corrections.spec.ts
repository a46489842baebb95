import { button, dialog, expect, more, test } from '../support/desk-story.ts';
import { toast } from '../support/screens.ts';

test.beforeEach(({ signIn }) => signIn());

test('the address of a paid order is changed, and the buyer is asked for the difference', async ({
  page,
  buy,
  stock,
  expectAccessible,
}) => {
  const [horn = ''] = await stock([{ part_name: 'Horn', price: 40, stock_quantity: 9 }]);
  await page.goto(await buy([{ id: horn, name: 'Horn', price: 40 }]));
  await more(page, 'Change the address…');
  await dialog(page).getByLabel('Street address').fill('9 New Road');
  await dialog(page).getByLabel('City').fill('Austin');
  await dialog(page).getByLabel('State').selectOption('Texas');
  await dialog(page).getByLabel('ZIP code').fill('92101');
  await button(page, 'Next').click();
  await expect(dialog(page).getByRole('alert')).toContainText('92101');
  await dialog(page).getByLabel('ZIP code').fill('73301');
  await dialog(page).getByLabel('Shipping').fill('20');
  await button(page, 'Next').click();
  await expect(dialog(page).getByRole('status')).toContainText('The order costs $5.00 more.');
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, '[role=dialog]');
  }
  await button(page, 'Back').click();
  await expect(dialog(page).getByLabel('Street address')).toHaveValue('9 New Road');
  await button(page, 'Next').click();
  await expect(dialog(page).getByRole('radio', { name: /^Ask the buyer/ })).toBeChecked();
  await button(page, 'Save').click();
  await expect(toast(page, 'Saved. The buyer will get an email with a link to pay $5.00')).toBeVisible();
  await expect(page.getByText('Austin, TX 73301').first()).toBeVisible();
  await expect(page.getByText('Nothing may ship: another amount was paid.')).toBeVisible();
});

test('a part of a paid order is swapped for another one', async ({ page, buy, stock, expectAccessible }) => {
  const [horn = ''] = await stock([
    { part_name: 'Horn', price: 40, stock_quantity: 9 },
    { part_name: 'Swappable Mirror', price: 30, stock_quantity: 9 },
  ]);
  await page.goto(await buy([{ id: horn, name: 'Horn', price: 40 }]));
  await more(page, 'Swap or add a part…');
  await dialog(page).getByLabel('Take off').selectOption({ index: 1 });
  await dialog(page).getByLabel('Add').fill('Swappable');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByRole('radio', { name: /^Swappable Mirror/ })
    .check();
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, '[role=dialog]');
  }
  await button(page, 'Next').click();
  await expect(dialog(page).getByRole('status').last()).toContainText('The order costs $10.80 less.');
  await button(page, 'Save').click();
  await expect(toast(page, 'Saved. $10.80 will be refunded. The buyer will get an email.')).toBeVisible();
  await expect(page.getByText('Swapped Horn for Swappable Mirror; $10.80 goes back')).toBeVisible();
});
