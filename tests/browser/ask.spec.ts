import type { Page } from '../../tools/browser/playwright.ts';
import { toasts } from '../support/screens.ts';
import { expect, test } from '../support/story.ts';

const FUNCTIONS = {
  request: '**/functions/v1/send-part-request-email',
  contact: '**/functions/v1/send-contact-email',
};

/** Not from a server function, like the error page of a proxy. */
const noAnswer = { status: 413, body: 'Too large' };

/** Delays requests to an address until the returned function is called. */
async function holdBack(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

let senders = 0;
const newEmail = () => `asker-${process.pid}-${(senders += 1)}-${Date.now()}@example.com`;

test('a part request is prefilled, validated, sent once, confirmed, and limited', async ({
  page,
  owner,
  expectAccessible,
}) => {
  const email = newEmail();
  await page.goto('/?make=Honda&model=Civic&year=2015&category=No+such+category');
  await page.getByRole('main').getByRole('link', { name: 'Request a Part' }).click();
  await expect(page.getByRole('heading', { name: 'Request a Part', level: 1 })).toBeVisible();
  const form = page.getByRole('main').locator('form');
  const field = (name: string) => form.getByLabel(name, { exact: true });
  const submit = form.getByRole('button', { name: 'Submit Request' });
  await expect(field('Make')).toHaveValue('Honda');
  await expect(field('Model')).toHaveValue('Civic');
  await expect(field('Year')).toHaveValue('2015');
  await expect(field('Part Name')).toHaveValue('No such category');
  await expect(field('Urgency')).toHaveValue('medium');

  await field('Part Name').fill('');
  await field('Email').fill('nobody');
  await submit.click();
  await expect(form.getByText('Full Name is required')).toBeVisible();
  await expect(form.getByText('Please enter a valid email address')).toBeVisible();
  await expect(form.getByText('Part Name is required')).toBeVisible();
  await expect(field('Full Name')).toBeFocused();
  await expectAccessible(page, 'main');

  await field('Full Name').fill('Dana Driver');
  await expect(form.getByText('Full Name is required')).toBeHidden();
  await field('Email').fill(email);
  await field('Part Name').fill('Alternator');
  await field('Detailed Description (optional)').fill('The big one.');
  await field('Urgency').selectOption({ label: 'High (ASAP)' });

  // A failure keeps the input.
  await page.route(FUNCTIONS.request, (route) => route.fulfill(noAnswer), {
    times: 1,
  });
  await submit.click();
  await expect(toasts(page).getByText('Failed to submit request. Please try again.')).toBeVisible();
  await expect(field('Part Name')).toHaveValue('Alternator');

  const letGo = await holdBack(page, FUNCTIONS.request);
  await submit.click();
  const busy = form.getByRole('button', { name: 'Submitting Request...' });
  await expect(busy).toBeDisabled();
  for (const name of [
    'Full Name',
    'Email',
    'Phone (optional)',
    'Make',
    'Model',
    'Year',
    'Part Name',
    'Urgency',
  ]) {
    await expect(field(name)).toBeDisabled();
  }
  letGo();
  await expect(
    toasts(page).getByText("Part request submitted successfully! We'll get back to you soon."),
  ).toBeVisible();
  for (const name of ['Full Name', 'Email', 'Make', 'Model', 'Year', 'Part Name']) {
    await expect(field(name)).toHaveValue('');
  }
  await expect(field('Urgency')).toHaveValue('medium');
  const stored = () =>
    owner.query('select part_name, urgency, description from part_requests where email = $1', [email]);
  expect((await stored()).rows).toEqual([
    { part_name: 'Alternator', urgency: 'high', description: 'The big one.' },
  ]);

  // The sixth request within 15 minutes is not sent.
  await page.unrouteAll();
  let sent = 1;
  page.on('request', (request) => {
    if (request.url().includes('send-part-request-email')) sent += 1;
  });
  for (let n = 2; n <= 6; n += 1) {
    await field('Full Name').fill('Dana Driver');
    await field('Email').fill(n % 2 ? email : email.toUpperCase());
    await field('Make').fill('Honda');
    await field('Model').fill('Civic');
    await field('Year').selectOption('2015');
    await field('Part Name').fill(`Horn ${n}`);
    await submit.click();
    if (n < 6) await expect(field('Part Name')).toHaveValue('');
  }
  await expect(
    toasts(page).getByText(
      "You've submitted too many requests recently. Please wait before submitting another.",
    ),
  ).toBeVisible();
  await expect(field('Part Name')).toHaveValue('Horn 6');
  expect(sent).toBe(5);
});

test('an answer with an error is a failure whatever its status, and no trap is sent', async ({
  page,
  stock,
}) => {
  const [horn] = await stock([{ part_name: 'Horn', stock_quantity: 0 }]);
  const sent: Record<string, unknown>[] = [];
  for (const address of Object.values(FUNCTIONS))
    await page.route(address, (route) => {
      sent.push(route.request().postDataJSON() as Record<string, unknown>);
      return route.fulfill({ status: 200, json: { error: 'invalid recipient <x>' } });
    });
  const failed = toasts(page).getByText('Failed to submit request. Please try again.');

  await page.goto('/request?make=Honda&model=Civic&year=2015&part=Horn');
  await page.getByLabel('Full Name').fill('Dana Driver');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByRole('button', { name: 'Submit Request' }).click();
  await expect(failed).toBeVisible();
  await expect(page.getByLabel('Full Name')).toHaveValue('Dana Driver');
  expect(await page.evaluate(() => localStorage.getItem('partyard.requests'))).toBeNull();

  await page.goto('/contact');
  await page.getByLabel('Name', { exact: true }).fill('Dana Driver');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Subject').fill('Opening hours');
  await page.getByLabel('Message').fill('Are you open?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(toasts(page).getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Are you open?');

  await page.goto(`/part/horn-${horn}`);
  await page.getByRole('link', { name: 'Request Part' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(newEmail());
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await expect(dialog.getByText('Failed to submit request. Please try again.')).toBeVisible();

  expect(sent.map((body) => Object.keys(body).toSorted())).toEqual([
    ['description', 'email', 'make', 'model', 'name', 'partName', 'phone', 'urgency', 'year'],
    ['email', 'message', 'name', 'subject'],
    ['description', 'email', 'make', 'model', 'name', 'partId', 'partName', 'phone', 'urgency', 'year'],
  ]);
});

test('the form suggests models of the chosen make', async ({ page, make, stock }) => {
  await stock([{ part_name: 'Horn' }]);
  await page.goto('/request');
  const models = page.waitForResponse('**/api/models?*');
  await page.getByLabel('Make').fill(make.toUpperCase());
  expect(await (await models).json()).toEqual({ models: ['Roadster'] });
  const list = await page.getByLabel('Model').getAttribute('list');
  await expect(page.locator(`datalist[id="${list}"] option`)).toHaveText(['Roadster']);
});

test('a signed-in user requests a part in a dialog with prefilled contact details', async ({
  page,
  make,
  stock,
  owner,
  expectAccessible,
}) => {
  const [id] = await stock([
    { part_name: 'Caliper', stock_quantity: 0, oem_number: '45018-TR3' },
    { part_name: 'Rotor', price: 60, stock_quantity: 3 },
  ]);
  const signedIn = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: 'admin@localhost.test', password: 'the password of the first admin' },
  });
  expect(signedIn.ok()).toBe(true);
  await owner.query(
    `insert into profiles (user_id, display_name, phone)
     select id, 'Ada Admin', '(619) 555-0123' from auth.users where email = 'admin@localhost.test'
     on conflict (user_id) do update set display_name = excluded.display_name, phone = excluded.phone`,
  );
  for (const [address, label] of [
    ['/request', 'Full Name'],
    ['/contact', 'Name'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByLabel(label)).toHaveValue('Ada Admin');
    await expect(page.getByLabel('Email')).toHaveValue('admin@localhost.test');
  }

  const vehicle = { make, model: 'Roadster', year: '2015', category: 'Brakes' };
  await page.goto(`/?${new URLSearchParams(vehicle)}`);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((script) => script.includes('request-dialog'))).toEqual([]);

  const opener = page.getByRole('link', { name: 'Request Part' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Request This Part' });
  for (const said of [`2015 ${make} Roadster`, 'Caliper', '45018-TR3']) {
    await expect(dialog.getByText(said)).toBeVisible();
  }
  await expect(dialog.getByLabel('Email')).toHaveValue('admin@localhost.test');
  await expect(dialog.getByLabel('Phone')).toHaveValue('(619) 555-0123');
  await expectAccessible(page, '[role=dialog]');

  const email = newEmail();
  await dialog.getByLabel('Email').fill('');
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Additional Notes').fill('Left side.');

  await page.route(FUNCTIONS.request, (route) => route.fulfill(noAnswer), { times: 1 });
  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Failed to submit request. Please try again.');
  await expect(dialog.getByLabel('Additional Notes')).toHaveValue('Left side.');

  await dialog.getByRole('button', { name: 'Submit Request' }).click();
  await expect(
    dialog.getByText(
      "Request Submitted! We'll start looking for this part right away. You'll hear from us soon!",
    ),
  ).toBeVisible();
  await expect(dialog).toBeHidden({ timeout: 4_000 });
  await expect(opener).toBeFocused();
  const { rows } = await owner.query(
    'select name, phone, make, model, year, part_name, description, urgency, part_id from part_requests where email = $1',
    [email],
  );
  expect(rows).toEqual([
    {
      name: 'Ada Admin',
      phone: '(619) 555-0123',
      make,
      model: 'Roadster',
      year: '2015',
      part_name: 'Caliper',
      description: 'Left side.',
      urgency: 'medium',
      part_id: id,
    },
  ]);

  // By keyboard. The dialog does not keep its input.
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(dialog.getByLabel('Additional Notes')).toHaveValue('');
  await dialog.getByLabel('Additional Notes').fill('Never mind.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await opener.click();
  await expect(dialog.getByLabel('Additional Notes')).toHaveValue('');
});

test('a visitor requests a part on its page; without the dialog, the link opens the request page', async ({
  page,
  stock,
  owner,
}) => {
  const [id = ''] = await stock([{ part_name: 'Caliper', stock_quantity: 0 }]);
  await page.goto(`/part/${id}`);
  await page.getByRole('link', { name: 'Request Part' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request This Part' });
  const email = newEmail();
  await dialog.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Request Submitted!')).toBeVisible();
  const { rows } = await owner.query('select name, phone, description from part_requests where email = $1', [
    email,
  ]);
  expect(rows).toEqual([{ name: email, phone: null, description: null }]);

  await page.route('**/assets/request-dialog*', (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.getByRole('link', { name: 'Request Part' }).click();
  await expect(page.getByLabel('Part Name')).toHaveValue('Caliper');
});

test('a message is validated, sent, confirmed, cleared, and in the mailbox', async ({ page }) => {
  const email = newEmail();
  await page.goto('/contact');
  const form = page.getByRole('main').locator('form[novalidate]');
  await form.getByRole('button', { name: 'Send Message' }).click();
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(form.getByText(`${name} is required`, { exact: true })).toBeVisible();
  }
  await form.getByLabel('Name').fill('Dana Driver');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Subject').fill('Opening hours');
  await form.getByLabel('Message').fill('Open on <b>Labor Day</b>?');

  await page.route(FUNCTIONS.contact, (route) => route.fulfill(noAnswer), {
    times: 1,
  });
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(toasts(page).getByText('Failed to send message. Please try again.')).toBeVisible();
  await expect(form.getByLabel('Message')).toHaveValue('Open on <b>Labor Day</b>?');

  const letGo = await holdBack(page, FUNCTIONS.contact);
  await form.getByRole('button', { name: 'Send Message' }).click();
  await expect(form.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await expect(form.getByLabel('Message')).toBeDisabled();
  letGo();
  await expect(
    toasts(page).getByText("Message sent successfully! We'll get back to you soon."),
  ).toBeVisible();
  for (const name of ['Name', 'Email', 'Subject', 'Message']) {
    await expect(form.getByLabel(name)).toHaveValue('');
  }

  await page.goto('/mailbox');
  const toShop = page.getByRole('listitem').filter({ hasText: `replies to ${email}` });
  await expect(toShop.getByRole('heading', { name: 'Message: Opening hours' })).toBeVisible();
  const preview = toShop.frameLocator('iframe');
  await expect(preview.getByText('Open on <b>Labor Day</b>?')).toBeVisible();
  await expect(preview.getByRole('link', { name: 'parts@partyard.example' })).toBeVisible();
  const confirmation = page.getByRole('listitem').filter({ hasText: 'Your message to Partyard' });
  await expect(confirmation.filter({ hasText: `To ${email},` })).toBeVisible();
});
