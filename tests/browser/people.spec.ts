import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import type { Page } from '../../tools/browser/playwright.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { expect, test } from '../support/admin-story.ts';
import { otherBrowser } from '../support/other-browser.ts';
import { panelEntry } from '../support/screens.ts';

const PASSWORD = 'a password for Stan';
const newEmail = () => `stan-${randomUUID()}@example.com`;

async function signInAsStaff(page: Page, owner: pg.Client): Promise<string> {
  const email = newEmail();
  const { rows } = await owner.query(
    'insert into auth.users (name, email, email_verified) values ($1, $1, true) returning id',
    [email],
  );
  await owner.query(
    "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
    [rows[0].id, await hashPassword(PASSWORD)],
  );
  await owner.query("insert into user_roles (user_id, role) values ($1, 'staff')", [rows[0].id]);
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
  return email;
}

/** A count of news may follow. */
const STAFF_ENTRIES = [
  /^Today/,
  /^Find/,
  /^Alerts/,
  /^Orders/,
  /^Pull list/,
  /^Quotes and counter/,
  /^Returns/,
  /^Requests/,
  /^Messages/,
  /^Parts Catalog/,
  /^Cars/,
  /^Check/,
];

test('staff find their tabs from the header, and change parts', async ({
  page,
  owner,
  make,
  expectAccessible,
}) => {
  const email = await signInAsStaff(page, owner);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const menu = page.getByRole('button', { name: `Account of ${email}, Staff` });
  await expect(menu.getByText('Staff')).toBeVisible();
  await menu.click();
  await page.getByRole('link', { name: 'Admin Panel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Panel' })).toBeVisible();
  await expect(page.getByText('Manage parts, orders, requests, and messages')).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link')).toHaveText(
    STAFF_ENTRIES,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('button', { name: 'Add Part' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Part Name *').fill('Horn of Stan');
  await dialog.getByLabel('Vehicle Make').fill(make);
  await dialog.getByLabel('Category *').selectOption({ index: 1 });
  await dialog.getByRole('button', { name: 'Add Part' }).click();
  await expect(page.getByText('Part added successfully')).toBeVisible();

  for (const address of ['/admin/conditions', '/admin/customers', '/admin/team', '/admin/settings']) {
    await page.goto(address);
    await expect(page).toHaveURL('/admin');
  }
});

test('an admin finds a customer, reads what they did, keeps notes, and merges another record of the person', async ({
  page,
  owner,
  signIn,
  expectAccessible,
}) => {
  const email = `gus-${randomUUID()}@example.com`;
  const { rows } = await owner.query(
    `insert into orders (email, customer_name, phone, amount, payment_id, paid_at, stock, status, product_name)
     values ($1, 'Gus Guest', '(858) 555-0142', 84.5, 'pi_1', now(), 'sold', 'completed', 'Brake Pads') returning number`,
    [email],
  );
  await owner.query(
    "insert into contact_messages (name, email, subject, message) values ('Gus', $1, 'Delivery', 'Where is it?')",
    [email],
  );
  const work = `work-${randomUUID()}@example.com`;
  await owner.query(
    "insert into contact_messages (name, email, subject, message) values ('G.', $1, 'Sunday', 'May I come on Sunday?')",
    [work],
  );
  await signIn();
  await page.goto('/admin/customers');
  const search = page.getByRole('searchbox', { name: 'Search customers' });
  await search.fill(email.slice(0, 20));
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('$84.50');
  await search.fill(`PY-${rows[0].number}`);
  await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(`/admin/customers?q=PY-${rows[0].number}`);

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain(`${email},Gus Guest,`);

  await row.getByRole('link', { name: 'Gus Guest' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Gus Guest' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Brake Pads' })).toContainText('$84.50');
  await expect(page.getByText('Where is it?')).toBeVisible();
  await page.getByLabel('New note').fill('Calls on Mondays');
  await page.getByRole('button', { name: 'Save note' }).press('Enter');
  const note = page.getByRole('listitem').filter({ hasText: 'Calls on Mondays' });
  await expect(note).toBeVisible();
  await expect(page.getByLabel('New note')).toHaveValue('');
  await page.getByRole('button', { name: 'Merge another record…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Merge another record' });
  await dialog.getByLabel('Email of the other record').fill('unknown@example.com');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Error merging: no customer has this email')).toBeVisible();
  await dialog.getByLabel('Email of the other record').fill(work);
  await page.keyboard.press('Enter');
  await expect(page.getByText('May I come on Sunday?')).toBeVisible();
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(page, 'main');
  }
  await page.getByRole('button', { name: `Undo the merge of ${work}` }).press('Enter');
  await expect(page.getByText('May I come on Sunday?')).toHaveCount(0);
  await note.getByRole('button', { name: /^Delete the note/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete note' }).click();
  await expect(note).toHaveCount(0);
  await page.getByRole('link', { name: 'All customers' }).click();
  await expect(search).toBeVisible();
});

test('an admin invites a person by keyboard, who accepts, and is out when the rights are taken away', async ({
  page,
  owner,
  signIn,
  expectAccessible,
}) => {
  const email = newEmail();
  await signIn();
  await page.goto('/admin/team');
  await page.getByRole('button', { name: 'Invite' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Invite to the admin panel' });
  await dialog.getByLabel('Email *').fill('nobody');
  await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter');
  await expect(dialog.getByLabel('Email *')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Email *').fill(email);
  await dialog.getByLabel('Email *').press('Enter');
  await expect(page.getByText('Invitation sent')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Staff');

  let link = '';
  await expect
    .poll(async () => {
      const { rows } = await owner.query('select body from mails where recipient = $1', [email]);
      return (link = /\/auth\/v1\/verify\S+/.exec(rows[0]?.body ?? '')?.[0] ?? '');
    })
    .not.toBe('');
  const other = await otherBrowser(page);
  const invited = other.page;
  await invited.setViewportSize({ width: 360, height: 740 });
  await invited.goto(link);
  await expect(invited).toHaveURL('/auth/invitation');
  await expect(invited.getByText(`For ${email}`)).toBeVisible();
  await expectAccessible(invited);
  await invited.getByLabel('Display Name').fill('Stan Staff');
  await invited.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await invited.getByLabel('Confirm New Password').fill(PASSWORD);
  await invited.getByRole('button', { name: 'Create Account and Accept' }).click();
  await expect(invited).toHaveURL('/admin');
  await invited.getByRole('button', { name: 'More', exact: true }).click();
  await expect(invited.getByRole('navigation', { name: 'Admin Panel' }).getByRole('link')).toHaveText(
    STAFF_ENTRIES,
  );

  await page.reload();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Stan Staff');
  await page.getByRole('button', { name: `Remove rights of ${email}` }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Remove the rights of Stan Staff?' });
  await confirm.getByRole('button', { name: 'Remove rights' }).click();
  await expect(page.getByText('Rights removed')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: email })).toHaveCount(0);
  // The open page of the person follows.
  await expect(invited).toHaveURL('/');
  await other.context.close();
});

test('an invited person with an account signs in first @long', async ({ page, owner }) => {
  const email = newEmail();
  const { rows } = await owner.query(
    'insert into auth.users (name, email, email_verified) values ($1, $1, true) returning id',
    [email],
  );
  await owner.query(
    "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
    [rows[0].id, await hashPassword(PASSWORD)],
  );
  // A session of its own, because signing out ends it, and the stories of a worker share theirs.
  const signedIn = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: 'admin@localhost.test', password: 'the password of the first admin' },
  });
  expect(signedIn.ok()).toBe(true);
  await page.goto('/admin/team');
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByLabel('Email *').fill(email);
  await page.getByLabel('Rights *').selectOption('admin');
  await page.getByRole('button', { name: 'Send invitation' }).click();
  await expect(page.getByText('Invitation sent')).toBeVisible();
  let link = '';
  await expect
    .poll(async () => {
      const found = await owner.query('select body from mails where recipient = $1', [email]);
      return (link = /\/auth\/v1\/verify\S+/.exec(found.rows[0]?.body ?? '')?.[0] ?? '');
    })
    .not.toBe('');
  // In the browser of the admin who invited.
  await page.goto(link);
  await expect(page.getByText('You are signed in as')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Sign Out' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth/invitation');
  await page.getByRole('button', { name: 'Accept invitation' }).click();
  await expect(page).toHaveURL('/admin');
  await expect(panelEntry(page, 'Settings')).toBeVisible();
});

test('an admin who gives up their own rights is told so, outside of the panel', async ({
  page,
  signIn,
  owner,
}) => {
  const id = await signIn();
  const { rows } = await owner.query('select email from auth.users where id = $1', [id]);
  await page.goto('/admin/team');
  await page.getByRole('button', { name: `Remove rights of ${rows[0].email}` }).click();
  await page.getByRole('button', { name: 'Remove rights' }).click();
  await expect(page.getByText('Rights removed')).toBeVisible();
  await expect(page).not.toHaveURL(/\/admin/);
});
