import { formatOrderNumber } from '#core/values/order-number.ts';
import { expect, test } from '../support/admin-story.ts';
import { addAssistant, removeAssistant } from '../support/assistant-story.ts';

test('an admin sees which assistants come, refuses one, and serves it again', async ({
  page,
  owner,
  make,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn();
  const { id, host, order } = await addAssistant(owner, { missed: `Horn of ${make}`, make });
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Assistants' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Assistants' })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: host });
  await expect(row).toContainText('1 paid order, $');
  await expect(row).toContainText('3 searches without a result');
  await expectAccessibleEverywhere(page);

  await page.getByRole('button', { name: `Refuse: ${host}` }).press('Enter');
  await expect(page.getByText(`${host} is refused`)).toBeVisible();
  await expect(row.getByText('Refused', { exact: true })).toBeVisible();
  await expect(page.locator('main :focus')).toHaveCount(1);
  await page.getByRole('button', { name: `Serve again: ${host}` }).press('Enter');
  await expect(page.getByText(`${host} is served again`)).toBeVisible();

  const change = page.getByRole('button', { name: 'Change signing key' });
  await change.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change the signing key?' });
  await dialog.getByRole('checkbox', { name: 'The key was stolen' }).press('Space');
  await expectAccessibleEverywhere(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Change key' }).press('Enter');
  await expect(page.getByText('The signing key is changed')).toBeVisible();
  await expect(change).toBeFocused();

  await page.goto(`/admin/orders/${formatOrderNumber(order.number)}`);
  await expect(page.getByText('Came from an assistant:')).toContainText(`${host} (not signed)`);
  await page.getByRole('link', { name: host }).press('Enter');
  await expect(page).toHaveURL('/admin/assistants');
  await removeAssistant(owner, id);
});

test('what assistants did not find becomes a part, and an event is sent again', async ({
  page,
  owner,
  make,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn();
  const missed = `horn of ${make.toLowerCase()}`;
  const { id, order } = await addAssistant(owner, { missed, make });
  await page.goto('/admin/assistants/missed?sort=new');
  await expect(page.getByRole('row').filter({ hasText: missed })).toContainText(`2010 ${make} Civic`);
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: `Add part: ${missed}` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add New Part' });
  await expect(dialog.getByLabel('Part Name *')).toHaveValue(`H${missed.slice(1)}`);
  await expect(dialog.getByLabel('Vehicle Make')).toHaveValue(make);
  await expect(dialog.getByLabel('Vehicle Year')).toHaveValue('2010');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: `Who waits for it: ${missed}` }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Requests' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveValue(missed);

  await page.goto('/admin/assistants/events');
  const number = formatOrderNumber(order.number);
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Given up');
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: `Send again: ${number}` }).press('Enter');
  await expect(page.getByText('The event is sent again')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Waiting');
  await removeAssistant(owner, id);
});

test('the owner tries what an assistant would get', async ({
  page,
  make,
  stock,
  signIn,
  expectAccessibleEverywhere,
}) => {
  await signIn();
  const name = `Horn of ${make}`;
  await stock([{ part_name: name, price: 40 }]);
  await page.goto('/admin/assistants/try');
  await page.getByLabel('Make').fill(make);
  await page.getByRole('button', { name: 'Ask the shop' }).press('Enter');
  await expect(page.getByLabel('Year')).toBeFocused();
  await expect(page.getByText('A car has year, make and model').first()).toBeVisible();

  await page.getByLabel('Make').fill('');
  await page.getByLabel('What the buyer wants').fill(name);
  await page.getByLabel('At most').fill('50');
  await page.getByLabel('At most').press('Enter');
  await expect(page.getByRole('status').filter({ hasText: '1 part' })).toBeVisible();
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByText('Request as JSON').press('Enter');
  await expect(page.getByText('"max": 5000')).toBeVisible();
  await page.getByText('Answer as JSON').press('Enter');
  await expect(page.getByText('"status": "success"')).toBeVisible();
  await expectAccessibleEverywhere(page);

  await page.getByLabel('What the buyer wants').fill('1HGFA16526L081415');
  await page.getByRole('button', { name: 'Ask the shop' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Refused (400): Send a VIN as filters.vin');
});
