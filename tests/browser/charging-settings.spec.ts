import type { Locator, Page } from '../../tools/browser/playwright.ts';
import { expect, test } from '../support/own-shop.ts';

const engine = { part_name: 'Engine', category: 'Engine', price: 1_500, stock_quantity: 2 };

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 360, height: 740 } });
test.beforeEach(async ({ owner, signIn, stock }) => {
  await owner.query("update shop_settings set values = '{}'");
  await stock([engine]);
  await signIn();
});

/** Only by keyboard. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached`);
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Replaces what is typed in the field. */
async function type(page: Page, label: string, text: string) {
  await tabTo(page, page.getByRole('textbox', { name: label, exact: true }));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** A select that has the focus finds an option by its first letters. */
async function choose(page: Page, label: string, option: string) {
  const select = page.getByRole('combobox', { name: label, exact: true });
  await tabTo(page, select);
  await page.keyboard.type(option);
  await expect(select.locator('option:checked')).toHaveText(option);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function save(page: Page) {
  await press(page, button(page, 'Save changes'));
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();
}

test('an owner sets freight zones, a state and a core charge by keyboard, and the cart uses them', async ({
  page,
  owner,
  stock,
  expectAccessible,
}) => {
  await page.goto('/admin/settings/setup');
  await press(page, page.getByRole('link', { name: 'Shipping', exact: true }).first());
  await expect(page.getByRole('heading', { name: 'Freight' })).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: /Shoppers ask for a quote/ }));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Prices by zone/ })).toBeChecked();
  await press(page, button(page, 'Add zone'));
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('West');
  await type(page, 'States', 'ca, Nevada');
  await expect(page.getByText('California, Nevada', { exact: true })).toBeVisible();
  await type(page, 'Price of a shipment', '150');
  await type(page, 'And for each 100 pounds', '$20.00');
  await type(page, 'Added for a residential address', '75');
  await press(page, button(page, 'Add category'));
  await choose(page, 'Category', 'Engine');
  await choose(page, 'Sent as', 'Freight');
  await type(page, 'Weight', '412');
  await save(page);

  await page.goto('/admin/settings/tax');
  await tabTo(page, page.getByRole('radio', { name: /One rate for all orders/ }));
  await page.keyboard.press('ArrowDown');
  await press(page, button(page, 'Add state'));
  await choose(page, 'State', 'California');
  await type(page, "State's rate", '7.75');
  await save(page);

  await page.goto('/admin/settings?page=cores');
  await press(page, button(page, 'Add core charge'));
  await choose(page, 'Category', 'Engine');
  await type(page, 'Charge', '150');
  await save(page);
  const { rows } = await owner.query('select values from shop_settings');
  expect(rows[0].values).toMatchObject({
    shipping: {
      freight: { mode: 'zones', zones: [{ name: 'West', states: ['CA', 'NV'], baseCents: 150_00 }] },
    },
    tax: { mode: 'table', states: [{ state: 'CA', rate: 0.0775 }] },
    cores: { kinds: [{ category: 'Engine', chargeCents: 150_00 }] },
  });

  const [id] = await stock([engine]);
  await page.evaluate(
    (cart) => localStorage.setItem('cart.items', JSON.stringify(cart)),
    [{ id, name: 'Engine', partNumber: '', price: 1_500, quantity: 1, image: '' }],
  );
  await page.goto('/cart');
  await type(page, 'ZIP code', '10001');
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('NY');
  await expect(page.getByRole('link', { name: 'Ask us for a shipping quote' })).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.type('California');
  await expect(page.getByText('Your ZIP code 10001 is in New York, not in California')).toBeVisible();
  await expectAccessible(page);
  await type(page, 'ZIP code', '92101');
  const amounts = page.getByRole('region', { name: 'Order Summary' }).getByRole('definition');
  // 150 + 4.12 × 20 + 75 for a home; 7.75 % of part and core
  await expect(amounts).toHaveText(['$1,500.00', '$127.88', '$307.40', '$150.00', '$2,085.28']);
});

test('a wrong value is refused beside its field, and nothing changes', async ({ page, owner }) => {
  await page.goto('/admin/settings?page=shipping');
  await type(page, 'Price for each box', '12.345');
  await press(page, button(page, 'Save changes'));
  await expect(page.getByText('Price for each box must be an amount from $0 to $10,000')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Price for each box' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Price for each box' })).toHaveValue('12.345');
  const { rows } = await owner.query('select values from shop_settings');
  expect(rows).toEqual([{ values: {} }]);
});

test('the focus stays in a list whose rows come and go', async ({ page }) => {
  await page.goto('/admin/settings?page=cores');
  const add = button(page, 'Add core charge');
  for (const charge of ['10', '20']) {
    await press(page, add);
    await expect(page.getByRole('combobox', { name: 'Category' }).last()).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type(charge);
  }
  await button(page, 'Remove core charge 1').focus();
  await page.keyboard.press('Enter');
  await expect(add).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Charge' })).toHaveValue('20.00');
});

