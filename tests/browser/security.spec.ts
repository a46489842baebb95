import { toast, panelEntry } from '../support/screens.ts';
import { expect, test } from '../support/admin-story.ts';

test('an admin opens the dashboard, runs a scan, and reads its advice', async ({
  page,
  signIn,
  owner,
  expectAccessible,
}) => {
  const id = await signIn();
  const widths = async () => {
    for (const [width, colorScheme] of [
      [360, 'dark'],
      [1280, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page, 'main');
    }
  };
  await owner.query(
    `insert into audit_logs (action, resource_type, resource_id, user_id, ip_address, details, user_agent, created_at)
     values ('admin_update_part', 'parts_catalog', 'abcdefgh-and-more', $1, '10.20.30.40',
       '{"message": "<img src=x onerror=alert(1)>", "admin_action": true}', 'A browser', now())`,
    [id],
  );

  await page.goto('/security');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security Dashboard');
  await expect(page.getByRole('term').filter({ visible: true })).toHaveText([
    'Total Events',
    'Failed Logins',
    'Admin Actions',
    'Active Users',
    'Recent (24h)',
    'System Health',
  ]);
  await expect(page.getByRole('tab')).toHaveText(['Audit Logs', 'Security Insights', 'How It Works']);
  await expect(page.getByRole('tab', { name: 'Audit Logs' })).toHaveAttribute('aria-selected', 'true');
  const event = page.getByRole('listitem').filter({ hasText: '10.20.30.40' }).first();
  await expect(event).toContainText('admin_update_part');
  await expect(event).toContainText('abcdefgh');
  await expect(event).not.toContainText('abcdefgh-', { useInnerText: true });
  await expect(event).toContainText(id.slice(0, 8));
  await expect(event.getByRole('time')).toHaveText(/^(just now|\d+ seconds? ago|1 minute ago)$/);

  const details = event.getByText('View technical details');
  await details.focus();
  await page.keyboard.press('Enter');
  await expect(event).toContainText('"message": "<img src=x onerror=alert(1)>"');
  await expect(event).toContainText('abcdefgh-and-more');
  await expect(event.getByRole('img')).toHaveCount(0);
  await widths();

  await page.getByRole('tab', { name: 'How It Works' }).click();
  await expect(page.getByRole('heading', { name: 'Red flags to watch for' })).toBeVisible();
  await widths();

  const began = Date.now();
  await page.getByRole('button', { name: 'Run Security Scan' }).click();
  await expect(page.getByRole('button', { name: 'Scanning...' })).toBeDisabled();
  await expect(toast(page, 'Security scan completed successfully')).toBeVisible({ timeout: 30_000 });
  expect(Date.now() - began).toBeGreaterThanOrEqual(2_000);
  await expect(page.getByRole('button', { name: 'Run Security Scan' })).toBeEnabled();
  await expect(page.getByText('The last security scan confirmed this for every table.')).toBeVisible();

  await page.getByRole('button', { name: 'Show recommendations' }).press('Enter');
  await expect(page.getByRole('tab', { name: 'Security Insights' })).toHaveAttribute('aria-selected', 'true');
  for (const label of ['Failed Login Attempts', 'Recent Activity Level', 'Admin Actions Today']) {
    await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible();
  }
  const advice = page.getByRole('listitem').filter({ hasText: 'weak_auth_secret' });
  await expect(advice).toContainText('critical');
  await expect(advice).toContainText('AUTH_SECRET can be guessed');
  await widths();
  await page.getByRole('tab', { name: 'Audit Logs' }).click();
  await expect(
    page.getByRole('listitem').filter({ hasText: 'security_weak_auth_secret' }).first(),
  ).toBeVisible();

  await page.route('**/functions/v1/security-scan', (route) =>
    route.fulfill({ status: 429, json: { error: 'Too many scans.' } }),
  );
  await page.getByRole('button', { name: 'Run Security Scan' }).click();
  await expect(toast(page, 'Security scan failed')).toBeVisible();
  await expect(toast(page, 'Too many scans.')).toBeVisible();

  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await reloaded;
  await expect(page.getByRole('listitem').filter({ hasText: 'security_scan' }).first()).toBeVisible();
});

test('the screen of the admin panel shows that the logs are loading @long', async ({
  page,
  signIn,
  owner,
}) => {
  await signIn();
  await page.goto('/admin/users');
  await owner.query('begin');
  await owner.query('lock table audit_logs in access exclusive mode');
  // Other stories use this table, and what they did may be counted on the tab.
  try {
    await panelEntry(page, 'Security').click({ timeout: 5_000 });
    await expect(page.getByText('Loading security audit logs...')).toBeVisible();
  } finally {
    await owner.query('rollback');
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Security Dashboard' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Audit Logs' })).toBeVisible();
});

test('a visitor sees Access denied and no logs', async ({ page, expectAccessible }) => {
  await page.goto('/security');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Access denied. Admin privileges required.',
  );
  await expect(page.getByText('Total Events')).toHaveCount(0);
  for (const [width, colorScheme] of [
    [360, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expectAccessible(page, 'main');
  }
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/auth');
});
