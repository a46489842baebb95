import { card, cartLink, junkyard, main, results, toast } from '../support/screens.ts';
import { openLive } from '../support/live-page.ts';
import { expect, test } from '../support/story.ts';

const pads = {
  part_name: 'Front Brake Pads',
  vehicle_year: 2015,
  part_type: 'New',
  brand: 'Akebono',
  oem_number: '45022-TR3-A01',
};

test('the second offer of a row goes into the cart by keyboard', async ({
  page,
  make,
  stock,
  expectAccessibleEverywhere,
}) => {
  await stock([
    { ...pads, price: 50, warranty: '12 months' },
    { ...pads, price: 60, warranty: '36 months', stock_quantity: 3 },
    { ...pads, price: 40, stock_quantity: 0 },
  ]);
  await page.goto(results(make));
  await expect(card(page, pads.part_name)).toHaveCount(1);
  await expectAccessibleEverywhere(page, 'main');
  const offers = card(page, pads.part_name).getByRole('group', { name: 'Other offers' });
  await card(page, pads.part_name)
    .getByRole('button', { name: /^Buy Now/ })
    .focus();
  await page.keyboard.press('Tab');
  await expect(
    offers.getByRole('link', { name: /^\$60\.00 New · Warranty 36 months · In Stock: 3/ }),
  ).toBeFocused();
  await page.keyboard.press('Tab');
  const button = offers.getByRole('button', { name: /^Add to Cart: .*, \$60\.00$/ });
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Added to Cart')).toBeVisible();
  await expect(button).toBeFocused();
  await expect(cartLink(page)).toHaveAccessibleName(/1/);
  await page.goto('/cart');
  await expect(main(page).getByText('$60.00').first()).toBeVisible();
});

test('price and stock of the offers in a row follow on an open list', async ({
  page,
  make,
  stock,
  owner,
}) => {
  const [, second = ''] = await stock([
    { ...pads, price: 50 },
    { ...pads, price: 60, stock_quantity: 3 },
  ]);
  await openLive(page, junkyard(make));
  const offers = card(page, pads.part_name).getByRole('group', { name: 'Other offers' });
  await expect(offers.getByRole('link')).toHaveText('$60.00 New · In Stock: 3');
  await owner.query('update parts_catalog set price = 55, stock_quantity = 2 where id = $1', [second]);
  await expect(offers.getByRole('link')).toHaveText('$55.00 New · In Stock: 2');
  await owner.query('update parts_catalog set stock_quantity = 0 where id = $1', [second]);
  await expect(offers.getByRole('link')).toHaveText('$55.00 New · Sold');
  await expect(offers.getByRole('button')).toHaveAttribute('aria-disabled', 'true');
});
