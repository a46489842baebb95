import type { BrowserContext, Page } from '../../tools/browser/playwright.ts';
import { card, results, toasts } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';
import { formatOrderNumber } from '#core/values/order-number.ts';

type Stock = (parts: { part_name: string; price?: number; stock_quantity?: number }[]) => Promise<string[]>;

/** Adds the named parts to the cart from the results. */
async function fill(page: Page, make: string, names: string[]) {
  await page.goto(results(make));
  for (const name of names) {
    await card(page, name).getByRole('button', { name: 'Add to Cart' }).click();
  }
  await expect(
    page.getByRole('link', { name: `Cart, ${names.length} item${names.length > 1 ? 's' : ''}` }),
  ).toBeVisible();
  await page.goto('/cart');
}

/** Opens the payment page from the cart in a new tab. */
async function proceed(page: Page, context: BrowserContext): Promise<Page> {
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  const payment = await opened;
  await expect(payment.getByRole('heading', { name: 'Test payment' })).toBeVisible();
  return payment;
}

async function stockAndHeld(owner: import('pg').Client, id: string | undefined) {
  const { rows } = await owner.query(
    'select stock_quantity as stock, stock_held as held from parts_catalog where id = $1',
    [id],
  );
  return rows[0];
}

const twoParts = (stock: Stock) =>
  stock([
    { part_name: 'Rotor', price: 60, stock_quantity: 3 },
    { part_name: 'Pads', price: 25.5, stock_quantity: 2 },
  ]);

