import { card, main } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

test.use({ javaScriptEnabled: false });

test('a shopper finds a part by its car without JavaScript, and reads what its cart needs', async ({
  page,
  make,
  stock,
}) => {
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

  const needs = page.getByText('Add to Cart and Buy Now need JavaScript.');
  const expectDisabled = async () => {
    await expect(needs).toBeVisible();
    for (const name of [/^Add to Cart/, /^Buy Now/])
      await expect(main(page).getByRole('button', { name }).first()).toBeDisabled();
  };
  await expectDisabled();
  await page.getByRole('banner').getByRole('link', { name: 'Junkyard' }).click();
  await page.getByRole('combobox', { name: 'Search parts' }).fill(`${make} rotor`);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expectDisabled();
  await card(page, 'Plain Rotor').getByRole('link', { name: 'Plain Rotor' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Plain Rotor');
  await expectDisabled();

  await page.getByRole('link', { name: 'Cart', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shopping Cart');
  await expect(page.getByText('Your cart needs JavaScript.')).toBeVisible();
  await expect(main(page).getByText('Loading...')).toBeHidden();
});
