import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Page } from '../../tools/browser/playwright.ts';
import { measureLayout, openLive } from '../support/live-page.ts';
import { main, toast, panelEntry, newsOf } from '../support/screens.ts';
import { expect, test } from '../support/admin-story.ts';

const phone = { width: 360, height: 740 };

interface Asked {
  email: string;
  reference: string;
}

async function addRequest(
  owner: pg.Client,
  make: string,
  changed: Record<string, string> = {},
): Promise<Asked> {
  const email = `dana-${randomUUID()}@example.com`;
  const row = {
    name: 'Dana Driver',
    email,
    phone: '(619) 555-0187',
    make,
    model: 'Roadster',
    year: '2015',
    part_name: 'Alternator',
    description: 'With the plug on the left.\nAny color.',
    urgency: 'high',
    ...changed,
  };
  const { rows } = await owner.query(
    `insert into part_requests (${Object.keys(row).join(', ')})
     values (${Object.keys(row).map((_, index) => `$${index + 1}`)}) returning id`,
    Object.values(row),
  );
  const { rows: threads } = await owner.query('select number from inbox_threads where request_id = $1', [
    rows[0].id,
  ]);
  return { email, reference: `REQ-${threads[0].number}` };
}

const entries = (page: Page) => page.getByRole('list', { name: 'Thread' }).locator('> li');
const answer = (page: Page) => page.getByLabel('Your answer');
const send = (page: Page) => page.getByRole('button', { name: 'Send answer' });

test('a request is found, and answered by keyboard with a part of the catalog', async ({
  page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  await stock([
    { part_name: 'Alternator 120 A', price: 120, oem_number: '31100-TR3' },
    { part_name: 'Alternator 150 A', price: 150 },
  ]);
  // The parts were in stock before the request came.
  await owner.query('delete from stock_arrivals');
  const { email, reference } = await addRequest(owner, make);
  await addRequest(owner, make);
  await signIn();
  await page.goto('/admin/requests');
  await page.getByRole('searchbox', { name: 'Search requests' }).fill(email);
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('main').getByText(`Found for "${email}"`)).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: reference });
  await expect(row).toContainText(`2015 ${make} Roadster`);
  await expect(row).toContainText('High');
  await expect(row).toContainText('23 h left');
  await expectAccessible(page, 'main');
  await row.getByRole('link', { name: reference }).press('Enter');

  await expect(
    main(page).getByRole('heading', {
      level: 1,
      name: `${reference} Alternator for 2015 ${make} Roadster`,
      exact: true,
    }),
  ).toBeVisible();
  await expect(panelEntry(page, 'Requests')).toHaveAttribute('aria-current', 'page');
  await expect(entries(page)).toHaveText([/Dana Driver wrote.*With the plug on the left/s]);
  await answer(page).fill('Hi Dana,\nwe have two.');
  await answer(page).press('Tab');
  const search = page.getByRole('combobox', { name: 'Find a part to add' });
  await expect(search).toBeFocused();
  await page.keyboard.type(`alternator ${make}`);
  await expect(page.getByRole('option')).toHaveCount(2);
  await expectAccessible(page, 'main');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(search).toHaveValue('');
  await expect(page.getByText('Alternator 120 A added')).toBeVisible();
  // Enter without a choice must not send the answer.
  await page.keyboard.type('150');
  await page.keyboard.press('Enter');
  await search.fill(`150 ${make}`);
  await expect(page.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const chosen = page.getByRole('list', { name: 'Parts for this answer' });
  await expect(chosen.getByRole('listitem')).toHaveText([
    /Alternator 120 A.*31100-TR3.*\$120\.00, Used, Good, 2 in stock/s,
    /Alternator 150 A/,
  ]);
  await chosen.getByRole('button', { name: 'Remove Alternator 150 A' }).press('Enter');
  await expect(search).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Answer sent')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Next open request' })).toBeFocused();
  await expect(answer(page)).toHaveValue('');
  await expect(entries(page).nth(1)).toContainText('answered');
  await expect(entries(page).nth(1)).toContainText('Alternator 120 A');
  await expect(entries(page).nth(1)).toContainText('Email sent');
  await expect(main(page).getByText('Answered', { exact: true })).toBeVisible();
  await expectAccessible(page, 'main');

  const { rows } = await owner.query('select subject, body from mails where recipient = $1', [email]);
  expect(rows).toHaveLength(1);
  expect(rows[0].subject).toBe(`Re: Part request: Alternator for 2015 ${make} Roadster [${reference}]`);
  expect(rows[0].body).toContain('Hi Dana,\nwe have two.');
  expect(rows[0].body).toContain('$120.00');
});

