import { button, dialog, expect, more, test as base } from '../support/desk-story.ts';
import type { Page } from '../../tools/browser/playwright.ts';
import { toast } from '../support/screens.ts';

/** `expectBoth`: accessible on a phone and a desk. */
const test = base.extend<{ expectBoth: (page: Page, within?: string) => Promise<void> }>({
  expectBoth: ({ expectAccessible }, use) =>
    use(async (page, within) => {
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await expectAccessible(page, within);
      }
    }),
});

test.beforeEach(({ signIn }) => signIn());

test('an order is packed, shipped, undone and shipped again', async ({
  page,
  buy: buyParts,
  stock,
  expectBoth,
}) => {
  const [horn = '', mirror = ''] = await stock([
    { part_name: 'Horn', price: 40, stock_quantity: 9 },
    { part_name: 'Mirror', price: 60, stock_quantity: 9 },
  ]);
  const order = await buyParts([
    { id: horn, name: 'Horn', price: 40, units: 2 },
    { id: mirror, name: 'Mirror', price: 60 },
  ]);
  await page.goto(order);
  await expect(page.getByRole('heading', { name: /^Order PY-/ })).toBeVisible();

  await more(page, 'Pack…');
  await dialog(page).getByRole('spinbutton').fill('2');
  await expectBoth(page, '[role=dialog]');
  await button(page, 'Save').click();
  await expect(toast(page, 'Packing saved')).toBeVisible();
  await button(page, 'Pack all').click();
  await expect(page.getByText('Packed', { exact: true }).first()).toBeVisible();
  await expect(button(page, 'Ship…')).toBeFocused();

  await button(page, 'Ship…').click();
  await dialog(page).getByLabel('Tracking number').fill('1Z999AA10123456784');
  await dialog(page)
    .getByRole('checkbox', { name: /Mirror/ })
    .uncheck();
  await expectBoth(page, '[role=dialog]');
  await button(page, 'Ship').click();
  await expect(toast(page, 'Shipped part of the order')).toBeVisible();
  await expect(button(page, 'Ship…')).toBeFocused();
  await expect(page.getByRole('link', { name: /1Z999AA10123456784/ })).toHaveAttribute('href', /ups\.com/);
  await button(page, 'Undo').click();
  await expect(toast(page, 'Shipment undone. The parts are packed again')).toBeVisible();
  // Its button is gone: the next thing to do has the focus.
  await expect(button(page, 'Ship…')).toBeFocused();
  await button(page, 'Ship…').click();
  await button(page, 'Ship').click();
  await expect(toast(page, 'Order shipped')).toBeVisible();
  await expect(button(page, 'Mark as delivered')).toBeFocused();
  await button(page, 'Mark as delivered').click();
  await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible();
  // No step is left: the heading has the focus.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expectBoth(page);
});

test('several orders are packed at once', async ({ page, buy: buyParts, stock, owner, expectBoth }) => {
  const [horn = '', mirror = '', lamp = '', seat = ''] = await stock([
    { part_name: 'Horn', price: 40, stock_quantity: 9 },
    { part_name: 'Mirror', price: 60, stock_quantity: 9 },
    { part_name: 'Lamp', price: 30, stock_quantity: 9 },
    { part_name: 'Seat', price: 90, stock_quantity: 9 },
  ]);
  const numberOf = (address: string) => address.slice(address.indexOf('PY-'));
  const numbers = [
    numberOf(await buyParts([{ id: horn, name: 'Horn', price: 40 }])),
    numberOf(await buyParts([{ id: mirror, name: 'Mirror', price: 60 }])),
  ];
  await page.goto('/admin/orders?view=to-ship&state=to_pack');
  const box = (number: string) => page.getByRole('checkbox', { name: number }).filter({ visible: true });
  for (const number of numbers) await box(number).check();
  await expect(page.getByText('2 orders selected')).toBeVisible();
  await expectBoth(page);
  await button(page, 'Pack').click();
  await expect(toast(page, '2 orders done')).toBeVisible();
  for (const number of numbers) await expect(box(number)).toHaveCount(0);

  // One of the two cannot be packed anymore.
  const doubtful = numberOf(await buyParts([{ id: lamp, name: 'Lamp', price: 30 }]));
  const other = numberOf(await buyParts([{ id: seat, name: 'Seat', price: 90 }]));
  await page.reload();
  for (const number of [doubtful, other]) await box(number).check();
  await owner.query("update orders set review = 'waiting' where number = $1", [doubtful.slice('PY-'.length)]);
  await button(page, 'Pack').click();
  await expect(toast(page, '1 of 2 orders done')).toBeVisible();
  await expect(toast(page, /^PY-\d+: the order waits for review/)).toBeVisible();

  // A toast is no dialog: the keys of the list work beside it.
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search orders' })).toBeFocused();
});

