import type pg from 'pg';
import sharp from 'sharp';
import { expect, test } from '../support/own-shop.ts';
import { addParts } from '../support/parts.ts';
import { isLong } from '../support/is-long.ts';
import { freightShipping } from '../support/priced-lines.ts';
import { panelEntry } from '../support/screens.ts';

test.describe.configure({ mode: 'serial' });
test.use({ viewport: { width: 360, height: 740 } });
test.beforeEach(async ({ owner, signIn }) => {
  await owner.query("update shop_settings set values = '{}'");
  await signIn();
});

test('an owner changes the phone number and the hours on a phone, and sees them on the site', async ({
  page,
}) => {
  await page.goto('/admin');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await panelEntry(page, 'Settings').click();
  const phone = page.getByRole('textbox', { name: 'Phone number' });
  await phone.fill('555');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Phone number must be a phone number with area code')).toBeVisible();
  await expect(phone).toBeFocused();

  await phone.fill('(619) 555-0199');
  await page.getByRole('checkbox', { name: 'Sunday' }).check();
  await page.getByLabel('Sunday opens at').fill('10:00');
  await page.getByLabel('Sunday closes at').fill('09:00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('Sunday must close later than it opens')).toBeVisible();
  await page.getByLabel('Sunday closes at').fill('14:00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();

  await page.goto('/contact');
  await expect(page.getByRole('contentinfo').getByText('(619) 555-0199')).toBeVisible();
  await expect(page.getByRole('main').getByText('(619) 555-0199')).toBeVisible();
  await expect(page.getByText('10:00 AM-2:00 PM')).toBeVisible();
});

test('unsaved changes are not lost without a question', async ({ page }) => {
  await page.goto('/admin/settings');
  const name = page.getByRole('textbox', { name: 'Name', exact: true }).first();
  await name.fill('Another Yard');
  for (const [menu, control] of [
    ['All settings', page.getByRole('main').getByRole('link', { name: 'Limits' })],
    ['More', panelEntry(page, 'Conditions')],
  ] as const) {
    await page.getByRole('button', { name: menu, exact: true }).click();
    await control.click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(name).toHaveValue('Another Yard');
  }
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await panelEntry(page, 'Conditions').click();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('heading', { name: 'Conditions', level: 1 })).toBeVisible();
});

test('a field that another admin has changed meanwhile is shown before it is overwritten', async ({
  page,
  owner,
}) => {
  await page.goto('/admin/settings?page=limits');
  await page.getByLabel('Minutes to pay').fill('60');
  await owner.query(`update shop_settings set values = '{"limits": {"holdMinutes": 45, "lowStock": 9}}'`);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText("Minutes to pay was changed by someone else to '45'")).toBeVisible();
  await expect(page.getByLabel('Minutes to pay')).toHaveValue('60');
  await expect(page.getByLabel('Low stock')).toHaveValue('9');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  const { rows } = await owner.query('select values from shop_settings');
  expect(rows).toEqual([{ values: { limits: { holdMinutes: 60, lowStock: 9 } } }]);
});

test('an earlier version is restored from the history', async ({ page, owner }) => {
  await owner.query(`update shop_settings set values = '{"limits": {"lowStock": 8}}'`);
  await owner.query(`update shop_settings set values = '{"limits": {"lowStock": 9}}'`);
  await page.goto('/admin/settings?page=history');
  await expect(page.getByText('Limits: Low stock: 8 → 9')).toBeVisible();
  const { rows } = await owner.query('select version - 1 as version from shop_settings');
  await page.getByRole('button', { name: `Restore this version: ${rows[0].version}`, exact: true }).click();
  await page.getByRole('button', { name: 'Restore version', exact: true }).click();
  await expect(page.getByText('Limits: Low stock: 9 → 8')).toBeVisible();
});

test('setup counts what is left, keeps a default, and hides on Today', async ({ page }) => {
  const onToday = page.getByRole('main').getByRole('heading', { name: 'Finish setup' });
  await page.goto('/admin/today');
  await expect(onToday).toBeVisible();
  await page.goto('/admin/settings/setup');
  await page.getByRole('button', { name: 'Keep default: Sales tax' }).click();
  await expect(page.getByText('13 of 14 settings left')).toBeVisible();
  await page.getByRole('button', { name: 'Hide on Today' }).click();
  await expect(page.getByRole('button', { name: 'Show on Today' })).toBeFocused();
  await page.goto('/admin/today');
  await expect(page.getByRole('main').getByRole('heading', { name: 'To do' })).toBeVisible();
  await expect(onToday).toBeHidden();
});

