import { test as deskTest } from '../support/desk-story.ts';
import { test as adminTest } from '../support/admin-story.ts';
import { ScreenReader } from '../support/screen-reader.ts';
import { card, main, results, panelEntry } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

/** Each main journey by keyboard alone, with what a screen reader says: compared with journeys/*.txt. */

test('from a search to the cart and the payment', async ({ page, context, make, stock }) => {
  await stock([{ part_name: 'Front Brake Pads', vehicle_year: 2015, price: 60, stock_quantity: 3 }]);
  const user = new ScreenReader(
    page,
    [
      [make, 'Testa'],
      // A busy machine counts later.
      [', 1 parts found', ''],
    ],
    /best match first$|^\$\S+ more of this part for free shipping$/,
  );
  await page.goto('/');
  await user.listen();
  await user.tabTo(main(page).getByRole('combobox', { name: 'Part, car or OEM number' }));
  await user.type(`${make} brake pads`);
  await user.press('Enter');
  await user.hear(/Junkyard/);
  await user.feel(page.getByRole('heading', { level: 1 }));

  await user.tabTo(card(page, 'Front Brake Pads').getByRole('link', { name: 'Front Brake Pads' }));
  await user.press('Enter');
  await user.hear(/^Front Brake Pads/);
  await user.feel(page.getByRole('heading', { level: 1 }));
  await page.goBack();
  await user.hear(/Junkyard/);
  await user.feel(card(page, 'Front Brake Pads').getByRole('link', { name: 'Front Brake Pads' }));

  await user.tabTo(page.getByRole('button', { name: /^Add to Cart: 2015 .* Front Brake Pads$/ }));
  await user.press('Enter');
  await user.hear(/Added to cart/);
  await user.tabTo(page.getByRole('link', { name: 'Cart, 1 item' }), 'Shift+Tab');
  await user.press('Enter');
  await user.hear('Shopping Cart');
  await user.feel(page.getByRole('heading', { level: 1 }));

  const opened = context.waitForEvent('page');
  await user.tabTo(page.getByRole('button', { name: 'Proceed to Checkout' }));
  await user.press('Enter');
  const payment = await opened;
  await expect(payment.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  await user.listen(payment);
  await user.tabTo(payment.getByLabel('Email'));
  await user.type('dana@example.com');
  await user.tabTo(payment.getByRole('button', { name: /^Pay/ }));
  await user.press('Enter');
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await user.listen();
  user.expectJourney('search-to-payment');
});

test('from the vehicle to the results and a part', async ({ page, make, stock }) => {
  await stock(
    Array.from({ length: 26 }, (_, index) => ({
      part_name: `Brake Pads ${String(index).padStart(2, '0')}`,
      vehicle_year: 2015,
      category: 'Brakes',
      price: 60 - index,
      stock_quantity: index === 25 ? 0 : 3,
    })),
  );
  const user = new ScreenReader(page, [[make, 'Testa']]);
  await page.goto(results(make).replace('&category=Brakes', ''));
  await user.listen();
  await user.tabTo(page.getByLabel('Category'));
  await page.keyboard.press('ArrowDown');
  await user.type('brakes');
  await expect(page.getByRole('option', { name: /Brakes/ })).toBeVisible();
  await user.press('Enter');
  await user.tabTo(page.getByRole('button', { name: 'Find Parts' }));
  await user.press('Enter');
  await user.hear(/^Brakes parts for/);
  await user.feel(page.getByRole('heading', { level: 1 }));
  const sort = page.getByLabel('Sort by');
  await user.tabTo(sort);
  await user.type('price l');
  await user.hear(/sorted by price/);
  await user.feel(sort);
  const more = page.getByRole('link', { name: 'Load More' });
  await user.tabTo(more);
  await user.press('Enter');
  await user.hear(/^26 of 26/);
  await user.tabTo(card(page, 'Brake Pads 00').getByRole('link', { name: 'Brake Pads 00' }), 'Shift+Tab');
  await user.press('Enter');
  await user.hear(/^Brake Pads 00/);
  await user.feel(page.getByRole('heading', { level: 1 }));
  user.expectJourney('vehicle-to-part');
});

test('a refused sign-in, and a sign-up', async ({ page }) => {
  const user = new ScreenReader(page);
  await page.goto('/about');
  await user.listen();
  await user.tabTo(page.getByRole('link', { name: 'Sign In' }));
  await user.press('Enter');
  await user.hear('Sign In');
  await user.feel(page.getByRole('heading', { level: 1 }));
  await user.tabTo(page.getByLabel('Email'));
  await user.type('dana@example.com');
  await user.tabTo(page.getByLabel('Password'));
  await user.type('not the password');
  await user.press('Enter');
  await user.hear(/^Invalid/, /^Sign In Failed/);
  await user.feel(page.getByLabel('Email'));
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(/Invalid/);

  await user.tabTo(page.getByRole('tab', { name: 'Sign In' }), 'Shift+Tab');
  await user.press('ArrowRight');
  await user.feel(page.getByRole('tab', { name: 'Sign Up', selected: true }));
  await expect(page).toHaveTitle('Sign Up | Partyard');
  await user.tabTo(page.getByLabel('Display Name'));
  await user.type('Dana');
  await user.tabTo(page.getByLabel('Email'));
  await user.tabTo(page.getByLabel('Password'));
  await user.type('secret');
  await user.press('Enter');
  await user.hear(/^Sign Up Failed/, /^This password/);
  await user.feel(page.getByLabel('Password'));
  await page.keyboard.press('ControlOrMeta+a');
  await user.type('a long enough password of Dana');
  await user.press('Enter');
  await user.hear(/^Account Created!/, /^Please check your email/);
  user.expectJourney('sign-up');
});

adminTest('a part is found and its price changed', async ({ page, make, stock, signIn }) => {
  await stock([{ part_name: 'Horn', vehicle_year: 2015, price: 60, stock_quantity: 3 }]);
  await signIn();
  const user = new ScreenReader(
    page,
    [
      [make, 'Testa'],
      [/ada-\S+@example.com/g, 'ada@example.com'],
    ],
    /^[\d,]+ parts$/,
  );
  await page.goto('/about');
  await user.listen();
  await user.tabTo(page.getByRole('button', { name: /^Account of/ }));
  await user.press('Enter');
  await user.tabTo(page.getByRole('link', { name: 'Admin Panel' }));
  await user.press('Enter');
  await user.hear('Parts Catalog, Admin Panel');
  await user.feel(page.getByRole('heading', { level: 1 }));
  await user.tabTo(page.getByRole('searchbox', { name: /Search/ }));
  await user.type(make);
  await user.hear('1 part');
  const price = page.getByRole('button', { name: 'Price of Horn: $60.00' }).filter({ visible: true });
  await user.tabTo(price);
  await user.press('Enter');
  await user.feel(page.getByRole('textbox', { name: 'Price of Horn' }));
  await page.keyboard.press('ControlOrMeta+a');
  await user.type('65.50');
  await user.press('Enter');
  await user.feel(page.getByRole('button', { name: 'Price of Horn: $65.50' }).filter({ visible: true }));
  await user.tabTo(page.getByRole('button', { name: 'Delete Horn' }).filter({ visible: true }));
  await user.press('Enter');
  await user.feel(page.getByRole('button', { name: 'Cancel' }));
  await user.tabTo(page.getByRole('button', { name: 'Delete part' }));
  await user.press('Enter');
  await user.hear(/deleted/);
  await user.feel(page.getByRole('heading', { level: 1 }));
  user.expectJourney('admin-price');
});

deskTest('an order is found, packed and shipped', async ({ page, buy, stock, signIn }) => {
  const [horn = ''] = await stock([{ part_name: 'Horn', price: 40, stock_quantity: 9 }]);
  const number = (await buy([{ id: horn, name: 'Horn', price: 40 }])).split('/').at(-1) ?? '';
  await signIn();
  const user = new ScreenReader(page, [
    [number, 'PY-1'],
    [/ \d+ waiting/g, ' 1 waiting'],
  ]);
  await page.goto('/admin');
  await user.listen();
  await user.tabTo(panelEntry(page, 'Orders'));
  await user.press('Enter');
  await user.hear('Orders, Admin Panel');
  await user.feel(page.getByRole('heading', { level: 1, name: 'Orders' }));
  await user.tabTo(page.getByRole('link', { name: number }).filter({ visible: true }));
  await user.press('Enter');
  await user.hear(`Order ${number}, Admin Panel`);
  await user.feel(page.getByRole('heading', { level: 1, name: /^Order PY-/ }));
  await user.tabTo(page.getByRole('button', { name: 'Pack all' }));
  await user.press('Enter');
  await user.hear('Packing saved');
  await user.tabTo(page.getByRole('button', { name: 'Ship…' }));
  await user.press('Enter');
  await user.tabTo(page.getByRole('dialog').getByLabel('Tracking number'));
  await user.type('1Z999AA10123456784');
  await user.tabTo(page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }));
  await user.press('Enter');
  await user.hear('Order shipped');
  user.expectJourney('order-shipped');
});