test('a form on an order keeps what was typed if the connection fails', async ({
  unwatchedPage: page,
  buy: buyParts,
  stock,
}) => {
  const [horn = ''] = await stock([{ part_name: 'Horn', price: 40, stock_quantity: 9 }]);
  await page.goto(await buyParts([{ id: horn, name: 'Horn', price: 40 }]));
  await more(page, 'Add a note…');
  await dialog(page).getByLabel('Note *').fill('Dana will call.');
  await page.context().setOffline(true);
  await button(page, 'Add').click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Error: the connection failed');
  await expect(dialog(page).getByLabel('Note *')).toHaveValue('Dana will call.');
  await page.context().setOffline(false);
  await button(page, 'Add').click();
  await expect(toast(page, 'Note added')).toBeVisible();
  await expect(page.getByText('Dana will call.')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('a part is not there, another is refunded, and the rest is canceled', async ({
    page,
    buy: buyParts,
    owner,
    stock,
    expectAccessible,
  }) => {
    const [horn = '', mirror = '', lamp = ''] = await stock([
      { part_name: 'Horn', price: 40, stock_quantity: 9 },
      { part_name: 'Mirror', price: 60, stock_quantity: 9 },
      { part_name: 'Lamp', price: 30, stock_quantity: 9 },
    ]);
    const order = await buyParts([
      { id: horn, name: 'Horn', price: 40 },
      { id: mirror, name: 'Mirror', price: 60 },
      { id: lamp, name: 'Lamp', price: 30 },
    ]);
    await page.goto(order);
    await more(page, 'Part not found…');
    await dialog(page).getByRole('checkbox', { name: /Horn/ }).check();
    await expectAccessible(page, '[role=dialog]');
    await button(page, 'Refund $43.20').click();
    await expect(toast(page, 'Refund requested, and the buyer will get an email')).toBeVisible();

    await more(page, 'Refund…');
    await dialog(page).getByRole('radio', { name: 'Amount' }).check();
    await dialog(page).getByLabel('Amount *').fill('900');
    await dialog(page).getByLabel('Reason *').selectOption('Price adjustment');
    await button(page, 'Refund').click();
    await expect(dialog(page).getByRole('alert')).toHaveText(
      /^Error refunding: only \$\d+\.\d\d can be refunded$/,
    );
    await expect(toast(page, /^Error refunding/)).toHaveCount(0);
    await dialog(page).getByRole('radio', { name: 'Parts' }).check();
    await dialog(page)
      .getByRole('checkbox', { name: /Mirror/ })
      .check();
    await dialog(page).getByRole('checkbox', { name: 'Put back into stock' }).check();
    await expectAccessible(page, '[role=dialog]');
    await button(page, 'Refund $64.80').click();
    await expect(toast(page, /^\$64\.80 will be refunded/)).toBeVisible();
    const parts = await owner.query('select stock_quantity from parts_catalog where id = $1', [mirror]);
    expect(parts.rows).toEqual([{ stock_quantity: 9 }]);

    await more(page, 'Cancel the order…');
    await expectAccessible(page, '[role=dialog]');
    await expect(dialog(page).getByRole('checkbox')).toHaveCount(1);
    await expect(dialog(page).getByRole('checkbox', { name: 'Lamp' })).toBeChecked();
    await expect(button(page, 'Keep the order')).toBeVisible();
    await button(page, 'Cancel the order').click();
    await expect(toast(page, /^Order canceled/)).toBeVisible();
    await expect(page.getByText('Canceled', { exact: true }).first()).toBeVisible();
  });
});

test('an order is put on hold with a reason, and taken off hold', async ({
  page,
  buy: buyParts,
  stock,
  expectBoth,
}) => {
  const [horn = ''] = await stock([{ part_name: 'Horn', price: 40, stock_quantity: 9 }]);
  await page.goto(await buyParts([{ id: horn, name: 'Horn', price: 40 }]));
  await more(page, 'Put on hold…');
  await button(page, 'Put on hold').click();
  await expect(dialog(page).getByRole('alert')).toContainText('enter why');
  const reason = dialog(page).getByLabel('Why *');
  await expect(reason).toBeFocused();
  await reason.fill('Which side?');
  await button(page, 'Put on hold').click();
  await expect(page.getByText('Nothing may ship: it is on hold (Which side?).')).toBeVisible();
  await expect(page.getByRole('heading', { name: /On hold$/ })).toBeVisible();
  await expect(button(page, 'Pack all')).toBeHidden();
  await expectBoth(page, 'main');
  await button(page, 'Take off hold').click();
  await expect(button(page, 'Pack all')).toBeFocused();
  await expect(page.getByText('Put the order on hold: Which side?')).toBeVisible();
  await page.goto('/admin/orders?view=to-ship');
  await expect(page.getByText('On hold', { exact: true })).toHaveCount(0);
});

test('a photograph, a note and a packing slip', async ({ page, buy: buyParts, stock, expectAccessible }) => {
  const [horn = ''] = await stock([{ part_name: 'Horn', price: 40, stock_quantity: 9 }]);
  const order = await buyParts([{ id: horn, name: 'Horn', price: 40 }]);
  await page.goto(order);
  await more(page, 'Add a note…');
  await dialog(page).getByLabel('Note *').fill('Dana will call.');
  await button(page, 'Add').click();
  await expect(page.getByText('Dana will call.')).toBeVisible();
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP8z4APMOGVHbHSAEEsAROxCnMTAAAAAElFTkSuQmCC',
    'base64',
  );
  await page.locator('input[type=file]').setInputFiles({ name: 'p.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('img', { name: 'The parcel' })).toBeVisible();
  await page.getByRole('link', { name: 'Packing slip' }).click();
  await expect(page.getByRole('heading', { name: /^Packing slip PY-/ })).toBeVisible();
  // The toast's button is hidden from screen readers until the toast has the focus.
  await expectAccessible(page, 'main');
  await page.getByRole('link', { name: 'Pull list' }).click();
  await expect(page.getByRole('heading', { name: 'Pull list for 1 order' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
});