test('the demo is removed after its name is typed, and undone', async ({ page, owner }) => {
  await addParts(owner, [{ part_name: 'Demo horn' }]);
  await owner.query(
    "insert into demo_parts (part_id) select id from parts_catalog where part_name = 'Demo horn'",
  );
  await page.goto('/admin/settings/setup');
  const demo = page.getByRole('region', { name: 'Demo' });
  const leftovers = page.getByRole('region', { name: 'Still from the demo' });
  await expect(demo.getByText('The catalog has 1 part of the demo')).toBeVisible();
  await demo.getByRole('button', { name: 'Remove demo…' }).click();
  const typed = page.getByRole('textbox', { name: 'Type "remove demo" to confirm' });
  await typed.fill('yes');
  await page.getByRole('button', { name: 'Remove demo', exact: true }).click();
  await expect(page.getByText('type "remove demo"')).toBeVisible();
  await expect(typed).toBeFocused();
  await typed.fill('remove demo');
  await typed.press('Enter');
  await expect(demo.getByText('The demo has been removed.')).toBeVisible();
  await expect(leftovers.getByRole('link', { name: 'Our Story' })).toBeHidden();
  await demo.getByRole('button', { name: 'Undo' }).click();
  await expect(demo.getByText('The catalog has 1 part of the demo')).toBeVisible();
  await expect(leftovers.getByRole('link', { name: 'Our Story' })).toBeVisible();
});

test('each step before opening leads to where it is done', async ({ page }) => {
  await page.goto('/admin/settings/setup');
  const list = page.getByRole('region', { name: 'Settings' });
  const lead = async (step: string) => {
    await list.getByRole('link', { name: step, exact: true }).click();
  };
  for (const [step, field] of Object.entries({
    Name: page.getByRole('textbox', { name: 'Name' }).first(),
    Description: page.getByRole('textbox', { name: 'Description' }),
    'Our Story': page.getByRole('textbox', { name: 'Our Story' }),
    'About figures': page.getByRole('heading', { name: 'About page' }),
    'Phone number': page.getByRole('textbox', { name: 'Phone number' }),
    'Email address': page.getByRole('textbox', { name: 'Email address' }),
    Address: page.getByRole('heading', { name: 'Locations' }),
    'Opening hours': page.getByRole('heading', { name: 'Opening hours' }),
    Returns: page.getByRole('heading', { name: 'Warranty and returns' }),
  })) {
    await lead(step);
    await expect(field).toBeFocused();
    await page.goBack();
  }
  for (const [step, heading] of Object.entries({
    'Sales tax': 'How tax is charged',
    Shipping: 'Parcels',
    'Email sender': 'Email sender',
    'Legal pages': 'Legal pages',
  })) {
    await lead(step);
    await expect(page.getByRole('main').getByRole('heading', { name: heading })).toBeVisible();
    await page.goBack();
  }
});

test('visitors see whether the shop is open, in its time zone and on its holidays', async ({
  page,
  owner,
}) => {
  await owner.query(
    `update shop_settings set values =
      '{"business": {"holidays": [{"date": "2026-12-25", "name": "Christmas", "hours": null}]}}'`,
  );
  for (const [at, text] of [
    ['2026-11-24T20:00:00Z', 'Open nowuntil 6:00 PM'],
    ['2026-11-25T02:00:00Z', 'Closed nowopens Wed 8:00 AM'],
    ['2026-12-25T20:00:00Z', 'Closed nowopens Sat 9:00 AMChristmas'],
  ] as const) {
    await page.clock.setFixedTime(new Date(at));
    await page.goto('/contact');
    await expect(page.getByRole('main').locator('p', { hasText: / now/ })).toHaveText(text);
  }
  await page.goto('/about');
  await expect(page.getByRole('main').locator('p', { hasText: / now/ })).toHaveText(
    'Closed nowopens Sat 9:00 AMChristmas',
  );
});