test('what another admin has changed within a setting is shown in words before it is overwritten', async ({
  page,
  owner,
}) => {
  await page.goto('/admin/settings?page=shipping');
  const alaska = page.getByRole('combobox', { name: 'Alaska' });
  await alaska.selectOption('Not shipped to');
  await page.getByRole('textbox', { name: 'Free above' }).fill('200');
  await owner.query('update shop_settings set values = $1', [
    JSON.stringify({
      shipping: {
        freeAboveCents: 150_00,
        remote: { alaska: 30_00, hawaii: 'same', territories: 'same', military: 'same' },
      },
    }),
  ]);
  await button(page, 'Save changes').click();
  await expect(
    page.getByText(
      "Alaska was changed by someone else to '$30.00 more for each box'. Save again to keep yours.",
    ),
  ).toBeVisible();
  await expect(page.getByText("Free above was changed by someone else to '150.00'")).toBeVisible();
  await button(page, 'Save changes').click();
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  const { rows } = await owner.query("select values->'shipping' as shipping from shop_settings");
  expect(rows).toMatchObject([{ shipping: { freeAboveCents: 200_00, remote: { alaska: 'refused' } } }]);
});

test('the other states are added to a zone, and a shared state is refused at its zone', async ({ page }) => {
  await page.goto('/admin/settings?page=shipping');
  await page.getByRole('radio', { name: /Prices by zone/ }).check();
  for (const [index, name] of ['West', 'Elsewhere'].entries()) {
    await button(page, 'Add zone').click();
    const zone = page.getByRole('group', { name: `Zone ${index + 1}` });
    await zone.getByLabel('Name').fill(name);
    await zone.getByLabel('States').fill('CA');
    await zone.getByLabel('Price of a shipment').fill('100');
    await zone.getByLabel('And for each 100 pounds').fill('0');
  }
  const elsewhere = page.getByRole('group', { name: 'Zone 2' });
  await button(page, 'Save changes').click();
  await expect(elsewhere.getByText('States must not have CA, which is in West')).toBeVisible();
  await expect(elsewhere.getByLabel('States')).toBeFocused();
  await elsewhere.getByLabel('States').fill('');
  await elsewhere.getByRole('button', { name: 'Add all states without a zone' }).click();
  await expect(elsewhere.getByLabel('States')).toBeFocused();
  await expect(elsewhere.getByLabel('States')).toHaveValue(/^AL, AK, .*WY$/);
  await expect(page.getByText('In no zone')).toBeHidden();
  await save(page);
});

test('sales tax is one page: rules, rates, certificates, and a link to the report', async ({
  page,
  owner,
}) => {
  const entry = page.getByRole('list', { name: 'Settings' }).getByRole('link', { name: 'Sales tax' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/admin/settings?page=tax#setting-flatRate');
  await expect(page).toHaveURL('/admin/settings/tax#setting-flatRate');
  const rate = page.getByRole('textbox', { name: 'Rate', exact: true });
  await expect(rate).toBeFocused();
  await expect(entry).toHaveAttribute('aria-current', 'page');

  const rates = page.getByRole('heading', { name: 'Rates by ZIP code' });
  await rate.fill('900');
  await expect(button(page, 'Import')).toBeHidden();
  await rates.click();
  await page.getByLabel('CSV file').setInputFiles({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'state,zip,state_rate,county,county_rate,city,city_rate,combined_rate,check\nCA,92101,6%,San Diego,1.25%,,,7.25%,ok',
    ),
  });
  await button(page, 'Import').click();
  await page.getByRole('textbox', { name: 'ZIP code' }).fill('921');
  await button(page, 'Search').click();
  await expect(page).toHaveURL('/admin/settings/tax?zip=921');
  await expect(page.getByRole('row', { name: 'CA 92101' })).toBeVisible();
  await button(page, 'Save changes').click();
  await expect(page.getByText('Rate must be a rate from 0 to 100%')).toBeVisible();
  await expect(rate).toBeFocused();
  await expect(rate).toHaveValue('900');

  await page.getByRole('radio', { name: /Stripe Tax/ }).check();
  await button(page, 'Save changes').click();
  await expect(page.getByText('How tax is charged needs STRIPE_SECRET_KEY on the server')).toBeVisible();
  await expect(page.getByRole('radio', { name: /Stripe Tax/ })).toBeFocused();

  await page.getByRole('radio', { name: /One rate for all orders/ }).check();
  await rate.fill('7.5');
  await page.getByRole('link', { name: 'Tax report' }).click();
  await button(page, 'Keep editing').click();
  await save(page);
  const { rows } = await owner.query('select values from shop_settings');
  expect(rows).toEqual([{ values: { tax: { flatRate: 0.075 } } }]);

  await page.getByRole('link', { name: 'Tax report' }).click();
  await expect(page.getByRole('heading', { name: 'Sales tax report' })).toBeFocused();
  await expect(entry).toHaveAttribute('aria-current', 'page');
  await page.getByRole('main').getByRole('link', { name: 'Sales tax' }).click();
  await expect(rate).toHaveValue('7.5');

  await page.setViewportSize({ width: 360, height: 740 });
  for (const [address, label] of [
    ['/admin/settings/tax/report', 'Sales tax'],
    ['/admin/settings?page=limits', 'Limits'],
  ] as const) {
    await page.goto(address);
    await button(page, 'All settings').click();
    await expect(page.getByRole('main').locator('[aria-current=page]')).toHaveText(label);
  }
});

test('what was typed stays when the connection fails', async ({ unwatchedPage: page, context }) => {
  await page.goto('/admin/settings?page=limits');
  const minutes = page.getByLabel('Minutes to pay');
  await minutes.fill('60');
  await context.setOffline(true);
  await button(page, 'Save changes').click();
  await expect(page.getByRole('alert')).toHaveText('Error saving settings: the connection failed');
  await expect(minutes).toHaveValue('60');
  await context.setOffline(false);
  await save(page);
});
