import { expect, test } from '../support/admin-story.ts';

test('a form of the panel keeps what was typed when the connection fails', async ({
  unwatchedPage: page,
  signIn,
}) => {
  await signIn();
  await page.goto('/admin/team');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email *').fill('new@example.com');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(
    page.getByRole('region', { name: 'Notifications' }).getByText('the connection failed'),
  ).toBeVisible();
  await expect(dialog.getByRole('alert')).toContainText('Error sending invitation: the connection failed');
  await expect(dialog.getByLabel('Email *')).toHaveValue('new@example.com');
  await page.context().setOffline(false);
});