test('a logo replaces the mark of the shop', async ({ page }) => {
  const logo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  await page.goto('/admin/settings');
  await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();
  await expect(page.locator('aside img')).toHaveAttribute('src', /^\/files\/pictures\//);
  await page.getByRole('button', { name: 'Remove logo' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('aside img')).toHaveAttribute('src', '/favicon.svg');
});

const everything = {
  business: {
    locations: [{ name: 'Yard', street: '1 Main St', city: 'San Diego', state: 'CA', zip: '92101' }],
    holidays: [{ date: '2026-12-25', name: 'Christmas', hours: null }],
  },
  shipping: {
    ...freightShipping,
    kinds: [
      { category: 'Engine', class: 'freight', pounds: 412, lengthIn: null, widthIn: null, heightIn: null },
    ],
    countries: [{ country: 'CA', parcelCents: 40_00, days: null }],
    remote: { alaska: 20_00, hawaii: 'refused', territories: 'same', military: 'same' },
  },
  tax: { mode: 'table', states: [{ state: 'CA', rate: 0.0725, usesTable: true, taxesShipping: false }] },
  cores: { kinds: [{ category: 'Engine', chargeCents: 150_00 }] },
};

test('each page is accessible in dark mode on a phone and light mode on a desktop @long', async ({
  page,
  owner,
  expectAccessible,
}) => {
  await owner.query('update shop_settings set values = $1', [JSON.stringify(everything)]);
  for (const address of [
    '/admin/settings?page=history',
    '/admin/settings',
    '/admin/settings?page=shipping',
    '/admin/settings?page=cores',
    '/admin/settings?page=mail',
    '/admin/settings?page=limits',
    '/admin/settings?page=assistants',
    '/admin/settings/tax',
    '/contact',
    '/about',
  ]) {
    await test.step(address, async () => {
      await page.goto(address);
      for (const [width, colorScheme] of [
        [360, 'dark'],
        [768, 'light'],
        [1280, 'light'],
      ] as const) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (width !== 768 || isLong) await expectAccessible(page);
      }
    });
  }
});

test('a shopper waits for a sold-out part, and is mailed when it comes in', async ({
  page,
  owner,
  stock,
  make,
  expectAccessible,
}) => {
  const [id = ''] = await stock([{ part_name: 'Alternator', vehicle_year: 2010, stock_quantity: 0 }]);
  const email = `dana-${id}@example.com`;
  await page.goto('/admin/settings?page=limits');
  await page.getByRole('checkbox', { name: 'Customers can ask for an email' }).check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('You have unsaved changes.')).toBeHidden();

  await page.goto(`/junkyard?make=${encodeURIComponent(make)}`);
  await page.getByRole('link', { name: /^Notify Me: .*Alternator$/ }).click();
  const form = page.getByRole('form', { name: 'Back-in-stock emails' });
  await expect(form).toBeInViewport();
  // The address of the account.
  await expect(form.getByLabel('Email')).toHaveValue('admin@localhost.test');
  await form.getByLabel('Email').fill('dana@localhost');
  await form.getByRole('button', { name: 'Notify Me' }).click();
  await expect(form.getByText('Please enter a valid email address')).toBeVisible();
  await expect(form.getByLabel('Email')).toBeFocused();
  await form.getByLabel('Email').fill(email);
  await expectAccessible(page, 'main');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toContainText('Please check your email');

  await page.goto(await mailedLink(owner, email, /\/back-in-stock\?token=\S+/));
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('heading', { name: "You're on the list" })).toBeVisible();

  await page.goto(`/admin?q=${encodeURIComponent(make)}`);
  // The side bar may say so of something else.
  await expect(page.getByRole('main').getByText('1 waiting').filter({ visible: true })).toHaveCount(1);
  await page.goto('/admin/requests/waiting');
  await expect(page.getByText('1 waiting since').filter({ visible: true })).toHaveCount(1);
  await expectAccessible(page, 'main');
  await page.goto(`/admin?q=${encodeURIComponent(make)}`);
  await page.getByRole('button', { name: 'Edit Alternator' }).click();
  await page.getByRole('dialog').getByLabel('Stock Quantity').fill('1');
  await page.getByRole('dialog').getByRole('button', { name: 'Update Part' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.goto(await mailedLink(owner, email, /\/part\/\S+/));
  await expect(page.getByText('In Stock: 1')).toBeVisible();
  await expect(form).toBeHidden();

  await owner.query(
    "insert into stock_waits (email, part_id, part_name, confirmed_at) values ($1, $2, 'Horn', now())",
    [email, id],
  );
  await page.goto(await mailedLink(owner, email, /\/back-in-stock\?token=\S+/));
  await page.getByRole('button', { name: 'Stop all back-in-stock emails' }).click();
  await expect(page.getByRole('button', { name: 'Stop all back-in-stock emails' })).toBeHidden();
  const { rows } = await owner.query(
    'select from stock_waits where email = $1 and told_at is null and ended_at is null',
    [email],
  );
  expect(rows).toEqual([]);
});

/** A link in the newest mail to an address that has one like it. */
async function mailedLink(owner: pg.Client, email: string, pattern: RegExp): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const { rows } = await owner.query(
        'select body from mails where recipient = $1 order by created_at desc limit 1',
        [email],
      );
      link = pattern.exec(rows[0]?.body ?? '')?.[0] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

test('the first wrong field of a form on a phone is not below the bar with Save', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn();
  await page.goto('/admin/settings?page=shipping');
  const field = page.getByLabel('Ready in about');
  await field.fill('-1');
  const save = page.getByRole('button', { name: 'Save changes' });
  await save.click();
  await expect(field).toBeFocused();
  await expect
    .poll(async () => ((await field.boundingBox())?.y ?? 0) + 44 < ((await save.boundingBox())?.y ?? 0))
    .toBe(true);
});
