import { card } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

test.use({ javaScriptEnabled: false });

test('a shopper finds a part by its car and pays for it without scripts', async ({ page, make, stock }) => {
  await stock([
    { part_name: 'Plain Pads', price: 40, stock_quantity: 5 },
    { part_name: 'Plain Rotor', price: 60, stock_quantity: 1 },
  ]);
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Find Parts' })).toBeHidden();
  for (const [step, value] of [
    ['Make', make],
    ['Model', 'Roadster'],
    ['Year', '2015'],
  ] as const) {
    await page.getByRole('combobox', { name: step }).selectOption(value);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('combobox', { name: step })).toHaveValue(value);
  }
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Brakes');
  await page.getByRole('button', { name: 'Find Parts' }).click();

  await card(page, 'Plain Pads').getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Added to Cart: Plain Pads')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping Cart');
  const pads = card(page, 'Plain Pads');
  await pads.getByRole('button', { name: 'Increase quantity' }).click();
  await expect(pads.getByRole('status')).toHaveText('2');
  await page.getByRole('link', { name: 'Continue Shopping' }).click();
  await page.getByRole('combobox', { name: 'Search parts' }).fill(`${make} rotor`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await card(page, 'Plain Rotor').getByRole('button', { name: 'Buy Now' }).click();
  await expect(card(page, 'Plain Rotor').getByRole('button', { name: 'Increase quantity' })).toBeDisabled();
  await card(page, 'Plain Rotor').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('region', { name: 'Order Summary' }).getByRole('definition')).toHaveText([
    '$80.00',
    '$6.40',
    '$15.00',
    '$101.40',
  ]);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/test-payment/);
});
