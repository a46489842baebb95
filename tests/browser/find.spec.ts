import { expect, test } from '../support/admin-story.ts';

test('Ctrl+K leads to one search over everything', async ({
  page,
  owner,
  make,
  signIn,
  expectAccessible,
}) => {
  await signIn();
  const name = `Renée ${make}’Gómez`;
  const { rows } = await owner.query(
    `insert into part_requests (name, email, part_name) values ($1, 'renee@example.com', 'Tailgate') returning id`,
    [name],
  );
  const { rows: threads } = await owner.query('select number from inbox_threads where request_id = $1', [
    rows[0].id,
  ]);
  const reference = `REQ-${threads[0].number}`;

  await page.goto('/admin/messages');
  await page.keyboard.press('Control+k');
  const field = page.getByRole('searchbox', { name: 'Find anything' });
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type(`renee ${make}gomez`);
  await page.keyboard.press('Enter');
  const requests = page.getByRole('region', { name: 'Requests' });
  await expect(requests.getByRole('link')).toHaveText(reference);
  await expect(requests).toContainText(name);
  await expectAccessible(page);

  // The key works here too, and the number leads to its page.
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await page.keyboard.type(reference);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/admin/requests/${reference}`);
});

test('Find says when nothing matches, and Ctrl+K does nothing in a dialog', async ({
  page,
  make,
  signIn,
}) => {
  await signIn();
  await page.goto('/admin/find');
  await page.getByRole('searchbox', { name: 'Find anything' }).fill(`missing ${make}`);
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Nothing found for "missing ${make}"` })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeAttached();

  await page.goto('/admin');
  await page.getByRole('button', { name: 'Add Part' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Part Name').press('Control+k');
  await expect(dialog).toBeVisible();
  await expect(page).toHaveURL('/admin');
});
