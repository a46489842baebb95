import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { addDeskOrder } from '../support/desk-orders.ts';
import { openLive } from '../support/live-page.ts';
import { deleteOrders } from '../support/orders.ts';
import { expect, test } from '../support/admin-story.ts';
import { panelEntry } from '../support/screens.ts';

async function raise(owner: pg.Client, subject: string): Promise<void> {
  await owner.query("insert into alerts (kind, subject, details) values ('refund-not-done', $1, $2)", [
    subject,
    {
      Order: subject.slice(0, 8),
      Amount: '$58.20',
      Payment: `pi_${subject}`,
      Reason: 'The card has expired',
    },
  ]);
}

test('alerts are counted in the side bar, and on their own screen until they are settled', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const [subject, other, late] = [randomUUID(), randomUUID(), randomUUID()];
  await raise(owner, other);
  await raise(owner, subject);
  await signIn();
  await page.goto('/admin/conditions');
  await expect(panelEntry(page, 'Alerts')).toHaveAccessibleName(/ \d+ waiting$/);
  await expect(page.getByRole('main').getByText('A refund failed')).toHaveCount(0);
  await panelEntry(page, 'Alerts').click();
  await expect(panelEntry(page, 'Alerts')).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeFocused();
  const card = (text: string) => page.getByRole('listitem').filter({ hasText: text.slice(0, 8) });
  await expect(card(subject)).toContainText('A refund failed');
  await expect(card(subject)).toContainText('The card has expired');
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [768, 'light'],
    [1280, 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, 'main');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await openLive(page, '/admin/alerts');
  await raise(owner, late);
  await page.getByRole('button', { name: 'Show changes' }).click();
  await expect(card(late)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeFocused();
  await page.getByLabel('Kind').selectOption('A crawl of a catalog failed');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(/kind=crawl-failed/);
  await expect(page.getByRole('button', { name: 'Show', exact: true })).toBeFocused();
  await expect(card(subject)).toHaveCount(0);

  await page.goto('/admin/alerts?kind=refund-not-done');
  await card(subject).getByRole('button', { name: 'Settle: A refund failed' }).press('Enter');
  await expect(card(subject)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeFocused();
  const { rows } = await owner.query(
    'select settled_by is not null as settled from alerts where subject = $1',
    [subject],
  );
  expect(rows).toEqual([{ settled: true }]);
  await page.getByLabel('State').selectOption('Settled');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(card(subject)).toContainText(/Settled:.*, by /);
  await expect(
    page.getByRole('status').filter({ hasText: /^(1 alert|\d+ alerts, newest first|Newest first)$/ }),
  ).toBeVisible();
  await owner.query('delete from alerts where subject = any($1)', [[subject, other, late]]);
});

test('an alert is settled at its order', async ({ page, signIn, owner }) => {
  const { id, number } = await addDeskOrder(owner);
  await signIn();
  await owner.query("insert into alerts (kind, subject, order_id) values ('refund-not-done', $1, $2)", [
    randomUUID(),
    id,
  ]);
  const settle = page.getByRole('main').getByRole('button', { name: 'Settle: A refund failed' });
  await page.goto(`/admin/orders/PY-${number}`);
  await settle.press('Enter');
  await expect(page.getByText('Alert settled')).toBeVisible();
  await expect(settle).toHaveCount(0);
  await expect(page.getByRole('heading', { name: `Order PY-${number}` })).toBeFocused();
  await deleteOrders(owner, `id = '${id}'`);
});
