import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { LiveMessage } from '#core/live/live.ts';
import { measureLayout, openLive, setHidden } from '../support/live-page.ts';
import { expect, test } from '../support/admin-story.ts';
import { panelEntry, newsOf } from '../support/screens.ts';

function raiseAlert(owner: pg.Client, subject = randomUUID()): Promise<unknown> {
  return owner.query("insert into alerts (kind, subject, details) values ('refund-not-done', $1, $2)", [
    subject,
    { Order: subject.slice(0, 8) },
  ]);
}

test('parts change in their rows, and rows are added when the admin asks', async ({
  page,
  signIn,
  owner,
  make,
  stock,
  expectAccessible,
}) => {
  const [id = '', otherId = ''] = await stock([
    { part_name: 'Rotor B', price: 60, stock_quantity: 3 },
    { part_name: 'Rotor C', price: 60, stock_quantity: 3 },
  ]);
  await signIn();
  await openLive(page, `/admin?${new URLSearchParams({ q: make })}`);
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(page.getByText('2 parts', { exact: true })).toBeVisible();
  const edit = row('Rotor C').getByRole('button', { name: 'Edit' });
  await edit.focus();
  const layout = await measureLayout(page);

  await owner.query('update parts_catalog set price = 1045.5, stock_held = 2 where id = $1', [id]);
  await expect(row('Rotor B')).toContainText('$1,045.50', { timeout: 3_000 });
  await expect(row('Rotor B')).toContainText('2 held');
  await owner.query('update parts_catalog set stock_quantity = 0 where id = $1', [otherId]);
  await expect(row('Rotor C')).toContainText('Out');
  await stock([{ part_name: 'Rotor A' }]);
  const show = page.getByRole('button', { name: 'Show 1 change', exact: true });
  await expect(show).toBeVisible();
  await expect(page.getByText('3 parts', { exact: true })).toBeVisible();
  await expect(row('Rotor A')).toHaveCount(0);
  expect(await measureLayout(page)).toEqual(layout);
  await expect(edit).toBeFocused();
  await expectAccessible(page, 'main');

  await show.click();
  await expect(row('Rotor A')).toBeVisible();
  await expect(show).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('3 parts');
});

test('alerts and events are counted in the side bar and in the title, and shown when the admin asks', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  await signIn();
  await openLive(page, '/admin/conditions');
  const layout = await measureLayout(page);
  const subject = randomUUID();
  await raiseAlert(owner, subject);
  await expect(newsOf(page, 'Alerts')).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) .* \| Admin Panel \| Partyard$/);
  await owner.query("insert into audit_logs (action, details) values ('admin_action', '{}')");
  const tab = newsOf(page, 'Security');
  await expect(tab).toBeVisible();
  expect(await measureLayout(page)).toEqual(layout);
  await expectAccessible(page);

  await newsOf(page, 'Alerts').click();
  const card = page.getByRole('listitem').filter({ hasText: subject.slice(0, 8) });
  await expect(card).toContainText('A refund failed');
  await expect(newsOf(page, 'Alerts')).toHaveCount(0);
  await expect(panelEntry(page, 'Alerts')).toHaveAccessibleName(/waiting$/);
  await tab.click();
  await expect(page.getByRole('link', { name: 'Security', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Audit Logs' })).toBeVisible();
  const before = await measureLayout(page);
  await owner.query("insert into audit_logs (action, details) values ('admin_action', '{}')");
  const showEvents = page.getByRole('button', { name: /^Show \d+ new events?$/ });
  await expect(showEvents).toBeVisible();
  expect(await measureLayout(page)).toEqual(before);
  await showEvents.click();
  await expect(showEvents).toHaveCount(0);
  await owner.query('delete from alerts where subject = $1', [subject]);
});

test('Today follows what happens, and each line leads to its list', async ({ page, signIn, owner }) => {
  await signIn();
  await openLive(page, '/admin/today');
  const subject = randomUUID();
  await raiseAlert(owner, subject);
  const line = page
    .getByRole('region', { name: 'Alerts' })
    .getByRole('link', { name: /^A refund failed \d+$/ });
  await expect(line).toBeVisible();
  await line.click();
  await expect(page).toHaveURL('/admin/alerts?kind=refund-not-done');
  await expect(page.getByRole('listitem').filter({ hasText: subject.slice(0, 8) })).toBeVisible();
  await owner.query('delete from alerts where subject = $1', [subject]);
});

test('a hidden tab of an admin counts what is new until the admin looks @long', async ({
  page,
  signIn,
  make,
  stock,
}) => {
  await signIn();
  await openLive(page, `/admin?${new URLSearchParams({ q: make })}`);
  await setHidden(page, true);
  await stock([{ part_name: 'Rotor' }]);
  await expect(page).toHaveTitle(/^\(\d+\) .* \| Admin Panel/);
  await setHidden(page, false);
  await expect(page.getByRole('link', { name: 'Parts Catalog', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show 1 change' })).toBeVisible();
});

test('an admin’s own actions are not counted @long', async ({ page, signIn, owner, make, stock }) => {
  await stock([{ part_name: 'Rotor', price: 60 }]);
  await signIn();
  await page.addInitScript(() => {
    const messages: string[] = [];
    Object.assign(window, { messages });
    const { addEventListener } = EventSource.prototype;
    EventSource.prototype.addEventListener = function (this: EventSource, ...listener: [string, never]) {
      if (listener[0] === 'message')
        addEventListener.call(this, 'message', (event) =>
          messages.push((event as MessageEvent<string>).data),
        );
      addEventListener.apply(this, listener);
    };
  });
  // Other stories of the same shop write events, too.
  const countMessages = async (isOwn: boolean) => {
    const messages = await page.evaluate(() => (window as unknown as { messages: string[] }).messages);
    return messages.filter((text) => {
      const { changed = [], own = [], reload = false } = JSON.parse(text) as LiveMessage;
      // It does not say what has changed, or who did it.
      if (reload) return !isOwn;
      return changed.includes('admin:audit') && own.includes('admin:audit') === isOwn;
    }).length;
  };
  await openLive(page, `/admin?${new URLSearchParams({ q: make })}`);
  await page.getByRole('row').filter({ hasText: 'Rotor' }).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Price ($)', { exact: true }).fill('45');
  await dialog.getByRole('button', { name: 'Update Part' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Rotor' })).toContainText('$45.00');
  // If another story writes an event at the same moment, one message has both, and is not the admin's own.
  await expect
    .poll(async () => (await countMessages(true)) + (await countMessages(false)))
    .toBeGreaterThan(0);

  await owner.query("insert into audit_logs (action, details) values ('admin_action', '{}')");
  const tab = newsOf(page, 'Security');
  await expect(tab).toBeVisible();
  await expect.poll(() => countMessages(false)).toBeGreaterThan(0);
  // The tab shows all messages in the second frame.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const counted = Number.parseInt((await tab.getByText(/^\d+ changes?$/).textContent()) ?? '', 10);
  expect(counted).toBeLessThanOrEqual(await countMessages(false));
});

for (const address of ['/admin', '/admin/security']) {
  test(`an admin who is demoted while looking at ${address} ends on the page to sign in`, async ({
    page,
    signIn,
    owner,
  }) => {
    const id = await signIn();
    await openLive(page, address);
    await owner.query("delete from user_roles where user_id = $1 and role = 'admin'", [id]);
    await expect(page).toHaveURL(({ pathname }) => !pathname.startsWith('/admin'));
  });
}
