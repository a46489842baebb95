import { randomBytes } from 'node:crypto';
import type { Page } from '../../tools/browser/playwright.ts';
import type pg from 'pg';
import { hashPassword } from '#server/auth/passwords.ts';
import { authenticatorCode } from '../support/authenticator.ts';
import { randomAddress } from '../support/random-address.ts';
import { otherBrowser } from '../support/other-browser.ts';
import { toast } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const PASSWORD = 'the password of a story';

const newEmail = () => `story-${randomBytes(5).toString('hex')}@example.com`;
const header = (page: Page) => page.getByRole('banner');
const account = (page: Page, email: string) =>
  header(page).getByRole('button', { name: `Account of ${email}` });
const signInLink = (page: Page) => header(page).getByRole('link', { name: 'Sign In' });

/** Before hydration, clicks do nothing. */
async function ready(page: Page) {
  await expect(header(page).getByRole('link', { name: /^Cart, / })).toBeVisible();
}

async function addUser(owner: pg.Client, { name = 'Olga Driver', admin = false } = {}) {
  const email = newEmail();
  const { rows } = await owner.query(
    'insert into auth.users (name, email, email_verified) values ($1, $2, true) returning id',
    [name, email],
  );
  const id: string = rows[0].id;
  await owner.query(
    "insert into auth.accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
    [id, await hashPassword(PASSWORD)],
  );
  await owner.query('insert into profiles (user_id, display_name) values ($1, $2)', [id, name]);
  if (admin) await owner.query("insert into user_roles (user_id, role) values ($1, 'admin')", [id]);
  return { id, email, name };
}

async function signIn(page: Page, email: string, password = PASSWORD) {
  await page.goto('/auth');
  await ready(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Signs in without the form. */
async function enter(page: Page, email: string, address: string) {
  const answer = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email, password: PASSWORD },
  });
  expect(answer.ok()).toBe(true);
  await page.goto(address);
  await ready(page);
}