test('two people at one request: the second sees the first answer, and keeps the text', async ({
  page,
  context,
  signIn,
  owner,
  make,
}) => {
  const { email, reference } = await addRequest(owner, make);
  await signIn();
  await openLive(page, `/admin/requests/${reference}`);
  const other = await context.newPage();
  await other.goto(`/admin/requests/${reference}`);
  await answer(page).fill('Second');
  const layout = await measureLayout(page);
  await answer(other).fill('First');
  await send(other).click();
  await expect(toast(other, 'Answer sent')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show 1 new entry' })).toBeVisible();
  await expect(entries(page)).toHaveCount(1);
  expect(await measureLayout(page)).toEqual(layout);

  await send(page).click();
  await expect(main(page).getByRole('alert').filter({ hasText: 'answered just now' })).toBeVisible();
  await expect(answer(page)).toHaveValue('Second');
  await expect(entries(page)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Show 1 new entry' })).toHaveCount(0);
  const { rows } = await owner.query(
    'select text from inbox_entries join inbox_threads on inbox_threads.id = thread_id join part_requests on part_requests.id = request_id where email = $1',
    [email],
  );
  expect(rows).toEqual([{ text: 'First' }]);
});

test('a message on a phone: a draft is kept, a reply is pasted, it is closed and reopened', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const subject = `Opening hours ${randomUUID()}`;
  await owner.query(
    "insert into contact_messages (name, email, subject, message) values ('Olga', 'olga@example.com', $1, $2)",
    [subject, `Are you open on Labor Day?\n${'wide'.repeat(60)}`],
  );
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await signIn();
  await page.goto(`/admin/messages?${new URLSearchParams({ q: subject })}`);
  const card = main(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: subject }) });
  await expect(card).toContainText('olga@example.com');
  await expectAccessible(page, 'main');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await card.getByRole('link', { name: /^MSG-\d+$/ }).click();
  await answer(page).fill('Hi {name}');
  await send(page).click();
  await expect(answer(page)).toBeFocused();
  await expect(answer(page)).toHaveAccessibleDescription(/replace \{name\} in the text$/);
  await answer(page).fill('Half an ans');
  await page.getByRole('link', { name: 'All messages' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toBeVisible();
  await page.goBack();
  await expect(answer(page)).toHaveValue('Half an ans');
  await page.reload();
  await expect(answer(page)).toHaveValue('Half an ans');
  await expectAccessible(page, 'main');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const title = `Hours ${randomUUID()}`;
  await page.getByRole('link', { name: /^(Edit saved answers|Save answers)/ }).click();
  await page.getByRole('button', { name: 'New answer' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text').fill('Hi {name}, we are open.');
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Save answer' }).click();
  await expect(page.getByRole('heading', { name: title })).toBeVisible();
  await page.goBack();
  await page.getByRole('combobox', { name: 'Saved answers' }).selectOption(title);
  await page.getByRole('button', { name: 'Insert' }).click();
  await expect(answer(page)).toHaveValue(/Half an ans.*Hi Olga, we are open\.$/);
  await owner.query('delete from saved_answers where title = $1', [title]);

  await page.getByText('Add their reply').click();
  await page.getByLabel('Their reply').fill('Never mind, I was there.');
  await page.getByRole('button', { name: 'Add reply' }).click();
  await expect(entries(page).nth(1)).toContainText('Olga replied');
  await page.getByText('Add an internal note').click();
  await page.getByLabel('Note', { exact: true }).fill('Friendly.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await expect(entries(page).nth(2)).toContainText('Friendly.');
  await page.getByRole('button', { name: 'Close without Answer' }).click();
  await expect(main(page).getByText('Closed', { exact: true })).toBeVisible();
  await expectAccessible(page, 'main');
  await page.getByRole('button', { name: 'Reopen' }).click();
  await expect(main(page).getByText('Open', { exact: true })).toBeVisible();
  await expect(entries(page)).toHaveCount(5);
});

test('new requests and arrived parts are counted at the tab, and nothing moves', async ({
  page,
  signIn,
  owner,
  make,
  stock,
}) => {
  const { reference } = await addRequest(owner, make);
  await signIn();
  await openLive(page, `/admin/requests?${new URLSearchParams({ q: make })}`);
  await expect(page.getByRole('row')).toHaveCount(2);
  const layout = await measureLayout(page);
  await addRequest(owner, make, { part_name: 'Horn' });
  const show = page.getByRole('button', { name: 'Show 1 change', exact: true });
  await expect(show).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(2);
  expect(await measureLayout(page)).toEqual(layout);
  await show.click();
  await expect(page.getByRole('row')).toHaveCount(3);

  await panelEntry(page, 'Messages').click();
  await expect(page.getByRole('searchbox', { name: 'Search messages' })).toBeVisible();
  await stock([{ part_name: 'Alternator' }]);
  await expect(newsOf(page, 'Requests')).toBeVisible();
  await page.goto(`/admin/requests/${reference}`);
  await expect(entries(page).nth(1)).toContainText('In stock now. Dana Driver will get an email');
  await expect(entries(page).nth(1)).toContainText('Alternator');
});
