import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-story.ts';

test('an alert stays at the top of the admin panel until it is settled', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const subject = randomUUID();
  await owner.query("insert into alerts (kind, subject, details) values ('refund-not-done', $1, $2)", [
    subject,
    {
      Order: subject.slice(0, 8),
      Amount: '$58.20',
      Payment: `pi_${subject}`,
      Reason: 'The card has expired',
    },
  ]);
  await signIn();
  await page.goto('/admin/conditions');
  const alerts = page.getByRole('region', { name: /^Alerts/ });
  const alert = alerts.getByRole('listitem').filter({ hasText: subject.slice(0, 8) });
  await expect(alert).toContainText('A refund failed');
  await expect(alert).toContainText('The card has expired');
  await expectAccessible(page, 'main');
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  await alert.getByRole('button', { name: 'Settle: A refund failed' }).press('Enter');
  await expect(alert).toHaveCount(0);
  await expect(alerts.getByRole('heading')).toBeFocused();
  await page.goto('/admin');
  await expect(page.getByText(subject.slice(0, 8))).toHaveCount(0);
  const { rows } = await owner.query(
    'select settled_by is not null as settled from alerts where subject = $1',
    [subject],
  );
  expect(rows).toEqual([{ settled: true }]);
});