test('a typed password can be shown', async ({ page, browser }) => {
  await page.goto('/auth');
  await ready(page);
  const field = page.getByLabel('Password');
  await field.fill(PASSWORD);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(field).toHaveAttribute('type', 'text');
  await expect(field).toHaveValue(PASSWORD);
  const hide = page.getByRole('button', { name: 'Hide password' });
  await expect(hide).toBeFocused();
  await hide.click();
  await expect(field).toHaveAttribute('type', 'password');

  const context = await browser.newContext({ javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto(page.url());
  await expect(plain.getByLabel('Password')).toBeVisible();
  await expect(plain.getByRole('button', { name: 'Show password' })).toBeHidden();
  await context.close();
});

async function signOut(page: Page, email: string) {
  await account(page, email).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(header(page).getByRole('link', { name: 'Sign In' })).toBeVisible();
}

/** Opens the link in the newest mail to an address. */
async function openMailedLink(page: Page, owner: pg.Client, email: string) {
  const { rows } = await owner.query(
    'select body from mails where recipient = $1 order by created_at desc limit 1',
    [email],
  );
  await page.goto(/http\S+verify\S+/.exec(rows[0].body)?.[0] ?? '');
}

test('a visitor signs up, confirms by email, and is signed in and out in all tabs', async ({
  page,
  context,
  expectAccessible,
}) => {
  const email = newEmail();
  const otherTab = await context.newPage();
  await otherTab.goto('/');
  await expect(signInLink(otherTab)).toBeVisible();

  await page.goto('/');
  await signInLink(page).click();
  await ready(page);
  await page.getByRole('tab', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/auth?view=sign-up');
  // The panel in the other tab closes after its transition.
  await expect(page.getByRole('tabpanel', { name: 'Sign In' })).toHaveCount(0);
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    'At least 6 characters, and not a common password.',
  );
  await page.getByLabel('Display Name').fill('Olga Driver');
  await page.getByLabel('Email').fill(email);
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Display Name')).toHaveValue('Olga Driver');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password').fill('dragon');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('one of the most common ones');
  await expect(toast(page, 'Sign Up Failed')).toBeVisible();
  await expectAccessible(page, 'main');

  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(toast(page, 'Account Created!')).toBeVisible();
  await expect(toast(page, 'Please check your email to verify your account.')).toBeVisible();
  const notice = page.getByRole('main').getByRole('alert');
  await expect(notice).toContainText('Please check your email to verify your account.');
  await expect(page.getByLabel('Email')).toHaveValue('');
  await notice.getByRole('link', { name: 'read it in the mailbox' }).click();
  const mail = page
    .getByRole('listitem')
    // With the case: the text of another mail can have 'to' before the address.
    .filter({ hasText: new RegExp(`To ${email}`) })
    .first();
  await mail.getByText('As plain text').click();
  await mail.getByRole('link', { name: /verify/ }).click();
  await expect(page).toHaveURL('/auth/confirm?type=signup');
  await expect(page.getByRole('heading', { name: 'Confirm your address' })).toBeVisible();
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await ready(page);
  await expect(signInLink(page)).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page, 'main');
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Confirm and sign in' }).click();
  await expect(page).toHaveURL('/');
  await expect(account(page, email)).toBeVisible();
  await page.goto('/auth');
  await expect(page).toHaveURL('/');

  // The other tab is updated.
  await expect(account(otherTab, email)).toBeVisible();
  await signOut(page, email);
  for (const tab of [page, otherTab]) {
    await expect(toast(tab, 'Signed out successfully')).toBeVisible();
    await expect(signInLink(tab)).toBeVisible();
  }
  await otherTab.goto('/auth');
  await ready(otherTab);
  await signIn(page, email);
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(toast(page, 'You have successfully signed in.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(account(page, email)).toBeVisible();
  await expect(otherTab).toHaveURL('/');
  await expect(account(otherTab, email)).toBeVisible();
  // The history entry was replaced, so Back does not return to the form.
  await page.goBack();
  await expect(page).not.toHaveURL(/\/auth/);
});

test('an address is confirmed in another browser without JavaScript by choosing a password @long', async ({
  page,
  context,
  owner,
}) => {
  const email = newEmail();
  const sent = await page.request.post('/auth/v1/signup', {
    data: { email, password: 'typed by someone else', data: { display_name: 'Olga' } },
  });
  expect(sent.ok()).toBe(true);
  const browser = context.browser();
  if (!browser) throw new Error('There is no browser');
  const other = await browser.newContext({
    baseURL: process.env.SHOP_URL ?? '',
    extraHTTPHeaders: { 'X-Forwarded-For': randomAddress() },
    javaScriptEnabled: false,
  });
  const plain = await other.newPage();
  await openMailedLink(plain, owner, email);
  await expect(plain.getByText('You signed up in another browser.')).toBeVisible();
  const fill = async (password: string, repeated: string) => {
    await plain.getByLabel('New Password', { exact: true }).fill(password);
    await plain.getByLabel('Confirm New Password').fill(repeated);
    await plain.getByRole('button', { name: 'Confirm and sign in' }).click();
  };
  await fill(PASSWORD, 'another one');
  await expect(plain.getByRole('alert')).toHaveText('Passwords do not match');
  await fill(PASSWORD, PASSWORD);
  await expect(plain).toHaveURL('/');
  await plain.goto('/profile');
  await expect(plain.getByRole('heading', { name: 'Olga' })).toBeVisible();
  await other.close();

  await signIn(page, email, 'typed by someone else');
  await expect(toast(page, 'Sign In Failed')).toBeVisible();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(account(page, email)).toBeVisible();
});

test('signing in shows errors and failures, once for each click', async ({ page, context, owner }) => {
  const { email } = await addUser(owner);
  await signIn(page, email, 'not the password');
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Invalid login credentials. Please try again.',
  );
  await expect(toast(page, 'Sign In Failed')).toBeVisible();
  await expect(toast(page, 'Invalid credentials. Please check your email and password.')).toBeVisible();
  // Announced once, and described by the fields.
  await expect(page.getByRole('alert')).toHaveCount(1);
  for (const field of ['Email', 'Password'])
    await expect(page.getByLabel(field)).toHaveAccessibleDescription(
      'Invalid login credentials. Please try again.',
    );
  await page.getByLabel('Password').fill(PASSWORD);
  await expect(toast(page, 'Sign In Failed')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();

  // A page whose errors are not counted: the browser reports each failed request as one.
  const unlucky = await context.newPage();
  let asked = 0;
  let giveUp = () => {};
  const hangs = new Promise<void>((resolve) => (giveUp = resolve));
  await unlucky.route('**/auth/v1/{token,signup,recover}*', async (route) => {
    asked += 1;
    await hangs;
    await route.abort();
  });
  await unlucky.goto('/auth');
  await ready(unlucky);
  await unlucky.getByLabel('Email').fill(email);
  await unlucky.getByLabel('Password').fill(PASSWORD);
  await unlucky.getByLabel('Password').press('Enter');
  await unlucky.getByLabel('Password').press('Enter');
  await expect(unlucky.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  giveUp();
  await expect(unlucky.getByRole('main').getByRole('alert')).toHaveText(
    'Failed to sign in. Please try again.',
  );
  await expect(toast(unlucky, 'Sign In Error')).toBeVisible();
  await expect(toast(unlucky, 'Something went wrong. Please try again.')).toBeVisible();
  expect(asked).toBe(1);

  await unlucky.getByRole('tab', { name: 'Sign Up' }).click();
  await unlucky.getByLabel('Display Name').fill('Olga');
  await unlucky.getByLabel('Password').fill(PASSWORD);
  await unlucky.getByRole('button', { name: 'Sign Up' }).click();
  await expect(toast(unlucky, 'Sign Up Error')).toBeVisible();
  await expect(unlucky.getByRole('main').getByRole('alert')).toHaveText('Failed to create account.');

  await unlucky.getByRole('tab', { name: 'Sign In' }).click();
  await unlucky.getByRole('link', { name: 'Forgot your password?' }).click();
  await unlucky.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(toast(unlucky, 'Reset Error')).toBeVisible();
  await expect(unlucky.getByRole('main').getByRole('alert')).toHaveText('Failed to send reset email.');
});

test('a forgotten password is reset by a mailed link, which ends sessions in other browsers', async ({
  page,
  owner,
  expectAccessible,
}) => {
  const { email } = await addUser(owner);
  const { page: other } = await otherBrowser(page);
  await enter(other, email, '/');
  await expect(account(other, email)).toBeVisible();

  await page.goto('/auth');
  await ready(page);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('tab')).toHaveCount(0);
  await expect(page.getByLabel('Email Address')).toBeFocused();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('tab')).toHaveCount(2);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(toast(page, 'Reset Email Sent')).toBeVisible();
  await expect(toast(page, 'Please check your email for password reset instructions.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'read it in the mailbox' })).toBeVisible();

  await openMailedLink(page, owner, email);
  await expect(page).toHaveURL('/reset-password');
  await expect(page.getByRole('heading', { name: 'Reset Your Password' })).toBeVisible();
  await expect(page.getByText(`For ${email}`)).toBeVisible();
  await ready(page);
  await expectAccessible(page, 'main');
  const fill = async (password: string, repeated: string) => {
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm New Password').fill(repeated);
    await page.getByRole('button', { name: 'Update Password' }).click();
  };
  const alert = page.getByRole('main').getByRole('alert');
  await fill('12345', '12345');
  await expect(alert).toHaveText('Password must be at least 6 characters long');
  await fill('a new password', 'another one');
  await expect(alert).toHaveText('Passwords do not match');
  await fill('football', 'football');
  await expect(alert).toContainText('one of the most common ones');
  await expect(toast(page, 'Update Failed')).toBeVisible();
  // The link survives a reload.
  await page.reload();
  await ready(page);
  await fill('a new password', 'a new password');
  await expect(toast(page, 'Password Updated')).toBeVisible();
  await expect(toast(page, 'Your password has been successfully updated.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(account(page, email)).toBeVisible();

  await other.reload();
  await expect(signInLink(other)).toBeVisible();
  await signIn(other, email, 'a new password');
  await expect(account(other, email)).toBeVisible();
  await other.context().close();
});

test('an invalid reset link shows an error as plain text, and redirects to /auth @long', async ({ page }) => {
  const general = 'This password reset link is invalid or has expired.';
  for (const [address, text] of [
    ['/reset-password?error=access_denied', general],
    [
      '/reset-password?error=access_denied&error_description=Email+link+is+<b>invalid</b>',
      'Email link is <b>invalid</b>',
    ],
    ['/reset-password#error=access_denied&error_code=otp_expired&error_description=It+is+over', 'It is over'],
    ['/auth/v1/verify?type=recovery&token=made-up', general],
    ['/reset-password', general],
  ] as const) {
    await page.goto('about:blank');
    await page.goto(address);
    await expect(toast(page, 'Reset Link Error')).toBeVisible();
    await expect(toast(page, text)).toBeVisible();
    await expect(page).toHaveURL('/auth');
  }
  await page.goto('/auth?link=used');
  await expect(page.getByText('This link was already used.')).toBeVisible();
  await page.goto('/auth?link=<b>made-up</b>');
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
});

test('a profile is saved, and survives a reload', async ({ page, owner }) => {
  const { email } = await addUser(owner, { name: '' });
  await page.goto('/profile');
  await expect(page).toHaveURL('/auth');
  await signIn(page, email);
  await expect(page).toHaveURL('/');
  await account(page, email).click();
  await page.getByRole('link', { name: 'Profile Settings' }).click();
  await expect(page.getByRole('heading', { name: 'User Profile' })).toBeVisible();

  await page.getByLabel('Display Name').fill('Olga of San Diego');
  await page.getByLabel('Phone').fill('(619) 555-0100');
  await page.reload();
  await ready(page);
  await expect(page.getByLabel('Phone')).toHaveValue('(619) 555-0100');
  await page.getByLabel('City').fill('San Diego');
  await page.getByLabel('State').fill('CA');
  const update = page.getByRole('button', { name: 'Update Profile', exact: true });
  await page.route('**/profile.data*', (route) => route.fulfill({ status: 413, body: 'Too large' }));
  await update.click();
  await expect(toast(page, 'Failed to update profile: this is too large')).toBeVisible();
  await expect(page.getByLabel('State')).toHaveValue('CA');
  await page.unroute('**/profile.data*');
  await update.click();
  await expect(toast(page, 'Profile updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Olga of San Diego' })).toBeVisible();
});

test('a picture is chosen, cropped to a circle by keyboard and buttons, and saved', async ({
  page,
  owner,
  expectAccessible,
}) => {
  const { id, email } = await addUser(owner);
  await enter(page, email, '/profile');
  await page.getByRole('button', { name: 'Update profile picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Update Profile Picture' });
  const choose = dialog.getByLabel(/^Choose/);
  await choose.setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(dialog.getByRole('alert')).toContainText("couldn't read this file as a picture");
  await choose.setInputFiles(await picture(page, 90, 300));
  await expect(dialog.getByRole('alert')).toContainText('too small');
  await choose.setInputFiles(await picture(page, 800, 600));
  const circle = dialog.getByRole('group', { name: /Crop area/ });
  await expect(circle).toBeVisible();
  await expectAccessible(page, '[role=dialog]');
  const place = async () => (await circle.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const shown = (await dialog.getByAltText('The chosen file').boundingBox()) ?? { height: 0 };
  const start = await place();
  expect(start.width / shown.height).toBeCloseTo(0.9, 1);
  expect(start.width).toBeCloseTo(start.height, 0);
  await circle.focus();
  await circle.press('ArrowRight');
  expect((await place()).x - start.x).toBeCloseTo(1, 0);
  await circle.press('Shift+ArrowLeft');
  expect((await place()).x - start.x).toBeCloseTo(-9, 0);
  await dialog.getByRole('button', { name: 'Zoom in' }).click();
  expect((await place()).width).toBeLessThan(start.width * 0.95);
  await dialog.getByRole('button', { name: 'Move right' }).click();
  await expect(dialog.getByText('Choose Different Image')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Picture' }).click();
  await expect(toast(page, 'Profile picture updated successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  const avatar = page.getByRole('button', { name: 'Update profile picture' }).locator('img');
  await expect(avatar).toBeVisible();
  await expect.poll(() => avatar.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(486);
  const stored = await owner.query('select avatar_url from profiles where user_id = $1', [id]);
  expect(stored.rows[0].avatar_url).toMatch(/^data:image\/jpeg;base64,/);
});

test('orders are shown newest first, expand to their lines, and can be reordered', async ({
  page,
  owner,
  stock,
  expectAccessible,
}) => {
  const { id, email } = await addUser(owner);
  const [pads] = await stock([{ part_name: 'Brake Pads', price: 40, stock_quantity: 1 }]);
  const { rows } = await owner.query(
    `insert into orders (user_id, product_name, amount, status, stock, payment_id, paid_at, created_at) values
       ($1, null, 15.5, 'pending', 'held', null, null, now() - interval '1 day'),
       ($1, 'Brake Pads × 2', 95, 'completed', 'sold', 'pi_1', now(), now())
     returning id`,
    [id],
  );
  await owner.query(
    `insert into order_lines (order_id, part_id, part_name, unit_price, quantity) values ($1, $2, 'Brake Pads', 40, 2)`,
    [rows[1].id, pads],
  );
  await enter(page, email, '/profile');
  await page.getByRole('tab', { name: 'Orders' }).click();
  await expect(page).toHaveURL('/profile?tab=orders');
  const orders = page
    .getByRole('region', { name: 'Order History' })
    .getByRole('list')
    .first()
    .locator('> li');
  await expect(orders).toHaveCount(2);
  await expect(orders.nth(0)).toContainText('Brake Pads × 2');
  await expect(orders.nth(0)).toContainText('$95.00');
  await expect(orders.nth(0)).toContainText('completed');
  await expect(orders.nth(1)).toContainText('Order');
  await expect(orders.nth(1)).toContainText('pending');
  await orders.nth(0).locator('summary').click();
  await expect(orders.nth(0).getByRole('link', { name: '2 × Brake Pads' })).toHaveAttribute(
    'href',
    `/part/${pads}`,
  );
  await expectAccessible(page, 'main');
  await orders.nth(0).getByRole('button', { name: 'Order again' }).click();
  await expect(toast(page, '1 of 2: the others are not in stock right now.')).toBeVisible();
  await expect(header(page).getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
});

test('a user who signs in after another sees none of their data, in any tab', async ({
  page,
  context,
  owner,
}) => {
  const olga = await addUser(owner, { name: 'Olga Driver' });
  const sam = await addUser(owner, { name: 'Sam Stranger' });
  await owner.query("insert into orders (user_id, product_name, amount) values ($1, 'Secret of Olga', 50)", [
    olga.id,
  ]);
  await signIn(page, olga.email);
  await expect(account(page, olga.email)).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto('/profile');
  await ready(otherTab);
  await expect(otherTab.getByRole('heading', { name: 'Olga Driver' })).toBeVisible();
  await otherTab.getByLabel('Phone').fill('only Olga may know');

  await signOut(page, olga.email);
  await expect(otherTab).toHaveURL('/auth');
  await signIn(page, sam.email);
  await expect(account(otherTab, sam.email)).toBeVisible();
  await otherTab.goto('/profile');
  await expect(otherTab.getByRole('heading', { name: 'Sam Stranger' })).toBeVisible();
  await ready(otherTab);
  await expect(otherTab.getByLabel('Phone')).toHaveValue('');
  await otherTab.getByRole('tab', { name: 'Orders' }).click();
  await expect(otherTab.getByText('No orders found')).toBeVisible();
  await otherTab.goBack();
  await expect(otherTab.getByText(/Olga|Secret/)).toHaveCount(0);
  const kept = await otherTab.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]));
  expect(kept).not.toMatch(/Olga|olga/);
});

test('a new password in the settings is active after confirmation by email', async ({
  page,
  owner,
  expectAccessible,
}) => {
  const { id, email } = await addUser(owner);
  await enter(page, email, '/profile?tab=settings');
  const security = page.getByRole('region', { name: 'Security Settings' });
  await expect(page.getByRole('region', { name: 'Account Information' })).toContainText(email);
  await expect(security).toContainText('You will receive an email to confirm the change.');
  const alert = security.getByRole('alert');
  const change = async (password: string, repeated: string) => {
    await security.getByLabel('New Password', { exact: true }).fill(password);
    await security.getByLabel('Confirm New Password').fill(repeated);
    await security.getByRole('button', { name: 'Change Password' }).click();
  };
  await change('12345', '12345');
  await expect(alert).toHaveText('Password must be at least 6 characters long');
  await change('a new password', 'another one');
  await expect(alert).toHaveText('Passwords do not match');
  await change('a new password', 'a new password');
  await expect(toast(page, 'Password Change Initiated')).toBeVisible();
  await expect(toast(page, 'Please check your email to confirm the password change.')).toBeVisible();

  // With an old sign-in, the current password is required as well.
  await owner.query(
    "update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1",
    [id],
  );
  await change('another new password', 'another new password');
  const dialog = page.getByRole('dialog', { name: 'Enter your current password' });
  await expect(dialog.getByLabel('Current password')).toBeFocused();
  await expectAccessible(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(security.getByRole('button', { name: 'Change Password' })).toBeFocused();
  await expect(security.getByLabel('New Password', { exact: true })).toHaveValue('another new password');
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Current password').fill('not the password');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('That is not your password.')).toBeVisible();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(security.getByText('Please check your email to confirm the password change.')).toBeVisible();
  await expect(security.getByLabel('New Password', { exact: true })).toHaveValue('');

  await openMailedLink(page, owner, email);
  await expect(page.getByRole('heading', { name: 'Confirm your new password' })).toBeVisible();
  await ready(page);
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page).toHaveURL('/');
  await expect(account(page, email)).toBeVisible();
  // The history entry was replaced, so Back does not return to the button.
  await page.goBack();
  await expect(page).not.toHaveURL(/confirm/);
});

test('a user can download all data and delete the account', async ({ page, owner, expectAccessible }) => {
  const { id, email } = await addUser(owner);
  await enter(page, email, '/profile?tab=settings');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page, 'main');
  await page.setViewportSize({ width: 1280, height: 900 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my-data.json');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog).toContainText("This can't be undone.");
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(toast(page, 'Your account has been deleted')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(signInLink(page)).toBeVisible();
  expect((await owner.query('select from auth.users where id = $1', [id])).rowCount).toBe(0);
});

test('a second step is set up and required at the next sign-in, or replaced by a backup code', async ({
  page,
  owner,
  expectAccessible,
}) => {
  const { email } = await addUser(owner);
  await enter(page, email, '/profile?tab=settings');
  const step = page.getByRole('region', { name: 'Two-step sign-in' });
  await step.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up two-step sign-in' });
  await dialog.getByLabel('Your password').fill('not the password');
  await dialog.getByRole('button', { name: 'Set up' }).click();
  await expect(dialog.getByText('That is not your password.')).toBeVisible();
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Set up' }).click();
  const qr = step.getByAltText('QR code for your authenticator app');
  await expect.poll(() => qr.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  const secret = (await step.getByText(/^[A-Z2-7]{30,}$/).textContent()) ?? '';
  await step.getByLabel('Code from the app').fill('000000');
  await step.getByRole('button', { name: 'Turn on' }).click();
  await expect(step.getByText('This code is wrong')).toBeVisible();
  await step.getByLabel('Code from the app').fill(authenticatorCode(secret));
  await step.getByRole('button', { name: 'Turn on' }).click();
  await expect(toast(page, 'Two-step sign-in set up')).toBeVisible();
  await expect(step.getByRole('alert').getByRole('listitem')).toHaveCount(10);
  const backupCode = (await step.getByRole('alert').getByRole('listitem').first().textContent()) ?? '';
  await expectAccessible(page, 'main');

  await signOut(page, email);
  await signIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await page.getByRole('button', { name: 'Use a backup code' }).click();
  await page.getByLabel('Backup code').fill(backupCode);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Welcome back!')).toBeVisible();
  await expect(account(page, email)).toBeVisible();
});

test('a session is refreshed in time, retried after failures, and ended by the server', async ({
  unwatchedPage: page,
  owner,
}) => {
  const { id, email } = await addUser(owner);
  await page.clock.install();
  let fail = 2;
  let asked = 0;
  await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
    asked += 1;
    if (fail > 0) {
      fail -= 1;
      await route.abort();
    } else await route.continue();
  });
  await signIn(page, email);
  await expect(account(page, email)).toBeVisible();
  await page.clock.runFor('58:00');
  expect(asked).toBe(0);
  const refreshed = page.waitForResponse(
    (response) => response.url().includes('refresh_token') && response.ok(),
  );
  // The page looks every few seconds of its clock. A page whose script came late counts from then.
  await expect
    .poll(
      async () => {
        if (asked === 0) await page.clock.runFor('00:30');
        return asked;
      },
      { intervals: [50], timeout: 30_000 },
    )
    .toBeGreaterThan(0);
  for (const pause of [200, 400]) {
    await expect
      .poll(async () => {
        await page.clock.runFor(pause);
        return asked;
      })
      .toBeGreaterThan(pause / 200);
  }
  await refreshed;
  await expect(account(page, email)).toBeVisible();

  // A temporary failure of the session request signs no one out.
  await page.route('**/auth/v1/user', (route) => route.abort(), { times: 1 });
  const askedInVain = page.waitForEvent('requestfailed');
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await askedInVain;
  await expect(account(page, email)).toBeVisible();

  await owner.query('delete from auth.sessions where user_id = $1', [id]);
  await page.clock.runFor('59:30');
  await expect(signInLink(page)).toBeVisible();
});

/** A picture of this size, painted by the browser. */
async function picture(page: Page, width: number, height: number) {
  const url = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w ?? 0;
      canvas.height = h ?? 0;
      const context = canvas.getContext('2d');
      if (context) {
        context.fillStyle = 'orange';
        context.fillRect(0, 0, canvas.width, canvas.height / 2);
      }
      return canvas.toDataURL('image/png');
    },
    [width, height],
  );
  return {
    name: 'picture.png',
    mimeType: 'image/png',
    buffer: Buffer.from(url.split(',')[1] ?? '', 'base64'),
  };
}

test('the address of an account is changed by a link that asks first', async ({
  page,
  owner,
  expectAccessible,
}) => {
  const { email } = await addUser(owner);
  const next = newEmail();
  await enter(page, email, '/profile?tab=settings');
  await page.getByRole('button', { name: 'Change email address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your email address' });
  await dialog.getByLabel('New email address').fill(next);
  await dialog.getByLabel('Your password').fill('not my password');
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('That is not your password.');
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(`we sent a link to ${next}`)).toBeVisible();
  await expect(account(page, email)).toBeVisible();

  await openMailedLink(page, owner, next);
  await expect(page.getByRole('heading', { name: 'Confirm your new address' })).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(account(page, next)).toBeVisible();
  await expect(page.getByRole('definition').first()).toHaveText(next);

  await openMailedLink(page, owner, email);
  await expect(page.getByRole('heading', { name: 'Restore your address' })).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('another long password');
  await page.getByLabel('Confirm New Password').fill('another long password');
  await page.getByRole('button', { name: 'Restore address' }).click();
  await expect(account(page, email)).toBeVisible();
});

test('a user saves, changes and deletes addresses', async ({ page, owner, expectAccessible }) => {
  const { email } = await addUser(owner);
  await enter(page, email, '/profile');
  await page.getByRole('button', { name: 'Add address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an address' });
  await dialog.getByLabel('Name').fill('Olga Driver');
  await dialog.getByLabel('Street address').fill('12 Oak Street');
  await dialog.getByLabel('City').fill('San Diego');
  await dialog.getByLabel('State').selectOption('CA');
  await dialog.getByLabel('ZIP code').fill('10001');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'Your ZIP code 10001 is in New York, not in California.',
  );
  await expectAccessible(page, '[role=dialog]');
  await dialog.getByLabel('ZIP code').fill('92101');
  await dialog.getByRole('button', { name: 'Save address' }).click();
  const saved = page.getByRole('region', { name: 'Saved addresses' });
  await expect(saved.getByRole('listitem')).toHaveText(/San Diego, CA 92101.*Default/);
  await expectAccessible(page, 'main');
  await saved.getByRole('button', { name: 'Edit Olga Driver' }).click();
  await page.getByRole('textbox', { name: 'City' }).fill('La Jolla');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(saved.getByRole('listitem')).toHaveText(/La Jolla, CA 92101/);
  await saved.getByRole('button', { name: 'Delete Olga Driver' }).click();
  await page.getByRole('button', { name: 'Delete address' }).click();
  await expect(saved.getByRole('listitem')).toHaveCount(0);
  await expect(saved.getByRole('heading')).toBeFocused();
});

test('a user ends back-in-stock emails @long', async ({ page, owner, stock }) => {
  const { email } = await addUser(owner);
  const parts = await stock([
    { part_name: 'Horn', stock_quantity: 0 },
    { part_name: 'Seal', stock_quantity: 0 },
  ]);
  await owner.query(
    `insert into stock_waits (email, part_id, part_name, confirmed_at)
     select $1, id, part_name, now() from parts_catalog where id = any ($2)`,
    [email, parts],
  );
  await enter(page, email, '/profile?tab=orders');
  const end = page.getByRole('button', { name: /^Stop back-in-stock emails/ });
  await expect(end).toHaveCount(2);
  await end.first().click();
  await expect(end).toHaveCount(1);
  await end.click();
  await expect(end).toHaveCount(0);
});