test('a shopper adds two parts, changes quantities, and pays; the order and both mails exist', async ({
  page,
  context,
  make,
  stock,
  owner,
}) => {
  const [rotor] = await twoParts(stock);
  await fill(page, make, ['Rotor', 'Pads']);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Rotor' })
    .getByRole('button', { name: /increase|plus|more/i })
    .click();
  // Rotor 2 x 60.00 ships free; Pads 25.50 ships for 15.00; tax 8 % of 145.50 is 11.64.
  await expect(page.getByText('$172.14')).toBeVisible();

  const payment = await proceed(page, context);
  await expect(payment.getByText('$172.14')).toBeVisible();
  const email = `buyer-${Date.now()}@example.com`;
  await payment.getByLabel('Email').fill(email);
  await payment.getByRole('button', { name: 'Pay' }).click();
  await expect(payment.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(payment).toHaveTitle('Payment Success | Checkout');
  await expect(
    payment.getByText('Thank you for your purchase. You will receive a confirmation email shortly.'),
  ).toBeVisible();

  // The cart is emptied in every tab. Reloading the success page changes nothing.
  await expect(page.getByText('Your Cart is Empty')).toBeVisible();
  await payment.reload();
  await expect(payment.getByRole('link', { name: 'Return Home' })).toHaveAttribute('href', '/');
  // What was typed for the payment need not be typed again.
  await payment.getByRole('link', { name: 'Follow your order' }).click();
  await expect(payment.getByLabel('Email you paid with')).toHaveValue(email);
  await payment.getByRole('button', { name: 'Find the order' }).click();
  await expect(payment.getByRole('heading', { level: 1, name: /^Order PY-/ })).toContainText('Paid');

  const { rows } = await owner.query(
    'select number, status, amount, product_name, shipping_address from orders where email = $1',
    [email],
  );
  expect(rows).toMatchObject([
    { status: 'completed', amount: '172.14', shipping_address: { city: 'San Diego', country: 'US' } },
  ]);
  expect(await stockAndHeld(owner, rotor)).toEqual({ stock: 1, held: 0 });

  await page.goto('/mailbox');
  const mail = (text: string) =>
    page.getByRole('listitem').filter({ hasText: text }).filter({ hasText: '$172.14' });
  await expect(mail(`Order ${formatOrderNumber(rows[0].number)} is confirmed`)).toContainText(`To ${email}`);
  await expect(mail(`New order ${formatOrderNumber(rows[0].number)}`)).toContainText('(the shop)');
});

test('a payment is declined, canceled, and paid; neither it nor the success page takes the cart before', async ({
  page,
  context,
  make,
  stock,
  owner,
}) => {
  const [rotor] = await twoParts(stock);
  await fill(page, make, ['Rotor']);
  // Visiting the success page without a payment keeps the cart.
  await page.goto('/payment-success');
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/payment-success?session_id=test_nonsense');
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await page.goto('/cart');
  const payment = await proceed(page, context);
  expect(await stockAndHeld(owner, rotor)).toEqual({ stock: 3, held: 1 });
  await payment.getByRole('button', { name: 'Decline' }).click();
  await expect(payment.getByRole('alert')).toContainText('The card was declined. Nothing was charged.');
  expect(await stockAndHeld(owner, rotor)).toEqual({ stock: 3, held: 0 });
  await payment.close();

  const canceled = await proceed(page, context);
  expect(await stockAndHeld(owner, rotor)).toEqual({ stock: 3, held: 1 });
  await canceled.getByRole('button', { name: 'Cancel' }).click();
  await expect(canceled.getByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
  await expect(canceled.getByText('Your payment was canceled. No charges were made.')).toBeVisible();
  expect(await stockAndHeld(owner, rotor)).toEqual({ stock: 3, held: 0 });
  await canceled.getByRole('link', { name: 'Back to Cart' }).click();
  await expect(canceled.getByText('Rotor')).toBeVisible();
  await canceled.close();

  // A price change between cart and checkout is shown before the payment.
  await owner.query('update parts_catalog set price = 70 where id = $1', [rotor]);
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(toasts(page).getByText('The price of Rotor has changed')).toBeVisible();
  await expect(page.getByText(/\$70\.00/).first()).toBeVisible();
  expect(await stockAndHeld(owner, rotor)).toEqual({ stock: 3, held: 0 });
  await expect.poll(() => context.pages().length).toBe(1);
  await page.getByRole('button', { name: 'Update price' }).click();

  // Two payment tabs for the same cart are one payment.
  const first = await proceed(page, context);
  const second = await proceed(page, context);
  expect(second.url()).toBe(first.url());
  await first.getByRole('button', { name: 'Pay' }).click();
  await expect(first.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await second.getByRole('button', { name: 'Pay' }).click();
  await expect(second.getByText('This payment has ended.')).toBeVisible();
});

test('a shopper who closes the payment tab can buy the last item in a new payment', async ({
  page,
  context,
  make,
  stock,
  owner,
}) => {
  const [last] = await stock([{ part_name: 'Last Rotor', price: 60, stock_quantity: 1 }]);
  await fill(page, make, ['Last Rotor']);
  const first = await proceed(page, context);
  await first.close();
  await page.reload();
  await expect(page.getByText('Last Rotor')).toBeVisible();
  await expect(page.getByText(/out of stock/i)).toHaveCount(0);
  const second = await proceed(page, context);
  expect(await stockAndHeld(owner, last)).toEqual({ stock: 1, held: 1 });
  await second.getByRole('button', { name: 'Pay' }).click();
  await expect(second.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  expect(await stockAndHeld(owner, last)).toEqual({ stock: 0, held: 0 });
});

/** Pays without opening the success page. */
async function payUnseen(payment: Page, email: string) {
  const answer = await payment.request.post(payment.url(), {
    form: { choice: 'pay', email },
    headers: { Origin: new URL(payment.url()).origin },
    maxRedirects: 0,
  });
  expect(answer.status()).toBeLessThan(400);
  await payment.close();
}

test('a paid cart is emptied with a message even if the success page was never loaded', async ({
  page,
  context,
  make,
  stock,
}) => {
  await twoParts(stock);
  await fill(page, make, ['Rotor']);
  const payment = await proceed(page, context);
  // No page of the shop is open.
  await page.goto('about:blank');
  await payUnseen(payment, 'buyer@example.com');
  await page.goto('/cart');
  await expect(page.getByText('Your Cart is Empty')).toBeVisible();
  await expect(toasts(page).getByText('Payment Successful!')).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Your Cart is Empty')).toBeVisible();
  await expect(toasts(page).getByText('Payment Successful!')).toHaveCount(0);
});

test('a paid cart can’t be paid again from a stale page', async ({ page, context, make, stock, owner }) => {
  const [rotor] = await twoParts(stock);
  await fill(page, make, ['Rotor']);
  // A page that is not notified of the payment.
  await page.route('**/functions/v1/own-holds', (route) =>
    route.fulfill({ json: { payments: [], paid: [] } }),
  );
  await payUnseen(await proceed(page, context), 'buyer@example.com');
  await page.getByRole('button', { name: 'Proceed to Checkout' }).click();
  await expect(page).toHaveURL(/\/payment-success\?session_id=/);
  await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByText('Your Cart is Empty')).toBeVisible();
  const { rows } = await owner.query('select from order_lines where part_id = $1', [rotor]);
  expect(rows).toHaveLength(1);
});
