import { randomUUID } from 'node:crypto';
import { expect, test } from '../support/admin-story.ts';

test('a new key is shown once, and the focus is never lost', async ({ page, owner, signIn }) => {
  const name = `Website ${randomUUID()}`;
  await signIn();
  await page.goto('/admin/settings/api');
  const open = page.getByRole('button', { name: 'Create key' });
  await open.press('Enter');
  const form = page.getByRole('dialog', { name: 'Create a key' });
  await form.getByLabel('Name *').fill(name);
  await form.getByRole('checkbox').first().check();
  await form.getByRole('button', { name: 'Create key' }).press('Enter');

  const shown = page.getByRole('dialog', { name: 'Copy the key now' });
  await expect(shown.getByText(/^py_live_/)).toBeVisible();
  await expect(shown.locator(':focus')).toHaveCount(1);
  await shown.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(shown).toHaveCount(0);
  await expect(open).toBeFocused();

  await page.getByRole('button', { name: `Revoke the key ${name}` }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).press('Enter');
  await expect(page.getByText('Key revoked')).toBeVisible();
  await expect(page.locator('main :focus')).toHaveCount(1);
  await owner.query('delete from api_keys where name = $1', [name]);
});
